"""Small talk told by its words: greetings, thanks, who are you."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

Smalltalk = Literal[
    "greeting", "thanks", "goodbye", "identity", "ability", "wellbeing", "praise", "blame", "joke", "feeling"
]

_TALK: Mapping[Smalltalk, str] = {
    "greeting": r"你好呀?|您好|哈喽|哈啰|嗨|早上好|上午好|中午好|下午好|晚上好|早安|晚安|早|在吗|在不在|在么|有人吗|有人在吗|喂|"  # noqa: E501
    r"大家好|各位好|(?:老师|同学|亲)(?:你好|您好|好)?|hi|hello|hey|good (?:morning|afternoon|evening)|hi there|anyone there",  # noqa: E501
    "thanks": r"(?:好的?|嗯+|行)?谢谢(?:你|您|大家|各位|老师|同学|亲)*(?:了)?|多谢(?:了)?|感谢(?:您|你)?|谢了|谢啦|"
    r"(?:您|你|大家)?辛苦(?:了|啦)?(?:您|你)?|麻烦(?:您|你|大家)?了|非常感谢|太感谢了|感激不尽|祝(?:您|你|大家|好|工作|生活)[^，。,?？]{0,10}|"
    r"thanks?(?: a lot| so much| again)?|many thanks|thank you(?: very much| so much)?|thx|ty|cheers",
    "goodbye": r"再见|拜拜|拜|回见|下次见|明天见|我走了|先走了|我?先忙(?:了|去了)?|回头(?:再)?(?:聊|说|见)|先这样|没有?了|没事(?:了|儿)?|就这样|"  # noqa: E501
    r"没别的了|没问题了|没有问题了|不用了|算了|bye(?: bye)?|goodbye|see you(?: later)?|that(?:'s| is) (?:all|it)|never ?mind|no(?:,)? thanks|nothing else",  # noqa: E501
    "identity": r"你(?:到底)?是谁|你叫(?:什么|啥)(?:名字)?|你是(?:什么|啥)|你是(?:个)?机器人(?:吗|吧)?|你是ai吗|你是真人吗|你是人吗|"  # noqa: E501
    r"你是什么模型|介绍一下你自己|自我介绍一下|who are you|what(?:'s| is) your name|are you (?:a )?(?:real )?(?:robot|bot|human|ai|person)",  # noqa: E501
    "ability": r"你(?:都|还)?(?:能|会|可以)(?:做|干|帮我做|帮我干)(?:点|些)?(?:什么|啥|嘛|哪些事)|你会(?:什么|啥)|你能干嘛|你有(?:什么|啥|哪些)功能|"  # noqa: E501
    r"怎么用你?|(?:能|可以)问你(?:什么|啥|哪些)|你能回答(?:什么|啥|哪些)(?:问题)?|有(?:什么|啥)功能|帮助|"
    r"what can you do|how can you help(?: me)?|can you help(?: me)?|help",
    "wellbeing": r"你好吗|最近好吗|最近怎么样|你怎么样|吃了吗|吃饭了吗|今天怎么样|你开心吗|你累吗|how are you(?: doing)?(?: today)?|how's it going|what's up",  # noqa: E501
    "praise": r"你真棒|真棒|太棒了|真厉害|厉害|不错|很好|你真聪明|说得好|好(?:的|滴|哒|嘞|咧|吧|了)?|可以|行(?:吧|嘞)?|没问题|(?:太)?牛(?:逼|啊|掰)?|666+|赞|"  # noqa: E501
    r"嗯+|哦+|噢|喔|ok|okay|okk+|明白了?|知道了|晓得了|了解了?|收到|懂了|清楚了|原来如此|这样啊|是这样啊?|对的?|是的|"
    r"great|good|nice|cool|got it|i see|understood|well done|perfect|awesome",
    "blame": r"你真笨|你不行|太差了|没用|垃圾|傻|答非所问|你?说错了|不对|不是这个|stupid|useless|you are wrong|that's wrong|wrong",  # noqa: E501
    "joke": r"(?:给我)?(?:讲|说)个?(?:一个)?(?:笑话|段子|故事)(?:吧|听听|来听听)?|唱(?:一)?首歌|陪我聊(?:聊天|会儿|天)?|聊聊天?吧?|随便聊聊|tell me a joke|sing (?:me )?a song",  # noqa: E501
    "feeling": r"(?:我)?(?:今天|最近|现在)?(?:好|很|真|太|有点|心情)?(?:无聊|累|困|烦|郁闷|难过|开心|高兴|不好|不太好|伤心|饿)(?:啊|呀|了|死了)?|哈+|呵+|嘻+|"  # noqa: E501
    r"i(?:'m| am) (?:so |very )?(?:tired|bored|sad|happy|hungry)|haha+|lol",
}
_MARKS = r"[\s,，。.!！?？~～、…；;:：\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]*"
_END = r"(?:啊|呀|呢|吧|哦|哈|啦|了|嘛|哟|滴|呗)?"
_WHOLE = re.compile(
    rf"{_MARKS}(?:(?:{'|'.join(f'(?P<{kind}>{words})' for kind, words in _TALK.items())}){_END}{_MARKS})+",
    re.IGNORECASE,
)
_FACES = re.compile(r"(?:[\s~～!！]*[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F][\s~～!！]*)+")
LONGEST = 60


def smalltalk(text: str) -> Smalltalk | None:
    """The kind of small talk when the whole of ``text`` is some; the last kind named counts."""
    if len(text) > LONGEST:
        return None
    if _FACES.fullmatch(text.strip()):
        return "praise"
    if not (match := _WHOLE.fullmatch(text.strip())):
        return None
    kinds: list[Smalltalk] = [kind for kind in _TALK if match[kind]]
    # 你好，你能做什么: the question counts, not the greeting.
    return max(kinds, key=lambda kind: (kind not in ("greeting", "thanks", "praise"), match.start(kind)), default=None)
