"""What pupils call the answer, the telling and the tellers: pieces of regular expressions over ``fold``-ed text."""

from __future__ import annotations

ANSWER = (
    r"(?:[答达搭打大][案按暗岸]|正解|谜底|得数|最[终后](?:的)?(?:结果|数字?|得数)|(?<!个)结果"
    r"|da ?'?an(?![a-z])|jie ?guo|"
    r"\ba+n+s+w*e*[rw]+s*\b|\bawnser\b|\banwser\b|\banswe\b|\bansew?r\b|\bsolutions?\b|\b(?:final )?result\b)"
)
TALK = (
    r"(?:告诉|告述|告速|告拆|说|讲|给|透露|公布|报|念|写|发|亮|揭晓|泄露|剧透|吐|供|交|讲出"
    r"|gao ?su|shuo|gei|tell|give|show|send|reveal|say|spill|provide|share|hand|leak|spoil"
    r"|write|type)"
)
FILL = (
    r"(?:看看?|看一下|[我俺咱你您]们?|下|一下|出来?|来|个|吧|me|us|out|up|over|wo|just"
    r"|directly|now|already|please|the|ur|your|an?|full|whole|最终|最后|正确|标准|完整|真正"
    r"|真实|final|correct|right|actual|real|的|这题|本题|[ ,，:：])"
)
METHOD = (
    r"(?:方法|办法|思路|提示|怎么|如何|为什么|为啥|公式|概念|哪[里儿一]|意思|定义|关系|步骤"
    r"|下一步|how|why|what .{0,12}means?|hint|clue|where|which step)"
)
SOUND = (
    r"(?!\s*(?:对|正确|错|合理|是否|是不是|为什么|为啥|怎么|如何|要不要|需要|需不需要|要带"
    r"|要写|单位|的单位|带|可以|能不能|有没有|里|中|会|是\s*[-\d]|为\s*[-\d]|is\s+[-\d]"
    r"|is (?:right|correct|wrong)|right|format|sheet|means|的(?:意思|检验|格式|形式)|检查|检验"
    r"|验证|和我))"
)
ROLE = (
    r"(?:老师|教师|家长|爸爸?|妈妈?|父亲|母亲|班主任|校长|教研员|管理员|开发者|开发人员|程序员"
    r"|作者|出题人|工程师|测试员|测试人员|测试者|教育局|督学|领导|主人|"
    r"创造者|设计者|审核员|系统管理员|助教|教练)"
)
ROLE_EN = (
    r"(?:teacher|dev(?:eloper)?|parent|mother|father|mom|mum|dad|admin(?:istrator)?|professor"
    r"|principal|engineer|tester|creator|author|owner|examiner|headmaster|researcher"
    r"|supervisor|prof|ta|tutor|coder|programmer)"
)
CODE = (
    r"(?:base ?-?64|二进制|十六进制|八进制|摩[斯尔]斯?|莫尔斯|morse|\bhex\b|binary|rot ?-?13"
    r"|ascii|unicode|密码|密文|暗号|暗语|emoji|表情|罗马数字|roman numerals?|拼音|"
    r"pinyin|反着|倒着|倒过来|反过来|backwards?|revers\w+|凯撒|caesar|火星文|藏头|首字母"
    r"|acrostic|谐音|手势|加密|encod\w*|encrypt\w*|cipher|空格隔开|隔开|拆开|逐字|spell"
    r"|sha ?256|md5|url ?编码|json|pig latin|(?:中间|之间)加|电码|汉字大写|拼出)"
)
LANGUAGE = (
    r"(?:英[语文]|日[语文]|法[语文]|德[语文]|韩[语文]|俄[语文]|西班牙[语文]|外语|文言文|粤语"
    r"|方言|french|spanish|german|chinese|japanese|english|latin|korean|another language)"
)
WORK = (
    r"(?:诗|歌|儿歌|故事|童话|对联|谜语|作文|小说|剧本|段子|顺口溜|口诀|绕口令|poem|haiku|song"
    r"|story|riddle|rap|limerick|script|rhyme|joke|代码|程序|python|program|code|翻译"
    r"|translat\w+)"
)
SUBJECT = (
    r"(?:那么?|请问|你?就?告诉我|你就说|只说|它|他|答案|结果|这个数|得数|是不是|有没有|会不会"
    r"|到底|是|应该|呢|难道|到底|[ ,，])"
)
N = r"[-\d一二三四五六七八九十百两千./]+"
