"""The pages with the real models: Chromium's microphone plays an order that Kokoro spoke."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pilothouse.speech import KokoroSynthesiser, join, silence, write

from .conftest import CHROMIUM, HELD
from .talking import REST

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.model]

SHELF = Path(os.environ.get("PILOTHOUSE_MODELS") or "~/.cache/pilothouse/models").expanduser()


@pytest.fixture(scope="module", autouse=True)
def models() -> Iterator[None]:
    """The server's settings."""
    for module in ("faster_whisper", "onnxruntime", "misaki"):
        pytest.importorskip(module)
    for file in ("whisper-base/model.bin", "kokoro/kokoro.onnx"):
        if not (SHELF / file).is_file():
            pytest.skip(f"no {file} in {SHELF}")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PILOTHOUSE_SPEECH__RECOGNISER", "whisper")
        environment.setenv("PILOTHOUSE_SPEECH__SYNTHESISER", "kokoro")
        yield


@pytest.fixture(scope="module")
def browser(browser: Browser, models: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    path = tmp_path_factory.mktemp("mic") / "mic.wav"

    async def speak() -> None:
        voice = KokoroSynthesiser()
        order = await voice.speak("来一份麻辣香锅。")
        await voice.close()
        write(path, join([silence(1, order.rate), order, silence(20, order.rate)]))

    # Playwright has a loop in this thread.
    from threading import Thread

    thread = Thread(target=lambda: asyncio.run(speak()))
    thread.start()
    thread.join()
    microphone = (
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={path}",
    )  # fmt: skip
    opened = browser.browser_type.launch(executable_path=CHROMIUM, args=[*HELD, *microphone])
    yield opened
    opened.close()


def test_an_order_that_is_spoken_into_the_microphone_is_on_the_page_and_read_aloud(visit):
    page = visit("/chat/menu")
    page.get_by_role("button", name="朗读回答").click()
    page.get_by_role("button", name="语音输入").click()
    page.locator(".mine", has_text="麻辣香锅").wait_for(timeout=60_000)
    talking = "() => document.querySelector('#voice-state').textContent.includes('Esc')"
    page.wait_for_function(talking, timeout=60_000)
    page.wait_for_function(REST)
    assert "麻辣香锅" in page.get_by_role("complementary").inner_text()
