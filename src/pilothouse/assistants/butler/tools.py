"""The butler's tools: how each is done, how code reads it from a sentence, and when it is for."""

import re
from datetime import datetime

import httpx

from pilothouse.assistants.butler.household import run
from pilothouse.context.moment import moment, timeless
from pilothouse.contracts.envelope import Envelope
from pilothouse.contracts.tool import Arguments, Example, Filler, Handler, ToolContext, ToolContract
from pilothouse.flow import Said, said

_FORECAST = ("temperature_2m_min", "temperature_2m_max", "precipitation_probability_max")
_WEATHER = re.compile(r"天气|气温|多少度|[下有]雨|下雪|冷不冷|热不热|\b(?:weather|rain|temperature|forecast)\b", re.I)
_ASKING = r"what(?:'s)?|how(?:'s)?|will|it|the|in|is|like|for|be|there|going to|this weekend"
_BESIDE = re.compile(rf"怎么样|如何|会不会|外面|[会吗呢的啊呀]|查一?下|\b(?:{_ASKING})\b|[^\w ]", re.I)
_REMIND = re.compile(r"(?<!别)(?:提醒|叫)(?:一下)?我(?!的)|remind me", re.I)
_ADD = r"清单[里上]?再?[加记](.+)|(?:buy|add|put) ((?:(?! to | on ).)+)|(?!buy|add|put)(.+?) to (?:the|my) .*list"
_BUY = re.compile(rf"买点?(?!好|到|了|什么)(.+)|^(?:还有|再)?(?:帮我)?把?(.+?)[加放写记][到进在]?购物清单|{_ADD}", re.I)
_BOUGHT = re.compile(r"(.+?)(?:已经)?买[好到]了|(?:划掉|删掉)(.+)|(?:bought|got|cross off)(?: the)? (.+)", re.I)
_SHOW = re.compile(r"(?<!清空)购物清单|要买什么|((?:什么|哪些|我的)提醒|\breminders\b)|\b(?:shopping|my) list", re.I)


class Asked(Arguments):
    what: str
    when: str = ""
    kind: str = ""


async def weather(asked: Asked, context: ToolContext) -> Envelope:
    service, day = context.store.settings.get("weather", {}), {"start_date": asked.when, "end_date": asked.when}
    try:
        async with httpx.AsyncClient(timeout=4) as http:
            found = (await http.get(service["geocoding_url"], params={"name": asked.what, "count": 1})).json()
            where = {name: found["results"][0][name] for name in ("latitude", "longitude")}
            wanted = {**where, **day, "daily": ",".join(_FORECAST), "timezone": "auto"}
            daily = (await http.get(service["forecast_url"], params=wanted)).json()["daily"]
        facts = [asked.what, asked.when, *(f"{daily[name][0]:g}" for name in _FORECAST)]
    except (httpx.HTTPError, ValueError, LookupError, TypeError):
        return Envelope.error("unavailable", f"查不到{asked.what}的天气。 No weather of {asked.what} is to be had.")
    return said("{}{}：{}到{}度，降水概率{}%。", "{}, {}: {} to {} °C, rain {} %.", *facts)


def note(asked: Asked, context: ToolContext) -> Envelope:
    keep = "INSERT OR IGNORE INTO notes (owner, kind, what, due) VALUES (?, ?, ?, ?)"
    run(context.store.home, keep, context.owner, asked.kind, asked.what, asked.when)
    if asked.kind == "buy":
        return said("{}记在购物清单上了。", "{} is on the shopping list.", asked.what)
    return said("好的，{}提醒您{}。", "At {} I'll remind you: {}.", asked.when, asked.what)


def strike(asked: Asked, context: ToolContext) -> Envelope:
    run(
        context.store.home, "DELETE FROM notes WHERE owner = ? AND kind = 'buy' AND what = ?", context.owner, asked.what
    )
    return said("{}不在清单上了。", "{} is no longer on the list.", asked.what)


def show(asked: Asked, context: ToolContext) -> Envelope:
    rows = "SELECT trim(what || ' ' || due) FROM notes WHERE owner = ? AND kind = ? AND told = '' ORDER BY due"
    return said("有：{}。", "There is: {}.", "、".join(run(context.store.home, rows, context.owner, asked.kind)) or "—")


def faq(asked: Asked, context: ToolContext) -> Envelope:
    if answer := context.store.answer(asked.what):
        return said("{}", "{}", answer)
    return Envelope.error("no_results", "家里没有写过这个。 Nobody wrote that down.")


def _place(text: str, heard: tuple[str, datetime]) -> dict[str, str] | None:
    city = " ".join(_BESIDE.sub("", _WEATHER.sub("", timeless(text))).split()) if _WEATHER.search(text) else ""
    return {"what": city, "when": f"{moment(text, heard[1]) or moment(*heard) or heard[1]:%Y-%m-%d}"} if city else None


def _noted(text: str, heard: tuple[str, datetime]) -> dict[str, str] | None:
    if found := _REMIND.search(text):
        when, what = moment(text, heard[1]) or moment(*heard), timeless(text[found.end() :]).removeprefix("to ")
        return {"kind": "remind", "what": what, "when": f"{when:%Y-%m-%d %H:%M}"} if what and when else None
    return _item(_BUY, text)


def _item(pattern: re.Pattern[str], text: str) -> dict[str, str] | None:
    found = pattern.search(text)
    return {"kind": "buy", "what": next(filter(None, found.groups())).strip(" 。！!.的")} if found else None


def _listed(text: str, heard: tuple[str, datetime]) -> dict[str, str] | None:
    found = _SHOW.search(text)
    return {"what": "", "kind": "remind" if found[1] else "buy"} if found and not _BUY.search(text) else None


def _tool(when: str, handler: Handler, fill: Filler, *examples: str) -> ToolContract:
    shown = tuple(map(Example, examples))
    return ToolContract(
        handler.__name__, when, "别的事不用。 For nothing else.", Asked, Said, handler, shown, fill=fill
    )


_NOTES = ("明天八点提醒我带伞", "十分钟后提醒我关火", "remind me to call mum at 7pm", "remind me in an hour to eat")
_SKIES = ("明天北京天气怎么样", "后天广州冷不冷", "what's the weather in Paris tomorrow", "will it rain in Rome")
_LISTS = ("购物清单上有什么", "我有什么提醒", "我设了哪些提醒", "what's on my list", "what reminders do I have")
_ITEMS = ("把牛奶加到购物清单", "买两斤苹果", "要买酱油", "add milk to the list", "buy eggs", "eggs to the list")
TOOLS = (
    _tool("问天气。 For the weather.", weather, _place, *_SKIES),
    _tool("要提醒，要买东西。 Reminders, things to buy.", note, _noted, *_NOTES, *_ITEMS),
    _tool("买到了。 Bought.", strike, lambda text, heard: _item(_BOUGHT, text), "牛奶买好了", "I got the milk"),
    _tool("看清单。 To see lists.", show, _listed, *_LISTS),
    _tool("家里的事。 About the house.", faq, lambda text, heard: {"what": text}, "家里的无线密码是多少"),
)
