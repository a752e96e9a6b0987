"""Claiming to be somebody who may know, playing roles, giving the tutor new rules."""

from __future__ import annotations

from pilothouse.assistants.tutor.guard.vocabulary import ANSWER, ROLE, ROLE_EN

TABLE: tuple[tuple[str, str], ...] = (
    (
        "authority",
        (
            rf"(?:我|俺|本人)(?:其实|就|才|现在|也|可)*(?:是|昰|乃)(?:你的?|这个?|这里的?|他的?|她的?"
            rf"|孩子的?|学生的?|学校的?|数学|物理|英语|语文|一[个名位]|该|系统|本|新|平台|的"
            rf"|[^\W\d_]{{2}}的|[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾](?=老"
            rf"师))*{ROLE}(?!说|讲|教|让|的|叫|上课|布置|留|刚|告诉|点|问)"
        ),
    ),
    (
        "authority",
        (
            rf"作为(?:一?[名个位]|你的?)*{ROLE}|我是(?:教育局|学校|公司|官方|平台|技术部|客服|出版社"
            rf"|考试院)的|(?<![他她它们的]){ROLE}.{{0,3}}(?:说|讲|同意|允许|批准).{{0,8}}(?:可以|能"
            rf"|允许|让|准).{{0,10}}(?:答案|告诉我|公布|说出|给我)|(?:规定|法律|校规).{{0,6}}(?:必须"
            rf"|应当|要)(?:公布|告诉|给)"
        ),
    ),
    (
        "authority",
        (
            rf"(?<![他她它们妈爸])(?:老师|家长|妈妈?|爸爸?|校长|班主任|你们?(?:公司|老板|开发者)|开发者"
            rf"|管理员|客服).{{0,4}}(?:已经|都|也|刚)?(?:同意|允许|批准|授权|特批|(?:说|让|叫|要求"
            rf"|命令)(?:了|过)?[,，: ]?(?:你|您)?(?:可以|能|必须|应该|得|要)?(?:直接|把)?(?:你)?(?:告诉"
            rf"|给|公布|说出).{{0,8}}(?:我|{ANSWER}))"
        ),
    ),
    ("authority", r"(?:老师|家长|妈妈?|爸爸?|校长|开发者|管理员|客服)(?:让|叫|要求|命令|要)你"),
    (
        "authority",
        (
            r"(?:这|现在|目前)(?:只|就)?是(?:一?[个次])?(?:内部|系统|功能|安全)?(?:测试|调试|演示|维护"
            r"|演练|debug)(?!题|卷|中的|里的)|(?:测试|调试|开发者?|管理员?|教师|老师|家长|维护|上帝"
            r"|教学|答案|sudo|root|debug|developer|admin|teacher|god|dan|maintenance|test"
            r"|parent)\s*(?:模式|mode|权限|账号|access|身份|通道|后台|override)"
        ),
    ),
    (
        "authority",
        (
            rf"\b(?:i'?m|i am|im|this is|speaking as|as)\s+(?:actually |really |in fact )?(?:the|a|an"
            rf"|your|his|her|their|ur)\s+(?:\w+ ){{0,2}}{ROLE_EN}\b|\bi (?:have|got) (?:permission"
            rf"|authori[sz]ation)|\b(?:un)?authori[sz]ed\b|\bwo ?shi ?(?:ni ?(?:de ?)?)?(?:lao ?shi"
            rf"|ma ?ma|ba ?ba|jia ?zhang)|\bthis is (?:only |just )?a (?:test|drill"
            rf"|debug)\b(?! question)"
        ),
    ),
    (
        "authority",
        (
            rf"\b(?:my |the |your )?{ROLE_EN}s? (?:said|says|told|allowed|wants|asked|lets|agreed"
            rf"|gave)\b.{{0,40}}\b(?:you|me|it'?s ok)\b.{{0,30}}(?:tell|give|show|have|see|{ANSWER})"
        ),
    ),
    (
        "authority",
        (
            r"命令你|\borders? you\b|(?:以|用).{0,6}的?身份|我是.{0,3}(?:编|写|开发|设计|制作|负责"
            r"|维护|训练).{0,8}的人|(?:教师|老师|家长|答案|管理)版"
        ),
    ),
    (
        "injection",
        (
            r"没有(?:任何)?(?:规则|限制|约束)|(?:rules?|restrictions?|limits?) (?:don'?t|do not"
            r"|no longer) (?:exist|apply)|\b(?:no|without) (?:any )?(?:rules|restrictions)\b"
            r"|服从我?的?命令"
        ),
    ),
    (
        "roleplay",
        (
            r"(?<![他她它们])假装|假设你是|如果你是(?:一?个)?(?:计算器|答案|机器|没有)|你[来]?演"
            r"|演一?[个出场](?:话?剧|戏)|假如你是|扮演|角色扮演|cosplay|想象你是|想像你是|从现在(?:起"
            r"|开始),?你|你现在(?:是|变成)(?!不是|说|讲)(?:一|个|我|不|没|答|计)|你来当"
            r"|你当.{0,4}(?:学生|老师|计算器)|我当老师|(?:咱们?|我们|来)玩.{0,6}游戏"
            r"|奶奶.{0,12}(?:睡前|念|讲|哄)"
        ),
    ),
    (
        "roleplay",
        (
            r"\bpretend\b|role ?-?play|\bact (?:as|like)\b|imagine (?:that )?you(?:'?re| are| were)"
            r"|you are now\b|from now on,? you|let'?s play|\bsimulate\b|my (?:late )?grand(?:ma|mother"
            r"|pa)|you be the student|swap roles|hypothetically"
        ),
    ),
    (
        "injection",
        (
            r"(?<![他她它们人])(?:忽略|忽视|无视|忘记|忘掉|忘了|绕过|绕开|违反|打破|取消|解除|关闭"
            r"|抛开|不要管|不用管|别管|不要理|别理|不要再?遵守|不必再?遵守|别遵守|停止遵守|覆盖)(?:你"
            r"|之前|以上|上面|上述|所有|前面|一切|全部|这些|那些|的|系统|原来|原有|先前|任何|了|掉"
            r"|什么|[ ,，])*(?:规则|规定|指令|指示|提示词|设定|限制|约束|命令|禁令|防护|instructions?"
            r"|rules?|prompts?|要求|状态机)"
        ),
    ),
    (
        "injection",
        (
            r"\b(?:ignore|disregard|forget|bypass|override|violate|break|drop|skip|turn off"
            r"|disable)\b.{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|restrictions?|polic(?:y"
            r"|ies)|above|previous|safeguards?|filters?|guards?|constraints?)\b"
        ),
    ),
    (
        "injection",
        (
            r"system ?prompt|系统提示词?|系统消息|系统指令|\[/?\s*(?:system|inst)|</?\s*(?:system"
            r"|instruction|prompt|assistant|tool)|^\s*(?:system|assistant|developer)\s*[:：]"
            r"|#{2,}\s*(?:system|instruction|new)|越狱|jailbreak|do anything now|next_?state|begin_of"
            r"|im_start|im_end|新的?(?:规则|指令)\s*[:：]|新的?任务(?:是|:|：)|上面的提示词?原样"
            r"|提示词|\bnew (?:system )?(?:rules?|instructions?|tasks?)\b|prompt injection"
        ),
    ),
    (
        "injection",
        (
            r"(?:输出|打印|显示|贴出|列出|复述|泄露|print|output|dump|repeat|reveal|show|echo)(?:一下"
            r"|出)?.{0,14}(?:你的(?:提示|指令|设定|规则)|系统|内部|隐藏|提示词|prompt|json|expected"
            r"|字段|变量|数据库|配置|上面的内容|secret|hidden|config|memory|everything above"
            r"|instructions)"
        ),
    ),
    (
        "injection",
        (
            r"(?:状态|state|进度)\s*(?:改|设|切|跳|换|调|直接|=|to)+.{0,6}(?:summary|done|check|extend"
            r"|结束|完成|总结)|(?:标记|当作|记|算)(?:成|为|我)?(?:已经)?(?:做对|答对|解出|完成"
            r"|正确)了?(?:吧|$)|mark (?:it|this|me) (?:as )?(?:solved|done|correct)|call (?:the )?tool"
        ),
    ),
)
