"""How much a page reads like an advertisement, from 0 (independent) to 1 (a shop or the maker's own page)."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

from pilothouse.assistants.shopping.evidence.sheet import PAGES

_SHOP_URL = re.compile(
    r"(?:^|[./-])(?:item|items|shop|store|mall|product|products|goods|sku|buy|detail|flagship|official|"
    r"brand|cart)(?:[./-]|$)|旗舰"
)
_SHOP = re.compile(
    r"加入购物车|立即购买|立即下单|旗舰店|专卖店|专营店|官方直营|官方商城|七天无理由|7天无理由|包邮|月销|"
    r"已售|库存|发货地|规格参数|产品参数|商品详情|颜色分类|型号[:：]|品牌[:：]|净重[:：]|我司|本公司|"
    r"本店|我们店|我店|咱家店|店铺|厂家直销|诚招|招商|包装清单|"
    r"包装内含|整机.{0,4}质保|在线客服|add to cart|buy now|free shipping|in stock|ships (?:from|within)|"
    r"our (?:new|product|company|team|engineers|customers|mission)|we (?:designed|proudly|are proud)|"
    r"official (?:store|site)|specifications?:"
)
_PUSH = re.compile(
    r"闭眼入|闭眼冲|闭眼买|无脑入|无脑冲|无限回购|口碑之王|口碑炸裂|行业标杆|公认好用|黑科技|颠覆|"
    r"遥遥领先|匠心|航天级|军工级|医疗级|母婴级|天花板|封神|神器|yyds|绝绝子|姐妹们|宝子|宝宝们|家人们|"
    r"集美|"
    r"手慢无|赶紧|赶快|速冲|冲就完了|错过(?:等|就|再等)|仅限|限时|限量|优惠码|折扣码|暗号|口令|领券|"
    r"优惠券|立减|再减|下单立|专属(?:价|优惠|链接)|链接在|戳|点击(?:下方|链接|购买)|私信|评论区(?:领|见|"
    r"扣)|扫码|加微信|福利|"
    r"明星同款|网红同款|全网(?:第一|最|销量)|销量(?:第一|冠军|领先)|断货|抢购|榜单第一|实至名归|"
    r"没有一个说不好|零差评|0差评|好评如潮|好评率(?:高达|\d)|必入|必买|人手一|赠送|买一送一|合作|赞助|"
    r"恰饭|推广|本文.{0,6}品牌.{0,6}提供|"
    r"promo code|discount code|coupon|use code|limited[- ]time|order now|don't miss|hurry|sponsored|"
    r"affiliate|game[- ]changer|revolutionary|life[- ]changing|must[- ]have|best in the world|unbeatable|"
    r"click (?:here|the link)|link in|\d+% off|world[- ]class|cutting[- ]edge"
)
_BLAME = re.compile(
    r"缺点|不足|遗憾|槽点|唯一|但|不过|可惜|退|坏|吵|贵|差|however|but |downside|drawback|con[s:]|wish|"
    r"unfortunately|although|annoy"
)
_OWN = re.compile(
    r"自费|自购|自己(?:掏钱|花钱|买)|没收.{0,4}钱|不收.{0,6}钱|自掏腰包|原价买|with my own money|"
    r"bought (?:it|every|them|this|my)|paid (?:full|for)|not sponsored|no affiliate"
)
_MEASURED = re.compile(
    r"\d+(?:\.\d+)?\s?(?:db|分贝|小时|分钟|克|公斤|天|个月|年|次|℃|度|毫升|mah|hours?|months?|weeks?|grams?|minutes?)"
)
_LABELLED = re.compile(
    r"广告|推广|赞助内容|合作内容|商业合作|sponsored|advertisement|advertorial|paid partnership|promoted"
)


_ADVERTISING = re.compile("推广|广告|赞助|合作|恰饭|sponsored|affiliate|advertisement|promoted")
_SENTENCE = re.compile(r"[^。!?;\n]+")
_REPORTED = re.compile(
    r"(?:好评|评价|评论|消息|内容|帖子?|文章|热度)[^,。]{0,8}(?:来自|出自|靠|都?是)|(?:没有?|不|未|拒绝?|从不|绝不)(?:再)?(?:采[纳信用]|计入|接受?|收录?|参考|"
    r"算|做|含|信|理)|剔除|排除|过滤掉?|去掉|删[掉除]|铺天盖地|到处(?:都)?是|满屏|刷屏|被[^,。]{0,6}(?:骗|坑|忽悠)|吹得|"
    r"差[得的]?(?:有点|很|太)?远|不符|(?:没有?|无|非|不是|拒绝|不接)(?:任何|商业|什么)?(?:推广|广告|赞助|合作|恰饭)|"
    r"(?:not|never|no|without|isn't|aren't|excluded?|ignored?|removed|discarded|don't (?:accept|take|count)|"
    r"refuse)\b[^,.]{0,20}"
    r"(?:sponsored|affiliate|advertisement|promoted)|(?:sponsored|promoted)[^,.]{0,20}"
    r"(?:were|was|are|is) (?:left out|ignored|excluded|removed)"
)
_OWNERS = re.compile(r"owner|fans?\b|club|forum|user|review|bbs|blog|wiki|community|watch|complain|test")


def shop(url: str, plain: str, brands: Collection[str]) -> bool:
    """Whether a page sells: a shop, or a domain that bears the brand's own name."""
    parts = urlsplit(url)
    host = parts.netloc.lower()
    bare = re.sub(r"[^a-z0-9.]", "", host)
    named = any(len(brand) > 3 and brand in bare for brand in brands) and not _OWNERS.search(host)
    cues = _cues(plain)
    where = bool(_SHOP_URL.search(host)) + bool(_SHOP_URL.search(parts.path.lower()))
    return named or cues >= 4 or (cues >= 2 and where > 0) or (where > 1 and cues >= 1)


def promotional(plain: str, products: int, positive: int, negative: int) -> float:
    """The degree from 0 to 1 for a folded text. ``products``: how many it names; ``positive`` and
    ``negative``: how many opinions of each kind it holds."""
    score = _tone(plain) - 0.08 * min(negative, 4)
    if positive >= 2 and not negative:
        score += 0.1
    return round(min(1.0, max(0.0, score)), 3)


@lru_cache(maxsize=PAGES)
def _tone(plain: str) -> float:
    """What the words of a page say of its degree."""
    if _ADVERTISING.search(plain):
        plain = _SENTENCE.sub(_unreported, plain)
    pushes = len({match.group() for match in _PUSH.finditer(plain)})
    score = 0.17 * min(pushes, 6)
    score += 0.1 * min(plain.count("!"), 4) / 4 + (0.1 if plain.count("!") * 60 > len(plain) else 0.0)
    if not _BLAME.search(plain):
        score += 0.1
    if not _MEASURED.search(plain):
        score += 0.05
    if _OWN.search(plain):
        score -= 0.1
    if _LABELLED.search(plain[:120]) or _LABELLED.search(plain[-80:]):
        score += 0.4
    return score


def _unreported(match: re.Match[str]) -> str:
    """A sentence without its words for advertising, where it reports on some or denies it: that is no advertisement."""
    said = match.group()
    return _ADVERTISING.sub("", said) if _ADVERTISING.search(said) and _REPORTED.search(said) else said


@lru_cache(maxsize=PAGES)
def _cues(plain: str) -> int:
    """How many things a page says that shops say."""
    return len({match.group() for match in _SHOP.finditer(plain)})
