"""Texts of the microphone and the speaker."""

from __future__ import annotations

VOICING: dict[str, tuple[str, str]] = {
    "mic": ("语音输入", "Speak"),
    "speak": ("朗读回答", "Read replies aloud"),
    "voice.listening": ("正在听，请讲。", "Listening. Speak, please."),
    "voice.hearing": ("听到您在说…", "Hearing you…"),
    "voice.recognising": ("正在辨认…", "Recognising…"),
    "voice.talking": ("正在朗读，开口说话或按 Esc 就停。", "Reading aloud. Speak or press Esc to stop it."),
    "voice.connecting": ("正在打开麦克风…", "Opening the microphone…"),
    "voice.denied": ("无法使用麦克风，请在浏览器里允许。", "The microphone can't be used; allow it in the browser."),
    "voice.lost": ("语音连接断开，请再按一次。", "The voice connection was lost; press again."),
    "voice.none": (
        "这个浏览器不能语音输入，请打字。",
        "This browser can't take speech here; please type.",
    ),
}
