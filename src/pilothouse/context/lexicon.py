"""Words by which facts are told from other words."""

from __future__ import annotations

# Behind a numeral they make it an amount. Longer ones first: the pattern takes the first that fits.
MEASURES = (
    "人民币|个人|公里|千米|公斤|千克|毫升|厘米|毫米|平方米|平米|分钟|小时|星期|个月|块钱|美元|欧元|日元|港元|元|块|角|毛|分|厘|折|成|倍|"
    "年|月|日|号|天|周(?![一二三四五六日天末])|点|时|秒|岁|个|位|人|名|口|份|盘|碗|杯|瓶|斤|两|克|吨|升|米|次|遍|张|桌|件|套|条|只|本|页|章|节|"
    "款|台|部|辆|间|层|楼|家|道|种|把|箱|包|盒|双|颗|枚|门|题|步|级|届|轮|项|股|户|车|排|座|组|课|票|场|笔|单|度"
)

# Units that mean the same, in the form facts are compared by.
SAME_UNIT = {
    "块": "元", "块钱": "元", "人民币": "元", "cny": "元", "rmb": "元", "yuan": "元", "¥": "元", "￥": "元",
    "$": "美元", "usd": "美元", "dollar": "美元", "dollars": "美元", "€": "欧元", "eur": "欧元", "euro": "欧元",
    "euros": "欧元", "毛": "角", "号": "日", "时": "点", "个月": "月", "星期": "周", "小时": "h", "秒": "s",
    "千克": "公斤", "kg": "公斤", "克": "g", "千米": "公里", "km": "公里", "米": "m", "平米": "平方米",
    "位": "人", "名": "人", "个人": "人", "个": "",
}  # fmt: skip

# The most frequent Chinese surnames.
SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方"
    "石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文"
)

# English words that are no names even with a capital letter.
_COMMON = """
a about add after afternoon again all also always an and another any anything are aren't as at be because before best
book both bring but by bye call can can't cancel change check close come cool could couldn't did didn't do does
doesn't don't done each evening every everyone false few find first for from get give go going good goodbye great had
has have he he's hello here hey hi how however i i'd i'll i'm i've if in is isn't it it's its just keep last later let
let's like look make many may maybe me more morning most much my need never new next nice night no not note nothing
now of oh ok okay on one only open or order other our out pay perfect please put really remember right same see send
she she's should show since so some someone something soon sorry sounds still such sure take tell than thank thanks
that that's the their them then there there's these they they're this those though through to today tomorrow tonight
too true try under until up us use very want was wasn't we we're welcome well were what what's when where which while
who whose why will with within without won't would wrong yeah yes yesterday yet you you're your
"""
COMMON = frozenset(_COMMON.split())

_WORDS = """
two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15
sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80
ninety 90 dozen 12 hundred 100 thousand 1000 million 1000000 billion 1000000000
"""
# English number words; "one" is left out, it is mostly a pronoun.
WORD_NUMBERS = dict(zip(_WORDS.split()[::2], _WORDS.split()[1::2], strict=True))
