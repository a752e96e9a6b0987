from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from pydantic import ValidationError

from pilothouse import speech
from pilothouse.contracts.errors import ProviderUnavailable, UsageError
from pilothouse.speech import (
    KokoroSynthesiser,
    RemoteRecogniser,
    RemoteSynthesiser,
    SilentSynthesiser,
    SpeechSettings,
    WhisperRecogniser,
    open_recogniser,
    open_synthesiser,
)
from pilothouse.speech.recognition import collapse, nearest, plausible, recited, samples, thin


@pytest.mark.parametrize(
    ("heard", "kept"),
    [
        ("我要米饭米饭米饭米饭米饭", "我要米饭"),
        ("谢谢大家。谢谢大家。谢谢大家。谢谢大家。", "谢谢大家。"),
        ("啊啊啊啊啊啊啊啊啊啊啊啊", "啊"),
        ("来来来，一份回锅肉", "来来来，一份回锅肉"),
        ("电话13888888888", "电话13888888888"),
        ("12121212", "12121212"),
        ("麻辣香锅麻辣香锅", "麻辣香锅麻辣香锅"),
    ],
)
def test_that_loops_are_written_once_and_the_rest_is_left_alone(heard: str, kept: str) -> None:
    assert collapse(heard) == kept


def test_that_what_a_tongue_cannot_do_is_not_plausible() -> None:
    assert plausible("来一份麻辣香锅，少放辣，再来两碗米饭", 3)
    assert not plausible("来一份麻辣香锅，少放辣，再来两碗米饭", 0.5)
    assert plausible("please bring me two bowls of rice and the mild hot pot", 3)
    assert not plausible("字幕by索兰娅", 3)
    assert not plausible("。。。", 3)


def test_that_hotwords_recited_out_of_noise_are_not_plausible_but_an_order_is() -> None:
    menu = ["麻辣香锅", "回锅肉", "水煮鱼", "米饭", "毛血旺"]
    assert not plausible("麻辣香锅 回锅肉 水煮鱼 米饭", 3, menu)
    assert not plausible("米饭 米饭 米饭", 3, menu)
    assert plausible("麻辣香锅 回锅肉", 3, menu)
    assert plausible("水煮鱼、麻辣香锅、米饭、回锅肉", 3, menu)
    assert plausible("好 好 好", 3, menu)


def test_that_words_are_ordered_by_how_much_they_sound_like_what_was_heard() -> None:
    menu = ["麻辣香锅", "回锅肉", "水煮鱼", "宫保鸡丁", "spicy hot pot"]
    assert nearest(["来一份公宝之定", "一份公报制定"], menu)[0] == "宫保鸡丁"
    assert nearest(["一份水主鱼和会过肉"], menu)[:2] == ["回锅肉", "水煮鱼"]
    assert nearest(["Spicy hot port"], menu)[0] == "spicy hot pot"
    assert nearest([""], menu) == menu


def test_that_hotwords_with_punctuation_are_samples_of_speech() -> None:
    assert samples(["来一份，再来两碗。", "回锅肉", " ", "回锅肉"]) == (["来一份，再来两碗。"], ["回锅肉"])


def test_that_a_sample_that_comes_back_is_noticed_and_its_parts_are_not() -> None:
    sample = "来一份，再来两碗，不要了。多少钱？还有吗？"
    assert recited("多少钱?还有吗?", sample)
    assert not recited("多少钱？", sample)
    assert not recited("来一份回锅肉，再来两碗米饭", sample)
    assert not plausible("来一份 再来两碗 不要了 多少钱", 3, [sample])


def test_that_a_text_that_is_too_short_for_its_sound_is_thin() -> None:
    assert thin("多少钱？", 2.0)
    assert not thin("魔芋烧鸭辣不辣", 2.0)
    assert not thin("好", 0.6)
    assert not thin("how much is it", 2.0)


def test_that_missing_models_are_told_and_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTHOUSE_MODELS", str(tmp_path))
    for make in (WhisperRecogniser, KokoroSynthesiser):
        with pytest.raises(ProviderUnavailable, match=r"没有找到语音模型.*nothing is downloaded"):
            make()
        with pytest.raises(ProviderUnavailable, match="elsewhere"):
            make(tmp_path / "elsewhere")
    assert list(tmp_path.iterdir()) == []


async def test_that_a_damaged_model_or_a_missing_extra_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("model.bin", "config.json", "tokenizer.json", "kokoro.onnx", "voices.npz"):
        (tmp_path / name).write_bytes(b"broken")
    ear, voice = WhisperRecogniser(tmp_path), KokoroSynthesiser(tmp_path)
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(ProviderUnavailable, match=r"pip install 'pilothouse\[speech\]'"):
        await ear.warm()
    monkeypatch.undo()
    if find_spec("onnxruntime"):
        with pytest.raises(ProviderUnavailable, match="can't be loaded"):
            await voice.speak("好")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ProviderUnavailable, match=r"pip install 'pilothouse\[speech\]'"):
        await voice.speak("好")
    await ear.close()
    await voice.close()


def test_that_settings_open_what_they_name() -> None:
    assert isinstance(open_synthesiser(SpeechSettings()), SilentSynthesiser)
    with pytest.raises(UsageError, match="recogniser"):
        open_recogniser(SpeechSettings())
    remote = SpeechSettings(
        recogniser="remote",
        recogniser_base_url="http://127.0.0.1/v1",
        recogniser_key="sk-secret",
        synthesiser="remote",
        synthesiser_base_url="http://127.0.0.1/v1",
    )
    assert "sk-secret" not in repr(remote)
    assert isinstance(open_recogniser(remote), RemoteRecogniser)
    assert isinstance(open_synthesiser(remote), RemoteSynthesiser)
    with pytest.raises(ValidationError, match="recogniser_base_url"):
        SpeechSettings(recogniser="remote")
    with pytest.raises(ValidationError):
        SpeechSettings(speed=9)


def test_that_impossible_values_are_refused() -> None:
    with pytest.raises(UsageError):
        WhisperRecogniser(beam=0)
    with pytest.raises(UsageError):
        KokoroSynthesiser(speed=5)


def test_that_all_tells_the_truth_and_importing_loads_nothing_heavy() -> None:
    assert set(speech.__all__) == set(speech._HOME) == {name for name in speech.__all__ if getattr(speech, name)}
    assert set(speech.__all__) <= set(dir(speech))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = speech.nonsense
    heavy = (
        "{'numpy', 'faster_whisper', 'ctranslate2', 'onnxruntime', 'misaki', 'jieba', 'soundfile', 'httpx', 'opencc'}"
    )
    code = f"import sys, pilothouse.speech; print(sorted({heavy} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
