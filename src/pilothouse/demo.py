"""``pilothouse demo``: the sample restaurant in a home of its own."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pilothouse.house import Pilothouse

SCRIPT = (
    "你好",
    "有什么推荐",
    "麻辣香锅多少钱",
    "香锅里面有什么",
    "来个绿菜",
    "有没有不辣的干锅",
    "三十块以下的素菜",
    "我对花生过敏，能点什么凉菜",
    "回锅肉现在还有吗",
    "东站店的回锅肉还有吗",
    "有没有北京烤鸭",
    "你们几点关门",
    "附近有哪些川菜馆",
    "how much is the spicy hot pot",
    "来两份麻辣香锅，一份微辣，不要香菜",
    "再来一碗米饭，香锅能二十分钟做好吗",
    "就这些",
    "确认",
    "谢谢",
)


def play(*, interactive: bool) -> None:
    """Talk on a terminal; elsewhere play ``SCRIPT`` and end. Nothing of the user's own home is touched."""
    with tempfile.TemporaryDirectory(prefix="pilothouse-demo-") as folder, Pilothouse(Path(folder)) as house:
        print("掌舵 Pilothouse：示例餐厅，离线运行，不用密钥。 The sample restaurant, offline, without any key.\n")
        if not interactive:
            for text in SCRIPT:
                print(f"客人 > {text}")
                _answer(house, text)
            return
        print("随便问；空行结束。 Ask anything; an empty line ends it. 例如 / for instance：" + "，".join(SCRIPT[1:5]))
        while True:
            try:
                text = input("客人 > ").strip()
            except EOFError:
                return
            if not text:
                return
            _answer(house, text)


def _answer(house: Pilothouse, text: str) -> None:
    reply = house.ask("menu", text, session="demo")
    tools = "、".join(call.name for call in reply.tool_calls) or "—"
    print(f"掌舵 > {reply.reply}\n       [{reply.outcome} · {tools} · {reply.elapsed_ms:.0f} ms]\n")
