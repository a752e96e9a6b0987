"""What the templates of ``semantic_opposites.py`` are filled with: each with several, several with each."""

# ruff: noqa: E501

from __future__ import annotations

PRODUCTS = [
    "扫地机器人",
    "静音小风扇",
    "机械键盘",
    "空气炸锅",
    "电动牙刷",
    "儿童手表",
    "血压计",
    "行李箱",
    "破壁机",
    "降噪耳机",
    "咖啡机",
    "投影仪",
    "跑步机",
    "婴儿推车",
    "登山鞋",
    "洗碗机",
    "电饭煲",
    "显示器",
    "加湿器",
    "台灯",
    "剃须刀",
    "帐篷",
    "鱼缸过滤器",
    "平板电脑",
    "智能门锁",
]
BRANDS = [
    "小米",
    "华为",
    "戴森",
    "飞利浦",
    "美的",
    "格力",
    "海尔",
    "苏泊尔",
    "九阳",
    "索尼",
    "松下",
    "石头",
    "科沃斯",
    "徕芬",
    "倍思",
    "罗技",
    "雷蛇",
    "vivo",
    "OPPO",
    "荣耀",
]
THINGS = ["quiet desk fan", "robot vacuum", "air fryer", "electric toothbrush", "blood pressure monitor", "carry-on suitcase", "espresso machine", "projector", "treadmill", "stroller", "hiking boots", "dishwasher", "rice cooker", "monitor", "humidifier", "desk lamp", "shaver", "tent", "tablet", "smart lock"]  # fmt: skip
MAKERS = [
    "Xiaomi",
    "Huawei",
    "Dyson",
    "Philips",
    "Sony",
    "Panasonic",
    "Roborock",
    "Logitech",
    "Razer",
    "Samsung",
    "Bosch",
    "Anker",
]
MODELS = [
    ("iPhone 15", "iPhone 16"), ("小米手环8", "小米手环9"), ("华为Mate60", "华为Mate70"), ("RTX 4060", "RTX 4070"),
    ("戴森V12", "戴森V15"), ("索尼WH-1000XM4", "索尼WH-1000XM5"), ("石头P10", "石头G20"), ("iPad Air", "iPad Pro"),
    ("Redmi K70", "Redmi K80"), ("小米14", "小米14 Pro"), ("iPhone 16 Pro", "iPhone 16 Pro Max"), ("AirPods 3", "AirPods 4"),
    ("罗技G304", "罗技G502"), ("大疆Mini 3", "大疆Mini 4"), ("Kindle 11", "Kindle 12"), ("Switch", "Switch 2"),
]  # fmt: skip
PERSONS = [
    ("老人", "儿童"), ("我妈", "我爸"), ("宝宝", "老人"), ("孕妇", "学生"), ("女朋友", "男朋友"), ("小孩", "成人"), ("爷爷", "奶奶"),
    ("新手", "专业玩家"), ("我老婆", "我老公"), ("三岁孩子", "八岁孩子"), ("糖尿病人", "高血压病人"), ("左撇子", "右撇子"),
]  # fmt: skip
WHO = [
    ("my mom", "my dad"), ("kids", "seniors"), ("a student", "a teacher"), ("a baby", "a toddler"), ("beginners", "experts"),
    ("my wife", "my husband"), ("left-handed people", "right-handed people"), ("cats", "dogs"),
]  # fmt: skip
ASPECTS = [
    ("优点", "缺点"), ("价格", "口碑"), ("续航", "噪音"), ("保修期", "使用寿命"), ("重量", "尺寸"), ("好评", "差评"), ("功率", "容量"),
    ("安装方法", "拆卸方法"), ("优势", "劣势"), ("配件", "颜色"),
]  # fmt: skip
SIDES = [
    ("advantages", "disadvantages"), ("price", "weight"), ("pros", "cons"), ("battery life", "noise level"), ("warranty", "size"),
    ("benefits", "drawbacks"), ("power", "capacity"), ("good reviews", "bad reviews"),
]  # fmt: skip
RULES = [
    "打车",
    "住宿",
    "加班",
    "年假",
    "病假",
    "调休",
    "报销",
    "请假",
    "出差",
    "培训",
    "停车",
    "宿舍",
    "居家办公",
    "试用期",
    "体检",
    "访客",
    "补贴",
    "快递",
    "班车",
    "会议室",
]
DISHES = [
    "宫保鸡丁",
    "牛肉面",
    "麻婆豆腐",
    "清蒸鲈鱼",
    "红烧肉",
    "酸辣土豆丝",
    "水煮鱼",
    "扬州炒饭",
    "糖醋排骨",
    "凉拌黄瓜",
    "小笼包",
    "烤鸭",
    "蒸饺",
    "豆浆",
    "酸梅汤",
]
INGREDIENTS = [
    ("香菜", "葱"),
    ("花生", "芝麻"),
    ("牛肉", "猪肉"),
    ("辣椒", "花椒"),
    ("鸡蛋", "牛奶"),
    ("蒜", "姜"),
    ("虾", "蟹"),
    ("糖", "盐"),
]
VERBS = [
    ("打开", "关闭"), ("开", "关"), ("安装", "拆卸"), ("申请", "取消"), ("连接", "断开"), ("上传", "下载"), ("锁定", "解锁"), ("绑定", "解绑"),
    ("增加", "减少"), ("调高", "调低"), ("启用", "停用"), ("升级", "降级"),
]  # fmt: skip
OBJECTS = ["童锁", "蓝牙", "自动更新", "定时", "夜灯", "静音模式", "通知", "定位", "省电模式", "热点", "指纹锁", "亮度"]
ACTS = [
    ("turn on", "turn off"), ("open", "close"), ("enable", "disable"), ("connect", "disconnect"), ("install", "remove"),
    ("increase", "decrease"), ("lock", "unlock"), ("raise", "lower"),
]  # fmt: skip
PARTS = [
    "child lock",
    "bluetooth",
    "auto update",
    "timer",
    "night light",
    "silent mode",
    "notifications",
    "location",
    "hotspot",
    "brightness",
]
