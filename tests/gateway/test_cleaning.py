"""No tool markup ever reaches a user."""

import pytest

from pilothouse.gateway import clean, leaks, markup

DIRTY = [
    '<tool_call>{"name":"x"}</tool_call>',
    "<tool_call>",
    "</tool_call>",
    "<think>hm",
    "hm</think>好",
    "<|im_start|>",
    "<|im_end|",
    "<｜tool▁calls▁begin｜>",
    "[TOOL_CALLS]",
    "[INST] x [/INST]",
    "<<SYS>>",
    "<function=check_stock>",
    '<invoke name="x">',
    "<start_of_turn>",
    "✿FUNCTION✿",
    '{"needTool": false}',
    "needTool=true",
    "next_state: DONE",
    "nextState",
    "NEXT_STATE",
    "tool_calls",
    '{"a": 1}',
    "{'a': 1}",
    '[{"a":1}]',
    '"reply": "好"',
    "```json",
    "``` 好 ```",
    "~~~",
    "{}",
    '结果："total_found": 3',
    '<data tool="x">',
    "</data>",
    "见 error_type",
]
FINE = [
    "麻辣香锅还有 7 份，38 元。",
    "He said: it's fine.",
    "x < 3 且 y > 2",
    "a<b",
    "集合 {1, 2, 3}",
    "\\frac{1}{2}",
    "您要“清炒时蔬”吗？",
    "The tool is in the box.",
    "时间 10:30–21:00",
    "[1] 员工手册",
    "3 > 2 > 1",
    "C++ 与 C#",
    "地址：https://example.com/a?b=1",
    "请按以下步骤：\n1. 洗菜\n2. 下锅",
    "I think so.",
    "next state of the art",
    'words, "yes": that was it',
    "f(x) = {x | x > 1}",
    "",
]


@pytest.mark.parametrize("text", DIRTY)
def test_that_machine_language_is_found_anywhere(text: str) -> None:
    assert leaks(text)
    assert leaks(f"好的，{text} 请稍等。")


@pytest.mark.parametrize("text", FINE)
def test_that_plain_language_is_left_alone(text: str) -> None:
    assert leaks(text) == []
    assert clean(text) == text


def test_that_names_of_tools_are_found_where_they_are_no_word() -> None:
    assert leaks("我调用 check_stock 查一下", ["check_stock"])
    assert leaks("weather(city)", ["weather"])
    assert not leaks("The weather is fine.", ["weather"])


def test_that_json_and_fences_are_no_markup_inside_data() -> None:
    assert not markup('```python\nprint({"a": 1})\n```')
    assert markup("<|im_end|>")


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("<think>多想</think>好的。", "好的。"),
        ("<think>a</think><thinking>b</thinking> 好 ", "好"),
        ("```\n好\n```", "好"),
        ('```json\n{"a":1}\n```', '{"a":1}'),
        ("“好的。”", "好的。"),
        ('"好"和"坏"', '"好"和"坏"'),
        ("<think>没有结尾", "<think>没有结尾"),
        ("想完了</think>好", "想完了</think>好"),
        ("```a``` x ```", "```a``` x ```"),
        ('"', '"'),
    ],
)
def test_that_only_whole_wrappings_are_taken_off(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    "text", ["<think>" * 20_000, "<|" * 50_000, '{"' * 50_000, "`" * 100_000, "<data " * 20_000, "[ " * 50_000]
)
def test_that_hostile_text_takes_no_time(text: str) -> None:
    import time

    begun = time.process_time()
    leaks(text)
    clean(text)
    assert time.process_time() - begun < 2.0
