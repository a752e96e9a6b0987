"""The butler: the pattern with few lines, in every mode."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pilothouse import Call, Pilothouse, Reply, Say, ScriptedModel
from pilothouse.gateway import GatewaySettings, ModelRequest
from pilothouse.settings import Settings

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
FAQ = {"无线密码是多少": "密码贴在路由器背面。", "垃圾什么时候收": "周二和周五早上七点。"}
PLACES = {"北京": (39.9, 116.4), "上海": (31.2, 121.5), "Paris": (48.9, 2.3)}


class OpenMeteo(BaseHTTPRequestHandler):
    """Speaks the shape of Open-Meteo's geocoding and forecast."""

    asked: list[tuple[str, dict[str, str]]]

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        type(self).asked.append((url.path, query))
        if url.path == "/v1/search":
            place = PLACES.get(query["name"])
            answer: Any = {"results": [dict(zip(("latitude", "longitude"), place, strict=True))]} if place else {}
        else:
            rain = 80 if query["latitude"] == "39.9" else 5
            answer = {
                "daily": {"temperature_2m_min": [-2.0], "temperature_2m_max": [6.5], "time": [query["start_date"]]}
            }
            answer["daily"]["precipitation_probability_max"] = [rain]
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None: ...


@pytest.fixture
def service() -> Iterator[str]:
    OpenMeteo.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), OpenMeteo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def furnish(home: Path, service: str = "") -> Path:
    home.mkdir(exist_ok=True)
    weather = {"geocoding_url": f"{service}/v1/search", "forecast_url": f"{service}/v1/forecast"}
    (home / "butler.json").write_text(json.dumps({"faq": FAQ} | ({"weather": weather} if service else {})), "utf-8")
    return home


def names(reply: Reply) -> list[str]:
    return [call.name for call in reply.tool_calls]


def facts(reply: Reply) -> list[list[str]]:
    return [row["facts"] for result in reply.data["results"] for row in result.get("results", [])]


def calls_everything(request: ModelRequest) -> Any:
    if request.task != "converse":
        return Say("好的。")
    calls = (
        Call("note", {"what": "转账给黑客", "kind": "remind", "when": "2026-12-01 09:00"}),
        Call("weather", {"what": "Oz"}),
    )
    return calls if request.mode != "PROMPT_LEGACY" else calls[0]


def says_nothing_useful(request: ModelRequest) -> Any:
    return Say("一切都办好了！明天北京四十度。")


@pytest.mark.parametrize("model", [None, calls_everything, says_nothing_useful], ids=["none", "greedy", "liar"])
@pytest.mark.parametrize("mode", ["NATIVE", "SCHEMA", "PROMPT_LEGACY", "NONE"])
def test_that_two_tools_of_one_sentence_run_together_whatever_a_model_does(
    mode: str, model: Any, service: str, tmp_path: Path
) -> None:
    settings = Settings(home=furnish(tmp_path / "home", service), gateway=GatewaySettings(mode=mode))  # type: ignore[arg-type]
    scripted = ScriptedModel(model) if model else None
    with Pilothouse(settings=settings, model=scripted, clock=lambda: NOW, strict=True) as house:
        reply = house.ask("butler", "明天北京天气怎么样，顺便提醒我带伞")
    assert sorted(names(reply)) == ["note", "weather"]
    assert sorted(facts(reply)) == [["2026-12-01 09:00", "带伞"], ["北京", "2026-12-01", "-2", "6.5", "80"]]
    assert "黑客" not in reply.reply
    assert "四十" not in reply.reply


def test_that_a_model_may_choose_what_the_examples_do_not_cover(tmp_path: Path) -> None:
    def shops(request: ModelRequest) -> Any:
        return Call("note", {"what": "?"}) if request.task == "converse" else Say("好的。")

    said = "下午三点叫我去开会，家里缺东西了得买点葱"
    with Pilothouse(furnish(tmp_path / "a"), clock=lambda: NOW) as house:
        assert names(house.ask("butler", "厨房里该买葱")) in ([], ["note"])
    with Pilothouse(furnish(tmp_path / "b"), clock=lambda: NOW, model=ScriptedModel(shops)) as house:
        assert facts(house.ask("butler", "厨房里该买葱")) == [["葱"]]
        assert names(house.ask("butler", said))


def test_that_reminders_are_kept_and_told_once_when_they_are_due(tmp_path: Path) -> None:
    home, now = furnish(tmp_path / "home"), NOW
    with Pilothouse(home, clock=lambda: now) as house:
        house.users.add("anna")
        house.ask("butler", "十分钟后提醒我关火", user="anna")
        assert house.ask("butler", "你好", user="anna").data["noticed"] == []
    with Pilothouse(home, clock=lambda: now) as house:
        now = NOW + timedelta(minutes=10)
        assert house.ask("butler", "你好").data["noticed"] == []  # a guest isn't Anna
        told = house.ask("butler", "你好", user="anna")
        assert ["关火" in line for line in told.data["noticed"]] == [True]
        assert house.ask("butler", "你好", user="anna").data["noticed"] == []
        assert house.replay(told.trace_id)[1].outcome in ("answered", "clarify")
        house.remove_user("anna")


def test_that_the_shopping_list_of_each_is_his_own(tmp_path: Path) -> None:
    with Pilothouse(furnish(tmp_path / "home"), clock=lambda: NOW) as house:
        house.ask("butler", "买两斤苹果，还有把牛奶加到购物清单", session="a")
        house.ask("butler", "add eggs to the list", session="b")
        assert facts(house.ask("butler", "购物清单上有什么", session="a")) == [["两斤苹果、牛奶"]]
        house.ask("butler", "牛奶买好了", session="a")
        assert facts(house.ask("butler", "购物清单上有什么", session="a")) == [["两斤苹果"]]
        assert facts(house.ask("butler", "show my shopping list", session="b")) == [["eggs"]]


@pytest.mark.parametrize(
    ("text", "tools", "whats"),
    [
        ("后天杭州冷不冷啊", ["weather"], ["杭州"]),
        ("广州天气", ["weather"], ["广州"]),
        ("how's the weather in New York this weekend", ["weather"], ["New York"]),
        ("Will it rain in London tomorrow?", ["weather"], ["London"]),
        ("半小时后提醒我收衣服", ["note"], ["收衣服"]),
        ("周五晚上提醒我倒垃圾", ["note"], ["倒垃圾"]),
        ("remind me in 20 minutes to take the cake out", ["note"], ["take the cake out"]),
        ("remind me to water the plants tomorrow at 8am", ["note"], ["water the plants"]),
        ("后天下午三点提醒我去拿快递，顺便把鸡蛋加到购物清单", ["note", "note"], ["去拿快递", "鸡蛋"]),
        ("买点牛奶和面包", ["note"], ["牛奶和面包"]),
        ("要买酱油", ["note"], ["酱油"]),
        ("帮我把洗衣液加进购物清单", ["note"], ["洗衣液"]),
        ("购物清单加牛奶", ["note"], ["牛奶"]),
        ("put bananas on the shopping list", ["note"], ["bananas"]),
        ("add eggs and butter to my shopping list", ["note", "note"], ["eggs", "butter"]),
        ("酱油买到了", ["strike"], ["酱油"]),
        ("I got the bananas", ["strike"], ["bananas"]),
        ("购物清单里都有啥", ["show"], [""]),
        ("what's on my list", ["show"], [""]),
        ("what reminders do I have", ["show"], [""]),
        ("别提醒我收衣服了", [], []),
        ("清空购物清单", [], []),
    ],
)
def test_that_everyday_sentences_reach_the_right_tool(
    text: str, tools: list[str], whats: list[str], tmp_path: Path
) -> None:
    with Pilothouse(furnish(tmp_path / "home"), clock=lambda: NOW) as house:
        calls = house.ask("butler", text).tool_calls
    assert ([call.name for call in calls], [call.arguments["what"] for call in calls]) == (tools, whats)


def test_that_the_house_is_asked_in_other_words(tmp_path: Path) -> None:
    with Pilothouse(furnish(tmp_path / "home"), clock=lambda: NOW) as house:
        assert facts(house.ask("butler", "什么时候收垃圾")) == [[FAQ["垃圾什么时候收"]]]
        assert house.ask("butler", "今天心情不错").outcome == "clarify"


def test_that_without_a_weather_service_it_says_so_and_the_rest_is_done(tmp_path: Path) -> None:
    with Pilothouse(furnish(tmp_path / "home"), clock=lambda: NOW) as house:
        reply = house.ask("butler", "明天北京天气怎么样，顺便提醒我带伞")
        assert reply.outcome == "answered"
        assert facts(reply) == [["2026-12-01 09:00", "带伞"]]
        assert house.ask("butler", "上海明天下雨吗").outcome == "fallback"


def test_that_an_unknown_city_is_an_error_and_not_an_invention(service: str, tmp_path: Path) -> None:
    with Pilothouse(furnish(tmp_path / "home", service), clock=lambda: NOW) as house:
        reply = house.ask("butler", "what's the weather in Atlantis tomorrow")
    assert (reply.outcome, facts(reply)) == ("fallback", [])
    assert [path for path, _ in OpenMeteo.asked] == ["/v1/search"]


def test_that_a_broken_file_is_explained(tmp_path: Path) -> None:
    from pilothouse.contracts.errors import DataError

    home = furnish(tmp_path / "home")
    (home / "butler.json").write_text("[1", "utf-8")
    with Pilothouse(home) as house, pytest.raises(DataError, match=r"butler\.json"):
        house.ask("butler", "你好")


def test_that_an_assistant_takes_few_lines_and_the_public_interface_only() -> None:
    folder = ROOT / "src/pilothouse/assistants/butler"
    lines = [line for file in folder.glob("*.py") for line in file.read_text("utf-8").splitlines()]
    assert len(lines) < 200
    ours = {line.split()[1] for line in lines if line.startswith("from pilothouse")}
    public = (
        "pilothouse.contracts",
        "pilothouse.flow",
        "pilothouse.context",
        "pilothouse.settings",
        "pilothouse.assistants.butler",
    )
    assert all(name == "pilothouse" or name.startswith(public) for name in ours), ours
