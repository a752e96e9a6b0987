"""Asking for the answer outright, and pleading for it."""

from __future__ import annotations

from pilothouse.assistants.tutor.guard.vocabulary import ANSWER, FILL, METHOD, SOUND, TALK

TABLE: tuple[tuple[str, str], ...] = (
    ("answer", rf"(?<![不没他她它们妈爸师目题]){TALK}{FILL}{{0,10}}{ANSWER}{SOUND}"),
    ("answer", rf"{ANSWER}\s*(?:快|赶紧|都|就|直接)?(?:给我|发我|发给我|写给我|说给我|告诉我|报给我|拿来)"),
    ("answer", rf"(?:把|将){FILL}{{0,4}}.{{0,4}}{ANSWER}{FILL}{{0,3}}{TALK}"),
    (
        "answer",
        (
            rf"{ANSWER}\s*(?:到底|究竟|应该|就|\bshi\b)*\s*(?:是|等于|为|=)?\s*(?:多少|几(?!位)|啥"
            rf"|什么(?!意思|单位|样|时候)|神马|哪个|duo ?shao|she?n ?me|\bji\b)"
        ),
    ),
    (
        "answer",
        (
            rf"^(?:求|要|来|交出|快给|给|上|看|快|我要|发|只要|please|pls|the|just the|gimme"
            rf"|[ !！])*{ANSWER}(?:呢|吧|啊|呀|拿来|给我|发我|来|please|pls|plz|now|[ !！?？.。,，~])*$"
        ),
    ),
    (
        "answer",
        (
            rf"(?:直接|干脆|快点?|赶紧|赶快|马上|立刻|痛快|zhi ?jie)\s*(?:就|地|的|点|给我"
            rf"|把它)?(?:告诉|说|讲|给|公布|报|gao ?su|shuo|gei)(?!.{{0,8}}{METHOD})"
        ),
    ),
    ("answer", r"(?:到底|究竟)(?:是|等于|有|得|选)*(?:多少|几(?!何|步|种)|哪个(?:选项|对|是对))"),
    (
        "answer",
        (
            r"(?<![不没他她它们妈爸师目题件])(?:告诉|告述|gao ?su)(?:我|wo).{0,12}(?:几(?!何|步|种)"
            r"|多少|数字|得几|duo ?shao)(?!.{0,4}(?:步|种|方法|条件))"
        ),
    ),
    (
        "answer",
        (
            r"(?:该|应该|题|这个|这|我|到底|要)?选(?:哪一?个|啥|什么|几|哪项)(?!.{0,3}(?:方法|公式"
            r"|式子|步骤|条件|未知数|数作|量|单位))"
        ),
    ),
    (
        "answer",
        (
            rf"(?:我|i)\s*(?:就|只|真的?|just|only|really|\s)*(?:想|要|需要|想要|想看|只看|want|need"
            rf"|wanna)(?:知道|看|听|抄|要|to know|to see|to have|\s)*(?:the|最终|最后|正确|标准|final"
            rf"|correct|right|的|\s)*{ANSWER}{SOUND}"
        ),
    ),
    (
        "answer",
        (
            r"(?:帮|替|给)我(?:把)?.{0,6}(?:做完|写完|做了|写了|做一下|算出来?|做出来|写作业|做作业"
            r"|解出来|做题)|你(?:来|帮我|直接)+(?:做|算|解|写)(?:吧|完|好|出来)|我(?:想|要|来)抄(?!题)"
        ),
    ),
    (
        "answer",
        (
            rf"(?:what'?s|what is|wats|whats|whts)\s+(?:the|ur|your|it|this)?\s*(?:final|correct|right"
            rf"|real)?\s*{ANSWER}(?! (?:mean|form|unit|called))"
        ),
    ),
    (
        "answer",
        (
            r"\bjust (?:tell|give|show|say)(?: it)?(?: to)?(?: me)?(?: (?:already|please|pls|it"
            r"|now))*\s*[.!]*$|(?:solve|do|finish|answer) (?:it|this|that|my homework|the (?:problem"
            r"|question|homework))(?: all)? for me|\bdo my homework\b"
        ),
    ),
    (
        "answer",
        (
            r"(?:show|give|tell) me (?:the )?(?:number|value|full working|whole solution)\b"
            r"|how (?:many|much) (?:is|are) (?:it|they|there) (?:exactly|really|already)"
        ),
    ),
    (
        "answer",
        (
            r"卖关子|绕弯子|兜圈子|直说(?!明)|老实交代|实话实说|懒得(?:想|做|算|动脑)|spit it out"
            r"|tell me already|c(?:'|o)?mo?n,? tell|what (?:number|value|letter) is it"
            r"|i give up,? (?:what|tell|just)|which (?:option|one|choice|letter) is (?:it|right"
            r"|correct|the)"
        ),
    ),
    (
        "answer",
        (
            r"\b(?:see|show|give|have|send|get)\b.{0,12}\b(?:answer )?key\b|\banswer (?:key|sheet)\b"
            r"|\banswer without\b|别(?:再)?(?:问|教|引导|废话|啰嗦|提示)我?了?[,，]?(?:直接|就|快|只)"
            r"|借我?抄|(?:就|只)(?:告诉|说|给)我?一?个(?:数|字母|选项|答案)"
        ),
    ),
    (
        "answer",
        (
            r"数(?:字|值)报|^.{0,8}(?:揭晓|剧透)|(?:final|exact|correct) (?:value|number)\b|\bsay it$"
            r"|你(?:就|快|赶紧|直接|干脆)说(?!得|的)|simply (?:say|tell)|(?:那个|这个)数(?:字"
            r"|值)?是(?:啥|几|多少|什么)|(?:答案|系统|后台|数据库).{0,4}(?:读|念|报|调)出来|(?:only"
            r"|just) the (?:number|value|letter)|(?:output|print|return|number|value).{0,20}\bonly\b"
        ),
    ),
    (
        "plead",
        (
            r"求求|求你|求您|跪求|求告[诉知]|求放过|拜托|拜讬|行行好|可怜可怜|发发善心|大发慈悲"
            r"|qiu ?(?:qiu|ni|nin)|bai ?tuo|\bbeg(?:ging)?\b|pretty please|pl+ea+se+ ?(?:pl+ea+se+)+"
            r"|我给你跪|好不好嘛|行不行嘛|好人一生"
        ),
    ),
    (
        "plead",
        (
            rf"(?:please|pls|plz|puh-?lease).{{0,40}}(?:{ANSWER}|tell me$|just this once|just once)"
            rf"|(?:就|最后)(?:这)?一次.{{0,12}}(?:告诉|{ANSWER}|嘛|吧|好)|just (?:this )?once"
        ),
    ),
    (
        "plead",
        (
            rf"(?:来不及|没时间|要迟到|明天要交|马上要交|快交了|要睡觉|好累|太难了|不会做|挨[打骂揍]"
            rf"|骂我|打我|揍我|罚我|running out of time|due (?:tomorrow|tonight|soon)|will fail"
            rf"|get in trouble|grounded|punish).{{0,30}}(?:{ANSWER}|直接|告诉我(?!.{{0,6}}{METHOD})"
            rf"|你就说|just tell|tell me)"
        ),
    ),
    (
        "plead",
        (
            r"(?:不|没)(?:告诉|说|给).{0,8}(?:我就|就会|我妈|我爸|老师会).{0,10}(?:哭|死|打|骂|揍|罚"
            r"|完了|退|投诉|差评)|(?:哭|死)给你看|投诉你|给你差评|卸载|(?:if you don'?t"
            r"|unless you).{0,30}(?:cry|fail|report|hurt|die|uninstall|complain)"
        ),
    ),
    (
        "answer",
        (
            rf"(?<![不没再他她它们妈爸师目文章学题件])告诉我(?!.{{0,12}}(?:{METHOD[3:-1]}|错|对不对"
            rf"|什么|第几|多少步|吗))|\btell me\b(?! (?:how|why|more|about|which|where|if|whether|when"
            rf"|a hint|the hint|what))"
        ),
    ),
    (
        "plead",
        (
            r"(?<![不没再他她它们妈爸师目文章学题件])告诉(?:我|一下)(?:嘛|吧|呗|好不好|行不行|好吗"
            r"|求)*[!！~。.]*$|(?:要是|如果|再|你)不(?:说|告诉|给).{0,6}我(?:就|不|会)|给你(?:钱|红包"
            r"|糖|点赞|好评)|\bi'?ll (?:pay|give|tip) you|(?:pl[sz]+|please)(?:[ ,!]+(?:pl[sz]+"
            r"|please))+|你最好了|最爱你了|帮帮忙.{0,6}(?:答案|告诉|说)"
        ),
    ),
)
