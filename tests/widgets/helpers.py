"""A person at a page, without a browser: she sees what the browser is sent, and presses, types and chooses.

:class:`Reader` keeps the page as ``surface.js`` would: frame, parts, dialog, storage, files given out. Every message is
kept too, so that a test can read all that ever went to the browser.
"""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tests.widgets.dom import Node, read
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.card_tables import BIT, IDS
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import CARDS, DECK, HAND, UP
from vendetta_widgets import GamePage
from vendetta_widgets.base_page import BasePage
from vendetta_widgets.dash.game_source import BotGameRequest, BotTable, Source
from vendetta_widgets.play_page import PlayPage
from vendetta_widgets.play_session import ME, Session

MOST_CLICKS = 600
GERMAN = {
    "cut off": "abgeschnitten",
    "not UTF-8": "kein Text in UTF-8",
    "empty": "leer",
    "missing": "fehlt",
    "deeper": "tiefer",
    "larger": "größer",
}
"""What faults of files say in German."""
CONTROLS = ("panel", "hand", "offer", "places", "alliance", "city", "fan")
"""The parts of a page in which a move is made."""
USABLE = ("button", "input", "select", "form", "a", "option")
TEMPLATE_LEFT = re.compile(r"\{\w+(:\w+)?\}|\[\w+: \w+\]")


@dataclass(frozen=True)
class Pressable:
    """A button, field or form as it stands in the page."""

    name: str
    attributes: Mapping[str, str]
    text: str

    @property
    def do(self) -> str:
        return self.attributes.get("data-do", "open" if "data-open" in self.attributes else "")

    @property
    def value(self) -> Any:
        if "data-open" in self.attributes:
            return self.attributes["data-open"]
        given = self.attributes.get("data-value")
        return None if given is None else json.loads(given)

    @property
    def locked(self) -> bool:
        return self.attributes.get("aria-disabled") == "true"


@lru_cache(100)
def pressables(text: str) -> list[Pressable]:
    """All that can be used in a piece of HTML, in its order."""
    found: list[Pressable] = []

    def look_through(node: Node) -> str:
        place = len(found)
        words = "".join([child if isinstance(child, str) else look_through(child) for child in node.children])
        if node.name in USABLE:
            found.insert(place, Pressable(node.name, node.attributes, " ".join(words.split())))
        return words

    look_through(read(text))
    return found


def words_of(text: str) -> str:
    """A piece of HTML as it reads."""
    plain = re.sub(r"<style.*?</style>|<[^>]+>", " ", text, flags=re.DOTALL)
    return " ".join(html.unescape(plain).split())


class Reader:
    """A browser that shows a page."""

    def __init__(
        self,
        page: BasePage,
        stored: Mapping[str, str] | None = None,
        query: str = "",
        wishes: Sequence[str] = ("en",),
        calm: bool = True,
        address: str = "",
        light: bool = False,
    ) -> None:
        self.page = page
        self.messages: list[str] = []
        self.frame = ""
        self.parts: dict[str, str] = {}
        self._edited: dict[str, tuple[str, Node]] = {}
        """Parts as they were written when they were last edited, and read."""
        self.dialog: str | None = None
        self.store: dict[str, str] = dict(stored or {})
        self.files: list[dict[str, str]] = []
        self.said: list[str] = []
        self.broken: list[str] = []
        self.answered = 0
        self.presses = 0
        self._n = 0
        self._heard = 0
        page.send = self._hear
        about = {"query": query, "wishes": list(wishes), "calm": calm, "light": light, "address": address}
        pace = (
            {"pace": "results"} if calm and isinstance(page, PlayPage) else {}
        )  # who asks for calm here wants none of the others' moves told
        self.send(type="ready", stored=pace | self.store, voila=True, **about)

    def _hear(self, message: Any, buffers: Any = None) -> None:
        self.messages.append(json.dumps(message, ensure_ascii=False))
        message = json.loads(self.messages[-1])
        if "frame" in message:
            self.frame, self.parts = message["frame"], {}
            self._look_through(self.frame)
        for name, part in message.get("parts", {}).items():
            if part is None:
                self.parts.pop(name, None)
            elif isinstance(part, str):
                self._look_through(part)
                self.parts[name] = part
            else:
                self._edit(name, part)
        if "dialog" in message:
            self.dialog = message["dialog"]
            self._look_through(self.dialog or "")
        for key, text in message.get("store", {}).items():
            if text is None:
                self.store.pop(key, None)
            else:
                self.store[key] = text
        if "download" in message:
            self.files.append(message["download"])
        if "say" in message:
            self.said.append(message["say"])
        self.answered = message.get("n", self.answered)

    def _look_through(self, html: str) -> None:
        """Whether a browser would hold it as it is written; told once the page has answered, which forgives faults."""
        try:
            read(html)
        except AssertionError as fault:
            self.broken.append(str(fault))

    def _edit(self, name: str, edits: list[list[Any]]) -> None:
        """Carry out edits in a part: they must bring about what the page has written."""
        before, there = self._edited.get(name, ("", None))
        if there is None or before != self.parts[name]:
            there = read(self.parts[name])
        there.edit(edits)
        written = str(self.page._shown[name])
        assert there == read(written), f"the edits of {name} make something else"
        self.parts[name] = written
        self._edited[name] = (written, there)

    def send(self, buffers: Sequence[bytes] = (), **message: Any) -> None:
        """A message as the browser sends it; an answer must come back."""
        self._n += 1
        self.page._handle_custom_msg({**message, "n": self._n}, [memoryview(content) for content in buffers])
        assert message.get("follows") or self.answered == self._n, "the page has not answered"
        assert not self.broken, f"no browser holds it so: {self.broken}"

    def do(self, do: str, value: Any = None) -> None:
        """Press something that is named by what it does."""
        self.send(type="do", do=do, value=value)

    def press(self, what: str | Pressable, part: str | None = None) -> None:
        """Press a button, by its words or as it was found."""
        button = self.button(what, part) if isinstance(what, str) else what
        assert not button.locked, f"{button.text} may not be pressed"
        self.presses += 1
        self.send(type="do", do=button.do, value=button.value)

    def choose_file(self, do: str, name: str, content: bytes) -> None:
        """Choose a file."""
        self.choose_files(do, (name, content))

    def choose_files(self, do: str, *files: tuple[str, bytes]) -> None:
        """Choose several files at once: the page draws after the last."""
        for k, (name, content) in enumerate(files):
            among = {"more": k > 0, "follows": k < len(files) - 1}
            self.send(type="file", do=do, value={"name": name, "size": len(content)}, buffers=[content], **among)

    def buttons(self, *parts: str) -> list[Pressable]:
        """The buttons that can be pressed, in these parts or in all."""
        return [found for found in self._usable(parts) if found.name == "button" and found.do and not found.locked]

    def button(self, words: str, part: str | None = None) -> Pressable:
        """The button with these words, or else with these among its words."""
        buttons = self.buttons(part) if part is not None else self.buttons()
        found = [button for button in buttons if words == button.text]
        found = found or [button for button in buttons if words in button.text]
        assert found, f"no button {words!r} among {[button.text for button in buttons]}"
        return found[0]

    def locked(self, *parts: str) -> list[Pressable]:
        """What is shown but may not be pressed."""
        return [found for found in self._usable(parts) if found.locked]

    def _usable(self, parts: Sequence[str]) -> list[Pressable]:
        return [found for part in parts or self.parts for found in pressables(self.parts.get(part, ""))]

    @property
    def text(self) -> str:
        """Everything that the page holds now."""
        return "\n".join((self.frame, *(self.parts[name] for name in sorted(self.parts)), self.dialog or ""))

    @property
    def words(self) -> str:
        """Everything as it reads."""
        return words_of(self.text)

    @property
    def alert(self) -> str:
        """What the page says has gone wrong."""
        return words_of(self.parts.get("alert", ""))

    @property
    def drawing(self) -> dict[str, Any]:
        """The newest message that draws."""
        drawn = (message for text in reversed(self.messages) if (message := json.loads(text))["type"] == "draw")
        found: dict[str, Any] = next(drawn)
        return found

    def news(self) -> str:
        """All messages since the last time."""
        new = "\n".join(self.messages[self._heard :])
        self._heard = len(self.messages)
        return new


# What must not be seen ----------------------------------------------------------------------------------------


def hidden_cards(game: Game, view: Any, me: int = ME) -> set[str]:
    """Cards of others that are really hidden and that nothing in the person's view names."""
    n, z = game.n, game.z
    cards = [card for seat in range(game.seats) if seat != me for card in (*z[HAND + seat], *z[DECK + seat])]
    cards += z[DECK + me]
    cards += [card for pos in range(game.seats * 4) for card in z[CARDS + pos] if not n[UP] & BIT[card]]
    seen = json.dumps(view.to_json())
    return {IDS[card] for card in cards if f'"{IDS[card]}"' not in seen}


def assert_nothing_hidden(session: Session, text: str, where: str) -> None:
    """No hidden card is in this text, neither by its id nor by a name that only it bears."""
    assert_hides(text, hidden_cards(session._game, session.view, session.me), where)


def assert_hides(text: str, hidden: set[str], where: str) -> None:
    """None of these cards is in this text."""
    names = {lang: {box.name(card, lang) for card in _open_cards(hidden)} for lang in ("en", "de")}
    for card in hidden:
        assert card not in text, f"{where}: {card} is hidden"
        for lang in ("en", "de"):
            name = box.name(card, lang)
            if name not in names[lang]:
                assert html.escape(name) not in text, f"{where}: {card}, {name}, is hidden"


def _open_cards(hidden: set[str]) -> set[str]:
    return {record.id for record in box.clan_cards()} - hidden


# Playing ----------------------------------------------------------------------------------------------------


def on_offer(reader: Reader) -> list[Pressable]:
    """The buttons of the open decision; on the way she goes on past what has come about."""
    while stops := [button for button in reader.buttons("show") if button.do == "recap_on"]:
        reader.press(stops[0])
    return [button for button in reader.buttons(*CONTROLS) if button.do in ("act", "step", "drain")]


def click_any(reader: Reader, rng: random.Random) -> str:
    """Press one thing on offer; a play that is ready is confirmed every other time. Gives back what it said."""
    offered = on_offer(reader)
    ready = [button for button in offered if "vk-confirm" in button.attributes.get("class", "")]
    button = ready[0] if ready and rng.random() < 0.5 else rng.choice(offered)
    reader.press(button)
    return button.text


def move_any(reader: Reader, rng: random.Random) -> None:
    """Make one move, whole, on the page: for who looks at what comes of it and not at how it is put together."""
    on_offer(reader)
    page: Any = reader.page
    asked = page.session.view.decision
    if asked is not None:
        reader.do("act", rng.choice(asked.legal).to_json())


def game_reader(seed: int, lang: str = "en", name: str = "") -> Reader:
    """A person at a game."""
    return Reader(GamePage(seed, lang=lang, name=name))


def session_of(reader: Reader) -> Session:
    """The game behind the page."""
    page = reader.page
    assert isinstance(page, GamePage)
    return page.session


def played_by_bots(asked: BotGameRequest) -> Source:
    """A whole game of bots."""
    table = BotTable(asked)
    for _ in table.moves():
        pass
    return Source(game=table.game, asked=asked)
