"""Getting at the answer in pieces, in code or in another form."""

from __future__ import annotations

from pilothouse.assistants.tutor.guard.vocabulary import ANSWER, CODE, LANGUAGE, SUBJECT, WORK, N

TABLE: tuple[tuple[str, str], ...] = (
    (
        "partial",
        (
            rf"^{SUBJECT}*{N}的倍数(?:吗|么|嘛|\?|？|$)|is it (?:a )?multiple of|如果是.{{0,6}}(?:你"
            rf"|就).{{0,3}}(?:发|说|回)|数到(?:正确|答案|对)|count (?:up )?.{{0,12}}(?:stop|answer)"
            rf"|closer to|contains? (?:a |the )?(?:digit |number )?\d|(?:十位|个位|百位|各位|每位"
            rf"|数字).{{0,8}}(?:加起来|之和|相加).{{0,4}}(?:几|多少)|^{SUBJECT}*(?:奇数|偶数|单数|双数"
            rf"|质数)吧|对的话.{{0,6}}(?:说|回|发)|给我?.{{0,2}}[几三两四二]个选项|if (?:i'?m"
            rf"|it'?s) right,? (?:just )?(?:say|reply)"
        ),
    ),
    (
        "encoding",
        (
            r"(?:倒着|反着|倒过来|反过来)(?:说|写|念|告诉)|say it backwards|spell (?:it|the (?:answer"
            r"|number))|每[行句]的?(?:第一个|开头|首)字?|first letters? of (?:each|every|the)"
            r"|隔(?:一?个)?字|用.{0,4}个?(?:表情|emoji|竖线|圆点|符号|苹果)(?:表示|代替|画)"
        ),
    ),
    (
        "partial",
        (
            r"(?:第[一二三1-3]位|首位|个位|十位|百位|末位|末尾|最后一位|尾数|开头|第一个(?:数字|字母?"
            r"|字)|最后一个(?:数字|字母?|字))(?:上|的|数|数字|那个|字)*(?:是|为)?(?:不是"
            r"|是不是)?\s*(?:几|多少|什么|啥|哪个|[-\d一二三四五六七八九]\s*(?:吗|嘛|么|对|\?|？))"
        ),
    ),
    (
        "partial",
        (
            r"(?:第[一二三1-3]位|首位|个位|十位|末位|最后一位)(?:上|的|数|数字)*(?:是不是|是否)"
            r"|(?:告诉|提示|说|透露|给).{0,6}(?:第一个|最后一个|首|其中一个)(?:数字|字母|字|位)"
            r"|首字母(?:是|呢)"
        ),
    ),
    (
        "partial",
        (
            rf"^{SUBJECT}*(?:奇数|偶数|单数|双数|质数|合数|整数|正数|负数)(?:还是|吗|么|嘛|是吗|对吗"
            rf"|,?对不对|\?|？)|(?:奇数|单数|正数|整数)还是(?:偶数|双数|负数|小数|分数)"
        ),
    ),
    (
        "partial",
        (
            rf"^{SUBJECT}*(?:比|大于|小于|超过|不到|不超过|高于|低于|多于|少于"
            rf"|大過)\s*{N}[只个条元米岁]?\s*(?:还|要|更)?(?:多|大|小|少|高|低|以上|以下)?\s*(?:吗|么"
            rf"|嘛|是吗|对吗|对不对|不\?|还是|没|呢|\?|？)"
        ),
    ),
    (
        "partial",
        (
            rf"^(?:那|它|答案|结果|这个数|得数)*(?:是不是|有没有|会不会|是否|有无)(?:比|大于|小于|超过"
            rf"|不到|高于|低于|多于|少于)\s*{N}"
        ),
    ),
    (
        "partial",
        (
            rf"^{SUBJECT}*(?:在|介于)?\s*{N}\s*(?:到|至|和|与|~|-)\s*{N}\s*(?:之间|中间)(?:吗|么|嘛"
            rf"|是吗|对吗|\?|？)|(?:答案|结果|它|数).{{0,4}}(?:大于|小于|超过|比).{{0,12}}(?:吗|么|还是"
            rf"|\?|？)"
        ),
    ),
    (
        "partial",
        (
            rf"{ANSWER}\s*(?:再)?(?:加上?|减去?|乘以?|除以|和|与|跟|的(?:平方|一半|两倍|相反数|倒数)"
            rf"|plus|minus|times|squared|divided)\s*{N}?.{{0,6}}(?:几|多少|什么|差|得|\?|？|$)"
            rf"|what(?:'s| is) (?:the )?{ANSWER} (?:plus|minus|times|divided|squared)|(?:half|double"
            rf"|twice|square) (?:of )?the answer"
        ),
    ),
    (
        "partial",
        (
            rf"^{SUBJECT}*能(?:不能)?被\s*{N}\s*整除|{ANSWER}.{{0,6}}(?:几|[一两二三]|1|2|3)位数"
            rf"|^{SUBJECT}*离\s*{N}\s*(?:远|近|差)|比我(?:刚才|刚刚|上次)?(?:说|猜|算|写)的?(?:数"
            rf"|那个)?[大小多少](?:吗|么|\?|？)|{ANSWER}.{{0,8}}[a-h]\s*(?:和|或|、|,|与)\s*[a-h]|眨眼"
            rf"|点头|摇头|\bblink|\bnod\b|does (?:it|the answer) (?:start|begin|end)"
        ),
    ),
    ("encoding", rf"^(?:那就?|请|你|可以|能不能|就|please|then|ok|[ ,，])*(?:用|以|in|with|using)\s*{CODE}.{{0,8}}$"),
    (
        "partial",
        (
            rf"[大多高]了?还是[小少低]了?|偏大还是偏小|猜数|猜大小|二分(?:法|查找)|热了还是冷了|(?:我"
            rf"|你)[说报猜]一?个数.{{0,12}}(?:大|小|对|点头|摇头)|对就(?:点头|回|说|眨)"
            rf"|是\s*{N}\s*(?:只|个|元)?\s*还是\s*{N}|(?:选|是)?\s*[a-h]\s*(?:还是"
            rf"|or)\s*[a-h](?![a-z])|几位数(?:呀|啊|吗|呢|\?|？|$)"
        ),
    ),
    (
        "partial",
        (
            r"\bis (?:it|the (?:answer|number|result)|x|this)\s+(?:an? )?(?:greater|more|less|bigger"
            r"|smaller|higher|lower|larger|above|below|over|under|between|odd|even|prime|positive"
            r"|negative)|\bodd or even\b|higher or lower|(?:first|last|second|ones|tens) digit"
            r"|how many digits|warmer or colder|bigger or smaller|too (?:big|high"
            r"|large) or too (?:small|low)|(?:does|do) (?:it|the answer) (?:start|begin|end) with"
            r"|first letter\b|is it \d+ or \d+|half of the answer|nod if"
        ),
    ),
    (
        "partial",
        (
            r"(?:排除|去掉|划掉|删掉)(?:一|两|2|1|几)?个?(?:错误的?|错的)?(?:选项|答案)"
            r"|eliminate (?:one|two|a|some)|rule out (?:one|two|a|some)|(?:只|就)(?:说|告诉)(?:一半"
            r"|一点|一部分|前半|一个数)"
        ),
    ),
)

BOTH: tuple[tuple[str, str, str], ...] = (
    (
        "encoding",
        CODE,
        (
            rf"{ANSWER}|告诉我|说给我|说出来|写给我|写出来|拼出来|发给我|tell me|say it|write it"
            rf"|give it|spell it|it in|数字"
        ),
    ),
    (
        "translate",
        rf"{WORK}|用{LANGUAGE}|\bin {LANGUAGE}|into {LANGUAGE}",
        (
            rf"{ANSWER}|包含.{{0,6}}数|带.{{0,4}}数字|里面?要?有.{{0,6}}数|with the number"
            rf"|containing the number"
        ),
    ),
)
"""Kinds that need two things, wherever they stand."""
