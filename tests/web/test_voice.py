"""Microphone and speaker of the pages. Chromium's microphone plays a file, over and over: somebody speaks each four
seconds."""

from __future__ import annotations

import json
import wave
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from .conftest import CHROMIUM, HELD
from .talking import REST, say
from .test_accessibility import found

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

SITE = "voiced.py"
RATE = 16_000
# What a page does with sound, for a test to look at: pieces begun and stopped.
WATCH = """() => {
  window.sounds = {begun: 0, stopped: 0};
  const source = AudioBufferSourceNode.prototype, node = AudioScheduledSourceNode.prototype;
  const start = source.start, stop = node.stop;
  source.start = function (...given) { window.sounds.begun++; return start.apply(this, given); };
  node.stop = function (...given) { window.sounds.stopped++; return stop.apply(this, given); };
}"""
# A browser that hears and speaks by itself, without a server's ears and voice.
OWN = """
window.AudioWorkletNode = window.AudioContext = undefined;
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", {value: {
  speaking: false, speak(said) { window.spoken.push(said.text); this.speaking = true; },
  cancel() { if (this.speaking) window.spoken.push("stopped"); this.speaking = false; },
}});
window.SpeechRecognition = class {
  start() { window.recognition = this; }
  stop() { this.onend(); }
};
"""
NONE = "window.AudioWorkletNode = window.SpeechRecognition = window.webkitSpeechRecognition = undefined;"


@pytest.fixture(scope="module")
def browser(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser with a microphone into which somebody speaks."""
    times = np.arange(round(0.8 * RATE)) / RATE
    tone = sum(np.sin(2 * np.pi * 220 * k * times) / k for k in (1, 2, 3))
    spoken = 0.4 * tone * (0.55 + 0.45 * np.sin(2 * np.pi * 4 * times))
    sound = np.concatenate([np.zeros(RATE), spoken, np.zeros(round(2.2 * RATE))])
    path = tmp_path_factory.mktemp("mic") / "mic.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((sound.clip(-1, 1) * 32_767).astype("<i2").tobytes())
    microphone = (
        "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={path}",
    )  # fmt: skip
    opened = browser.browser_type.launch(executable_path=CHROMIUM, args=[*HELD, *microphone])
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def script(site) -> Path:
    """What ears hear and how long a sentence sounds."""
    (site.home / "heard.txt").write_text("麻辣香锅多少钱", "utf-8")
    (site.home / "lasts.txt").write_text("0.1")
    (site.home / "said.txt").write_text("")
    return site.home


def pressed(page: Page, name: str) -> bool:
    return page.locator(f"#{name}").get_attribute("aria-pressed") == "true"


def state(page: Page, part: str) -> None:
    """Wait until the state that is shown holds this."""
    page.wait_for_function("part => document.querySelector('#voice-state').textContent.includes(part)", arg=part)


def test_what_is_said_into_the_microphone_is_asked_and_the_answer_is_heard(visit, script, shot):
    page = visit("/chat/menu")
    page.evaluate(WATCH)
    page.get_by_role("button", name="朗读回答").click()
    mic = page.get_by_role("button", name="语音输入")
    mic.click()
    assert pressed(page, "mic")
    assert pressed(page, "speaker")
    state(page, "请讲")
    shot(page, "voice-listening-light")
    page.locator(".mine", has_text="麻辣香锅多少钱").first.wait_for()
    page.wait_for_function("window.sounds.begun > 0")
    mic.click()
    page.wait_for_function(REST)
    assert "38" in page.locator(".theirs").first.inner_text()
    assert "三十八元" in (script / "said.txt").read_text("utf-8")
    assert not pressed(page, "mic")


def test_speaking_while_it_talks_stops_it(visit, script):
    page = visit("/chat/menu")
    page.evaluate(WATCH)
    (script / "lasts.txt").write_text("60")
    page.get_by_role("button", name="朗读回答").click()
    say(page, "几点关门")
    page.wait_for_function("window.sounds.begun > 10")
    state(page, "Esc")
    assert page.evaluate("window.sounds.stopped") == 0
    page.get_by_role("button", name="语音输入").click()
    page.wait_for_function("window.sounds.stopped > 10")
    page.locator(".mine", has_text="麻辣香锅多少钱").first.wait_for()


def test_escape_and_a_new_message_stop_it(visit, script):
    page = visit("/chat/menu", language="en-US")
    page.evaluate(WATCH)
    (script / "lasts.txt").write_text("60")
    speaker = page.get_by_role("button", name="Read replies aloud")
    speaker.click()
    say(page, "几点关门")
    page.wait_for_function("window.sounds.begun > 10")
    page.keyboard.press("Escape")
    assert page.evaluate("window.sounds.stopped") > 10
    before, stopped = page.evaluate("[window.sounds.begun, window.sounds.stopped]")
    say(page, "麻辣香锅多少钱")
    page.wait_for_function("before => window.sounds.begun > before + 10", arg=before)
    speaker.click()
    assert page.evaluate("window.sounds.stopped") > stopped
    assert not pressed(page, "speaker")


def test_what_was_typed_and_not_sent_stays(visit):
    page = visit("/chat/menu")
    page.get_by_role("textbox").fill("我还在想")
    page.get_by_role("button", name="语音输入").click()
    page.locator(".mine", has_text="麻辣香锅多少钱").first.wait_for()
    assert page.get_by_role("textbox").input_value() == "我还在想"


def test_a_spoken_order_is_in_the_session_of_the_page_of_who_is_signed_in(visit, script):
    (script / "heard.txt").write_text("来一份麻辣香锅", "utf-8")
    page = visit("/chat/menu", role="member")
    page.get_by_role("button", name="语音输入").click()
    page.locator(".theirs").first.wait_for()
    page.get_by_role("button", name="语音输入").click()
    page.wait_for_function(REST)
    assert "麻辣香锅" in page.get_by_role("complementary").inner_text()


def test_a_page_of_another_site_cannot_open_the_socket_of_a_visitor(visit, site):
    page = visit("/chat/menu", role="member")
    opened = """address => new Promise(done => {
      const line = new WebSocket(address);
      line.onopen = () => line.send(JSON.stringify({type: 'start', listen: false, speak: false}));
      line.onmessage = message => done(JSON.parse(message.data).session || message.data);
      line.onclose = () => done('closed');
    })"""
    address = site.url.replace("http", "ws") + "/v1/assistants/menu/voice"
    assert page.evaluate(opened, address).startswith("s-")
    # The same server under another name of this machine: another site to the browser.
    other = page.context.new_page()
    other.goto(site.url.replace("127.0.0.1", "localhost"))
    assert other.evaluate(opened, address) == "closed"
    held = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies(site.url))
    with pytest.raises(InvalidStatus) as refused:
        connect(address, additional_headers={"Cookie": held, "Origin": "https://evil.example"}, legacy=True)
    assert refused.value.response.status_code == 403
    with connect(address, additional_headers={"Cookie": held}) as line:  # no browser: the cookie proves nothing
        line.send(json.dumps({"type": "start", "listen": False, "speak": False}))
        assert json.loads(line.recv())["session"].startswith("guest-")


def test_without_models_the_browser_listens_and_speaks_itself(visit):
    page = visit("/chat/menu")
    page.add_init_script(OWN)
    page.reload()
    page.get_by_role("button", name="朗读回答").click()
    say(page, "几点关门")
    page.wait_for_function("window.spoken.length === 1")
    page.get_by_role("textbox").fill("我还在想")
    page.get_by_role("button", name="语音输入").click()
    assert pressed(page, "mic")
    page.evaluate("recognition.onspeechstart()")
    assert page.evaluate("window.spoken[1]") == "stopped"
    heard = json.dumps("麻辣香锅多少钱")
    page.evaluate(f"recognition.onresult({{results: [Object.assign([{{transcript: {heard}}}], {{isFinal: true}})]}})")
    page.evaluate("recognition.onend()")
    page.locator(".mine", has_text="麻辣香锅多少钱").wait_for()
    page.wait_for_function("window.spoken.some(text => text.includes('38'))")
    assert page.get_by_role("textbox").input_value() == "我还在想"
    assert not pressed(page, "mic")


def test_a_browser_that_cannot_listen_says_so(visit, shot):
    page = visit("/chat/menu", phone=True)
    page.add_init_script(NONE)
    page.reload()
    state(page, "打字")
    assert page.locator("#mic").is_hidden()
    shot(page, "voice-none-phone")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_listening_has_no_serious_accessibility_fault(visit, dark, shot):
    page = visit("/chat/menu", phone=True, dark=dark)
    page.locator("#speaker").click()
    page.locator("#mic").click()
    state(page, "请讲")
    shot(page, f"voice-phone-{'dark' if dark else 'light'}")
    assert found(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
