"""Words that exports use around dishes, in the form of ``key_of``."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DISHES = _words(
    "dishes dishlist items itemlist menu menus menuitems foods food foodlist spus spulist goods goodslist "
    "products productlist productspulist spuinfos hasmenuitem dish meals 菜品 菜品列表 菜单 菜肴 菜 商品 "
    "商品列表 餐品 菜品信息 菜谱 单品"
)
"""Hold dishes."""
GROUPS = _words(
    "categories categorylist category groups grouplist sections menusections hasmenusection foodsputags "
    "foodsputag menucategories classes taglist spugroups 分类 类别 分类列表 菜品分类 类目 categorys"
)
"""Hold groups (categories) of dishes."""
WRAPPERS = _words(
    "data result results response body payload content contents list rows records page root value entries "
    "数据 结果 列表 内容"
)
"""Say nothing about what they hold."""
STORES = _words("stores storelist shops restaurants branches 门店 分店 店铺 门店列表 分店列表")
"""Hold the stores of a bundle."""
FAQ = _words("faq faqs faqlist qa qas questions 常见问题 问答 常见问答 问答列表")
"""Hold the questions of a bundle."""
OTHER = _words(
    "seller shop store merchant restaurant poi poiinfo 商家 店家 商户 餐厅 餐馆 staff users 员工 ratings "
    "comments reviews 评价 评论 coupons promotions activities 优惠 优惠券 活动 orders 订单 meta metadata "
    "config addons addon modifiers modifiergroups toppings 加料 加料列表 小料 stock 库存 images pictures "
    "supports infos"
)
"""Hold things that have names and prices too but are no dishes."""
EVIDENCE = _words(
    "price price_cents lowest_price original_price price_text ingredients allergens tastes spice "
    "default_spice prep_minutes sizes unit portion signature"
)
"""Fields that only dishes have: a name alone may belong to anything."""
PRICES = _words("price price_cents lowest_price price_text sizes")
"""Fields that give a price."""
STRONG = _words("菜名 菜品名称 菜品名 菜品 dish dishname foodname spuname 餐品名称")
"""Names that only dishes have."""
PLACE = _words("address 地址 phone tel telephone 电话 latitude 纬度 lat")
"""Fields of a store."""
STOCK = _words("quantity soldout stock 库存 售罄 余量 数量")
"""Fields of a stock record."""
CATEGORIES = _words("凉菜 热菜 冷菜 荤菜 素菜 主食 汤品 汤羹 小吃 饮品 饮料 酒水 甜品 点心 川菜 粤菜 湘菜 海鲜 面食")
"""Categories that a written menu may give in passing."""
NOT_LABELS = _words("菜 商品 产品 美食 推荐 招牌 特色菜 招牌菜 推荐菜 必点 供应 价 起 辣 菜品 菜单")
"""Names of columns that in prose begin sentences."""
