"""A person at the page: she clicks what is on offer; and an eavesdropper who reads all that goes to the browser."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import comm
import pytest
from ipywidgets import Widget

from vendetta_kit import box
from vendetta_kit.engine.state import CARDS, DECK, HAND, UP
from vendetta_kit.engine.tables import BIT, IDS
from vendetta_widgets import GamePage
from vendetta_widgets.session import ME, Session

MOST_CLICKS = 400
RULE_CARD = re.compile(r'<div id=\\"[\w-]+-rule-.*?</div>')
"""What opens behind a rule id: the same for all games, and free to name any card as an example."""


class Eavesdropper:
    """Keeps the text of every message that a page sends to the browser, until somebody reads it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._texts: list[str] = []
        monkeypatch.setattr(comm.DummyComm, "publish_msg", self._publish)

    def _publish(self, msg_type: str, data: Any = None, metadata: Any = None, **_: Any) -> None:
        self._texts.append(json.dumps([data, metadata], ensure_ascii=False, default=repr))

    def read(self) -> str:
        """All that was sent since the last time."""
        text = "\n".join(self._texts)
        self._texts.clear()
        return text


def widgets_of(root: Widget) -> Iterator[Widget]:
    """A widget and all that it is made of."""
    yield root
    for child in getattr(root, "children", ()):
        yield from widgets_of(child)


def text_of(page: GamePage) -> str:
    """Every string that the page holds, hidden controls included."""
    return "\n".join(json.dumps(widget.get_state(), ensure_ascii=False, default=repr) for widget in widgets_of(page))


def hidden_cards(session: Session) -> set[str]:
    """Cards of others that are really hidden and that nothing in the person's view names."""
    game = session._game
    n, z = game.n, game.z
    cards = [card for seat in range(game.seats) if seat != ME for card in (*z[HAND + seat], *z[DECK + seat])]
    cards += z[DECK + ME]
    cards += [card for pos in range(game.seats * 4) for card in z[CARDS + pos] if not n[UP] & BIT[card]]
    seen = json.dumps(session.view.to_json())
    return {IDS[card] for card in cards if f'"{IDS[card]}"' not in seen}


def assert_nothing_hidden(session: Session, text: str, where: str) -> None:
    """No hidden card is in this text, neither by its id nor by a name that only it bears."""
    hidden = hidden_cards(session)
    text = RULE_CARD.sub("", text)
    names = {lang: {box.name(card, lang) for card in _open_cards(hidden)} for lang in ("en", "de")}
    for card in hidden:
        assert card not in text, f"{where}: {card} is hidden"
        for lang in ("en", "de"):
            name = box.name(card, lang)
            if name not in names[lang]:
                assert html.escape(name) not in text, f"{where}: {card}, {name}, is hidden"


def _open_cards(hidden: set[str]) -> set[str]:
    return {record.id for record in box.clan_cards()} - hidden


def on_offer(page: GamePage) -> list[Any]:
    """The buttons of the open decision; a play that is ready is confirmed every other time."""
    panel = page.panel
    rows = [panel.cards, *panel.steps.values(), panel.confirm, panel.answers, panel.asides]
    return [button for row in rows for button in row.buttons]


def click_any(page: GamePage, rng: random.Random) -> str:
    """Click one thing on offer; give back what it said."""
    buttons = page.panel.confirm.buttons if page.panel.confirm.buttons and rng.random() < 0.5 else on_offer(page)
    button = rng.choice(buttons)
    said = str(button.description)
    button.click()
    return said


def page_of(seed: int, lang: str = "en", name: str = "") -> GamePage:
    """A page on which a program can click as fast as it likes."""
    page = GamePage(seed, lang, name)
    page.pause = 0
    return page
