"""Names that menus give to the fields of a dish."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from pilothouse.assistants.menu.importing.text import shorten, simplify
from pilothouse.contracts.errors import UsageError

# Written without spaces, underscores and hyphens, in lower case and simplified characters. Within a field the
# earlier name wins when a record has several (a platform writes both "dish_name" and "name").
_NAMES: dict[str, str] = {
    "name": (
        "菜名 菜品名称 菜品名 菜品 菜肴 菜肴名称 菜式 菜色 菜单名称 商品名称 商品名 商品 餐品 餐品名称 餐点 品名 "
        "品项 名称 名字 产品名称 产品 食品名称 美食 dishname foodname itemname productname spuname goodsname "
        "mealname menuitem namezh namecn chinesename 中文名 中文名称 dish food name title item product 标题"
    ),
    "name_en": "英文名 英文名称 英文菜名 英文 nameen enname englishname english nameenglish titleen",
    "aliases": (
        "别名 又名 也叫 又叫 俗称 俗名 别称 又称 亦称 简称 同义词 昵称 其他叫法 alias aliases aka nickname "
        "nicknames othernames synonyms alsoknownas"
    ),
    "aliases_en": "英文别名 aliasesen aliasen enaliases",
    "category": (
        "分类 类别 菜品分类 菜系分类 菜品类别 商品分类 分类名称 类别名称 种类 品类 类型 菜类 所属分类 一级分类 "
        "categoryname category categories group groupname section foodtype dishtype tagname cate catename"
    ),
    "category_id": "分类id 分类编号 类别id categoryid cateid groupid sectionid tagid",
    "ingredients": (
        "原料 食材 食材清单 主要食材 主料 辅料 配料 用料 材料 原材料 成分 主要原料 主材 配菜 ingredients "
        "ingredient materials mainingredients composition components recipeingredient"
    ),
    "allergens": (
        "过敏原 过敏源 致敏物 致敏原 过敏 过敏信息 过敏原信息 过敏提示 含过敏原 allergens allergen allergy "
        "allergies allergeninfo"
    ),
    "tastes": (
        "口味选项 口味 可选口味 口味可选 可选 味道 味型 风味 口味标签 可选做法 口味选择 辣度选项 辣度可选 tastes "
        "taste flavors flavours flavor flavour tasteoptions attrs attributes properties options choices choice"
    ),
    "method": "做法 烹饪方法 烹饪方式 制作方法 cookingmethod",
    "spice": "辣度 辣味 辣级 辣度等级 辣 spice spiciness spicy spicelevel spicylevel heat heatlevel",
    "default_spice": "默认辣度 默认口味 默认辣 defaultspice defaultspiciness defaulttaste",
    "price": (
        "现价 售价 优惠价 特价 折后价 销售价 销售价格 菜品价格 商品价格 价格 价钱 单价 定价 零售价 堂食价 门店价 "
        "门市价 标价 金额 菜价 saleprice sellprice sellingprice currentprice finalprice price unitprice amount "
        "cost offers offer 价"
    ),
    "lowest_price": "最低价 起价 起售价 起步价 minprice lowestprice pricefromamount startingprice lowprice",
    "original_price": "原价 划线价 originalprice listprice originprice oldprice marketprice",
    "price_cents": "价格分 售价分 单价分 现价分 pricecents priceincents centsprice pricefen fen cents amountcents",
    "price_text": "价格说明 价格备注 pricetext pricenote",
    "price_from": "起 pricefrom",
    "prices": "门店价格 分店价格 各店价格 prices storeprices",
    "currency": "货币 币种 currency pricecurrency currencycode",
    "unit": "单位 计价单位 售卖单位 unit units saleunit unitname",
    "portion": (
        "份量 分量 规格 规格名称 净含量 重量 大小 portion portions serving servings servingsize size weight spec "
        "specname 适合人数 建议人数"
    ),
    "sizes": (
        "规格列表 多规格 规格价格 skus sku skulist specs specfoods specifications sizes variants variations pricelist"
    ),
    "prep_minutes": (
        "出餐时间 制作时间 上菜时间 等待时间 烹饪时间 出餐 出餐时长 制作时长 烹饪时长 预计时间 备餐时间 出品时间 "
        "耗时 用时 时长 prepminutes preptime preparationtime cooktime cookingtime waittime minutes prepareminutes "
        "preparetime"
    ),
    "notes": (
        "注意 备注 说明 注意事项 提示 温馨提示 忌口 忌口说明 特殊说明 购买须知 notes note remark remarks remind "
        "caution tips tip"
    ),
    "signature": (
        "招牌 推荐 是否招牌 是否推荐 招牌菜 推荐菜 特色菜 主推 必点 signature issignature recommended "
        "isrecommended recommend featured isfeatured chefspecial special ishot"
    ),
    "tags": "标签 菜品标签 商品标签 tags tag labels label",
    "hours": (
        "供应时间 供应时段 售卖时间 售卖时段 销售时间 可售时间 可售时段 时段 供应 营业时间 hours servinghours "
        "availablehours availabletime servetime servicehours"
    ),
    "description": (
        "描述 简介 介绍 菜品介绍 菜品描述 菜品简介 商品描述 详情 详细介绍 特点 特色 description desc intro "
        "introduction info detail details summary about content"
    ),
    "stores": (
        "门店 分店 店铺 所属门店 供应门店 适用门店 可售门店 在售门店 stores store shops shop branch branches "
        "storename shopname outlets"
    ),
    "status": (
        "状态 上架状态 销售状态 售卖状态 是否上架 是否在售 上下架 上架 status salestatus shelfstatus isonsale "
        "onsale enabled isactive active"
    ),
    "id": (
        "编号 序号 菜品编号 商品编号 id dishid foodid itemid spuid skuid uuid no code number index 货号 编码 "
        "菜品id 商品id"
    ),
}
ALIASES = {name: field for field, names in _NAMES.items() for name in names.split()}
_RANK = {name: rank for rank, name in enumerate(ALIASES)}
SETTABLE = tuple(field for field in _NAMES if field not in ("id", "category_id", "lowest_price"))

_BRACKET = re.compile(r"[(（\[【].*?[)）\]】]")
_NOISE = re.compile(r"[^0-9a-z㐀-鿿]+")
_CENTS = re.compile(r"[(（\[【/_]\s*(?:分|cents?|fen)\s*[)）\]】]?\s*$", re.IGNORECASE)


def key_of(name: str) -> str:
    """The form in which names of fields are compared: 菜品 名称, 菜品_名稱 and 菜品名称 are one."""
    return _NOISE.sub("", simplify(unicodedata.normalize("NFKC", name[:200])).lower())


class Columns:
    """Which field of a dish a name in the file stands for. ``mapping`` (field → name in the file) goes first.

    Raises:
        UsageError: ``mapping`` names a field that dishes do not have.
    """

    def __init__(self, mapping: Mapping[str, str] | None = None) -> None:
        self._mapped: dict[str, str] = {}
        self._known: dict[str, str | None] = {}
        self._seen: set[str] = set()
        self._names = dict(mapping or {})
        for wanted, name in self._names.items():
            field = wanted if wanted in _NAMES else ALIASES.get(key_of(wanted))
            if field not in SETTABLE or not name.strip():
                raise UsageError(
                    f"字段映射“{shorten(wanted, 40)}={shorten(name, 40)}”不对，左边要写这些之一："
                    f"{'、'.join(SETTABLE)}。"
                    f" The mapping {shorten(wanted, 40)!r} is wrong; use FIELD=NAME with one of the fields listed."
                )
            self._mapped[self._exact(name)] = field

    def field(self, name: str) -> str | None:
        """The field ``name`` stands for, ``None`` when dishes have no such field."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def rank(self, name: str) -> int:
        """Lower goes first when several names of a record stand for the same field."""
        return -1 if self._exact(name) in self._mapped else _RANK.get(key_of(name), len(_RANK))

    def missing(self) -> list[str]:
        """Mapped names that did not occur in the file."""
        return [name for name in self._names.values() if self._exact(name) not in self._seen]

    def _exact(self, name: str) -> str:
        # A name made of signs only ("#") has an empty key, so it is compared as it stands.
        return key_of(name) or name.strip()

    def _find(self, name: str) -> str | None:
        exact = self._exact(name)
        if exact in self._mapped:
            self._seen.add(exact)
            return self._mapped[exact]
        if _CENTS.search(name) and ALIASES.get(key_of(_CENTS.sub("", name))) in ("price", "price_cents"):
            return "price_cents"
        return ALIASES.get(exact) or ALIASES.get(key_of(_BRACKET.sub("", name)))
