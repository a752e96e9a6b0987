"""The words by which guests say what they always or never eat, and by which they only wish, ask or suppose."""

from __future__ import annotations

import re

from pilothouse.assistants.menu.taste import Kind

CLAUSE = re.compile(r"[^，,。.;；!！?？\n]+[?？]?")
# Speech comes without commas: where another clause may begin.
TAIL = re.compile(
    r"(?<=过敏)(?=(?:能|可以|可不可以|能不能)吃)|(?<=[^\s不别要])(?=有什么|有啥|有没有|有哪些|能点|能吃(?:什么|啥|哪)|(?:可以|能)吃吗|可以(?:点|"
    r"吃什么)|推荐|给我|帮我|来[一两份个点碗盘]|你们?(?:有|能|给|帮|看)|别[放加]|不要[放加]|也不|也对|"
    r"而且|并且|但是?|不过(?!敏)|因为"
    r"|(?:\b(?:but|so|and i|what|which|can you|could you|do you|please)\b))"
)
FILLER = re.compile(
    r"^(?:嗯+|啊|哦|那个?|对了|其实|因为|不过(?!敏)|但是?|还有|另外|而且|并且|然后|所以|主要是?|就是|"
    r"顺便(?:说(?:一下)?)?|跟(?:你|您)们?(?:说|讲)(?:一下|一声)?|提醒(?:你|您)们?(?:一下)?|告诉(?:你|"
    r"您)们?|注意|你好|您好|服务员|(?:老板娘?|师傅|小哥|大[姐哥]|阿姨|美女|帅哥)(?=[,，我])|请|麻烦|也|"
    r"hi|hello|by the way|well|also|and|but|so|please|just so you know|actually|fyi)[\s:：]*"
)
REMEMBER = re.compile(
    r"^(?:请|帮我|给我|你要|你|您|麻烦|以后|一定要?|要)*(?:记住|记一下|记下来?|记着|记得|记好|"
    r"别忘[了记]?|不要忘[了记]?|please remember|remember|don'?t forget|keep in mind|note)(?:一下|了|"
    r"啊| that)?[\s:：]*"
)
QUESTION = re.compile(
    r"[?？]|吗|[么呢]$|什么|啥|哪|怎么(?!吃|爱|喜欢|能)|多少|几[个份道样种]|谁|有没有|"
    r"([能会吃爱要是行好辣])不\1|可不可以|喜不喜欢|^(?:is|are|can|could|do|does|should|am|will|"
    r"would)\b|\b(?:what|which|how|who|can i|should i|do you)\b"
)
SUPPOSED = re.compile(
    r"如果|要是|假如|假设|万一|的话|不是(?:我)?(?:不|过敏)|听说|据说|容易过敏|引起|导致|并非|并不是|"
    r"没说|说过|不可能|不觉得|不认为|没有?不|不会不|(?:别|不[用要])再?提醒|软饭|嗟来|\bsuppos|\bimagine|谁说|不是真的?(?:不|要)|的人|人士|\bif\b|\bpeople\b|(?:想|要)吃"
)
PASSING = re.compile(
    r"今[天晚儿早]|中午|晚上|这[次顿回餐]|这会儿|最近|这[几两]天|这阵子|这段时间|暂时|目前|昨天|明天|以前|"
    r"小时候|曾经|之前|过去|刚才|today|tonight|this time|right now|lately|recently|used to|for now"
)
KIN = (
    r"(?:老婆|老公|媳妇|爱人|太太|先生|丈夫|妻子|对象|女朋友|男朋友|女友|男友|[妈爸]{1,2}|母亲|父亲|爷爷|"
    r"奶奶|外公|外婆|姥姥|姥爷|爸妈|父母|公公|婆婆|岳[父母]|丈母娘|丈人|儿子|女儿|闺女|孙[子女]|外孙女?|侄[子女]儿?|外甥女?|"
    r"孩子|小孩|小孩子|宝宝|娃|小朋友|老人|[大小]?[舅姨姑叔伯婶嫂]{1,2}(?:[妈父子母爷]|妹)?|[表堂][哥姐弟妹]+|"
    r"朋友|同事|同学|室友|邻居|搭档|队友|闺蜜|哥们?|姐|弟弟?|妹妹?|家人|家里人?|客户|客人|领导|老板|老师)"
)
RELATIVE = re.compile(
    rf"^(?:这边|这里|这次|今天|其中|里面|我们?|咱们?|[他她](?=的|[妈爸老女男儿])|有|还有|的|家|个|一个|"
    rf"一位|这个|那个|位|是|隔壁|同桌|(?:跟|和|陪)我?(?:一起|一块儿?|同桌)?(?:来|吃饭|吃)?的){{0,4}}{KIN}(?![饼菜蹄娃]|糖(?!尿))(?:[他她](?!们))?"
    r"|^(?:隔壁|同桌|对面)(?:桌|的)*(?:[老小][\u4e00-\u9fff])?"
    r"|^(?:[老小阿][\u4e00-\u9fff]|[\u4e00-\u9fff](?:总|老师|经理|姐|哥|阿姨|叔叔?|工|董))(?=对|不|吃|从|也|都|海|花)"
)
OTHER = re.compile(
    rf"{RELATIVE.pattern}"
    r"|^(?:[他她]们?|(?:我|咱|你|您)(?:们(?:一?家)?|俩|仨)|你|您|(?:我们?)?(?:这[里边桌]|桌上)?有(?:个|一个|一位|位)?人)"
    r"|^(?:大家|家里)"
    r"|^(?:my (?:wife|husband|son|daughter|kids?|child|children|friends?|mom|mother|dad|father|"
    r"girlfriend|boyfriend|partner|colleague|boss|guest)|one of us|he|she|they|we|our|someone|"
    r"everyone|you)\b"
)
WHOSE = re.compile(r"^(?P<what>.+?(?:过敏|不吃.+?|不能吃.+?))的(?:人)?是(?P<who>[^,，是]+)$")
# What comes before the consequence: 我胃不好，不能吃辣.
REASON = re.compile(
    r"胃|肠|痛风|血[压糖脂]|糖尿|高血|怀孕|孕|医生|体质|信[佛教主]|教徒|口味|肾|肝|牙|病|刚?做[完了]手术|上火|嗓子|过敏$|"
    r"减肥|健身|说错|记错|搞错|弄错"
)
FIRST = re.compile(
    rf"^(?:我(?:和|跟|与)我?的?{KIN}|我(?:自己|本人|个人|这个?人)?|本人|俺|i'?m\b|i'?ve\b|i)(?![们俩仨])\s*"
)
HABIT = re.compile(
    r"从来|从不|从小|一向|向来|一直|一辈子|天生|平时|平常|一般|通常|再也|以后|往后|永远|每次|一律|always|"
    r"never"
)
ALWAYS = re.compile(r"以后|往后|永远|每次|一律|从今|从此|再也|always|from now on")
# Predicates of a lasting dislike; "不要", "别放" and "不想吃" are wishes.
AVOID = re.compile(
    r"(?:从|都|也|就)*不(?:能|可以|可|太|大|怎么|敢|会|准|让|再)*(?:能|会|敢)?(?:吃|喝|碰|"
    r"沾)(?:得?[了惯来](?!不))?|[吃喝碰沾]不(?:得|了|惯|来)|(?:不(?:太|怎么|大|是很|是特别|是太)?(?:喜欢|"
    r"爱)|(?:最|很|特别|非常)*(?:讨厌|反感|痛恨|恨|(?<!麻)烦))(?:吃|喝)?|忌口?(?:的?是)?|戒(?=[荤肉酒糖奶])|"
    r"(?:接受|忍受|受)不了(?:吃)?|闻不(?:得|了)|怕(?=辣)"
    r"|(?:do(?:es)?n'?t|do(?:es)? not|can'?t|cannot|can not|never|mustn'?t) (?:really )?(?:eat|drink|"
    r"have|like|stand|handle|do|take)|\b(?:hates?|dislikes?|avoids?)\b|not (?:a )?(?:big )?fan of"
)
WISH = re.compile(r"(?:不要|别|不用)(?:再)?(?:给我)?(?:放|加|有)?|no\b|without")
LOVE = re.compile(
    r"(?<!不)(?<!不太)(?<!不怎么)(?<!不是很)(?<!不大)(?:喜欢|爱|钟爱|偏爱|偏好)(?:吃|喝)?|"
    r"(?<!d )(?<!would )(?<!don't )\b(?:love|like|enjoy|adore|am (?:a )?(?:big )?fan of)(?: to eat|"
    r" eating| to drink| having)?\b"
)
MEATLESS = re.compile(
    r"^(?:是个?|一直|一向|平时|从小|现在|都|只|信佛|常年|长期|已经|开始|,)*(?:(?<!不)吃(?:全|净|长|纯|"
    r"长年)?(?:素|斋)(?:的|了)?|素食(?:者|主义者?)|只吃素)$|^(?:am |'m |are |'?re |is |'?s )?(?:a |"
    r"an )?(?:strict )?vegetarians?$|^(?:don'?t|do not|never) eat (?:any )?meat$"
)
VEGAN = re.compile(
    r"^(?:是个?|一直)?(?:纯素(?:食)?(?:者|主义者?)|严格素食(?:者|主义者?))$|^"
    r"(?:am |'m |are |'?re |is |'?s )?(?:a )?(?:strict )?vegans?$"
)
HALAL = re.compile(
    r"^(?:是个?)?(?:回民|回族人?|回族的|穆斯林|信伊斯兰教的?|吃清真的?|只吃清真的?)$|^(?:am |"
    r"'m )?(?:a )?muslim$|^(?:only )?eat (?:only )?halal(?: food)?$"
)
MILD = re.compile(r"(?:(?:只|最多|顶多)?(?:能|可以)?(?:吃|接受)(?:得了)?(?:一?点点?|一丁点)辣)")
LEVEL = re.compile(
    r"(?:一般|平时|平常|通常|习惯|每次|都|只|只能|最多|向来|一向|always|usually)+(?:都|只|就)?(?:能|"
    r"可以)?(?:吃|要|点|来|喜欢|选|是|接受|order|eat|have)?(?P<level>不辣|微微?辣|中辣|特辣|mild|medium)"
)
ABLE = re.compile(
    r"(?:现在|已经|又|终于|重新|开始|都|也|慢慢)*(?:能|可以|敢|会)(?:吃|喝|碰)(?P<what>.+?)(?:了|啦)?$|"
    r"(?:现在|又|已经|重新|开始)+(?:开始|又|也|都)*(?:吃|喝)(?P<again>[^了]+?)(?:了|啦)$|(?:can )?(?:eat|"
    r"drink|like) (?P<english>.+?) (?:now|again)$"
)
# 不讨厌香菜, 才不怕辣, don't hate: what such a word follows is no aversion.
DENIED = re.compile(r"(?:不(?:是|算|怎么|太|大)*|没有?|没那么|don'?t|do not|not)\s*(?:很|特别|那么|really)?\s*$")
AVERSION = re.compile(r"讨厌|反感|恨|烦|受不了|忍受|怕|闻不|hate|dislike|avoid")
NO_MORE_AVOIDING = re.compile(r"不(?:再|用|需要|用再)?忌口了$|没有?(?:什么)?忌口了$")
MEAT_AGAIN = re.compile(
    r"(?:不(?:再)?吃(?:全|纯|长)?[素斋]|不是?素食(?:者|主义者?)|(?:开始|又|现在|能|可以)+吃[荤肉])了"
)
SICKENED = re.compile(r"(?:一)?(?:闻到?|看[到见]|吃到?)(?P<what>.+?)(?:的味道?)?(?:就|都)(?:想吐|恶心|反胃|难受)")
# Reactions that are called allergies by nobody who has one.
REACTION = re.compile(
    r"(?:一)?(?:吃|喝|碰)(?:了|到)?(?P<what>[^,，]+?)(?:了)?(?:就|会|都|容易|老|总)+(?:浑身|全身|嘴|嘴唇|脸|喉咙|嗓子|身上)?"
    r"(?:[起长发出](?:红|小)?疹子?|起荨麻疹|荨麻疹|发痒|痒|肿|发肿|喘|呼吸困难|休克)"
)
FREE_FROM = re.compile(r"^(?:am |'m |eat |have to be |need to be )?(?P<what>gluten|dairy|nut|lactose|peanut)[- ]free$")
UNFIT = re.compile(r"^(?P<what>.+?)(?:我|我是|是)?(?:真的?|实在|绝对|千万|都|也|就)*(?:不行|碰不得)(?:的|了|啊)?$")
NO_ALLERGY = re.compile(
    r"outgrown (?:my |the |an? )?(?P<eight>[a-z ]+?) allerg|^(?P<seven>[^,，对]+?)我?(?:并|又|也|都)*不过敏的?$|"
    r"(?:没有?|无|不是)(?:对)?(?P<five>[^,，]+?)过敏(?:史|症|的?情况)?$|不是(?:真的?)?对(?P<six>[^,，]+?)过敏的?$|"
    r"(?:对(?P<one>.+?))?(?:已经|现在|早就|早|都|也)*不(?:再|会)?过敏(?P<done>了|啦)?|"
    r"不(?:再)?对(?P<two>.+?)过敏(?:了|啦)?|(?P<three>.+?)过敏(?:已经|早就|早|都)*(?:好|治好|没|痊愈)了|"
    r"(?:not|no longer|n't) allergic(?: to (?P<four>.+?))?(?: any ?more| now)?$"
)
ALLERGY = re.compile(r"过敏|不耐受?|allerg|intoleran")
NO_FOOD = re.compile(
    r"花粉|青霉素|头孢|药|阿司匹林|尘|螨|[猫狗]|毛$|紫外线|阳光|乳胶|金属|化妆品|香水|冷空气|体质|皮肤|鼻|"
    r"[你您他她这那]|严重|容易|有点|食物$|东西|钱|班$|工作|学习|老板|领导|人$|话|事$|账|单$|^[a-z]{1,2}$|周[一二三四五六日]|"
    r"任何|什么|帅|美女|早起|加班|[你您]们?家|mondays?|work|money|you|people|homework|nonsense|mornings?"
)
POLITE = r"^(?:请|帮我|给我|麻烦|你|您|可以|能|能不能|可不可以|可否|就|那|都|现在|could you|can you|please)*\s*"
ERASE = r"(?:取消|忘掉|忘了|忘记|删掉|删除|删了|删|清空|清除|清掉|清了|抹掉|抹去)"
FORGET = re.compile(
    rf"{POLITE}(?:{ERASE}|别再?记(?:住|着|录)?|不[用要]再?记(?:住|着|录)?|forget(?: that)?|"
    rf"don'?t remember(?: that)?|delete|erase|clear|wipe)(?P<what>.+?)(?:吧|了)?$|"
    rf"{POLITE}(?:把|将)?(?P<object>.+?)(?:[你您]|都|全部|全|给)*(?:{ERASE})(?:吧|了|掉)*$"
)
ASKED = re.compile(r"(?:好吗|可以吗|行吗|好不好|行不行|吗|吧|啊|呗)+[?？]?$|[?？]$")
MEMORY = re.compile(
    r"口味|偏好|喜好|忌口|过敏(?:记录|信息|史)|饮食|记忆|关于我|我的?(?:个人)?(?:信息|资料|记录|历史|"
    r"数据)|点(?:餐|单|菜)(?:记录|历史)|tastes?\b|preferences?|profile|memory|about me|my (?:data|history|"
    r"allerg)"
)
PARTS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"忌口|不吃的"), "dislikes"),
    (re.compile(r"过敏|allerg"), "allergies"),
    (re.compile(r"点(?:餐|单|菜)|order history"), "ordered"),
)
LONE = frozenset("面粉粥藕笋醋糖酒肉")  # single characters that name a food, though no group does
END = re.compile(
    r"(?:的(?:东西|菜|食物|那种)?|了|啊|呀|哦|哈|呢|嘛|吧|啦|味道?|这种|那种|之类|们|everything|food|"
    r"dishes|stuff|at all|very much|a lot|really|anymore|any more)+$"
)
BEFORE = re.compile(
    r"(?:以前|本来|原来|从前)(?:都|从来)?不(?:能|敢|爱|喜欢)?吃(?P<what>[^，,]+?)[，, ]*(?:但是?|可是|不过)?(?:我)?"
    r"(?:现在|后来)(?:又|都|也|能|可以|爱|喜欢)*吃了"
)
ADVERBS = re.compile(r"最|很|特别|比较|超|挺|真的|一直|非常|都|也|就|还|尤其|平时|一向|从小|really|just|always|also")
