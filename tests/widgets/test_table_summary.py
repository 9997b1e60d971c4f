"""The table in brief shows what the view knows of each Location, and no card that it does not."""

from __future__ import annotations

import random
import re

from tests.widgets.dom import read
from tests.widgets.helpers import words_of
from vendetta_kit import Game
from vendetta_kit.games.vendetta import box
from vendetta_widgets.games.vendetta.table_summary import glance
from vendetta_widgets.html import HtmlWriter


def test_each_card_as_it_lies_and_the_blood_beside_it() -> None:
    game, rng, seen = Game.new(seed=11), random.Random(11), set()
    pen = HtmlWriter("en")
    while not game.is_over:
        game.apply(game.to_act, game.legal(game.to_act).sample(rng))
        for me in (0, None):
            view = game.view(me)
            html = glance(view, pen)
            read(html)
            shown = [place for place in view.locations if view.phase == "resolution" and place.at == view.at]
            places = re.findall(r'<button[^>]*data-go="\.vk-place\[data-place=&quot;(\w+)&quot;\]".*?</button>', html)
            assert places == [str(place.at) for place in shown or view.locations]
            at = {place.at for place in shown or view.locations}
            lying = [found for seat in view.seats for found in seat.positions if found.at in at]
            cards = [item for found in lying for item in found.cards]
            powers = sorted(box.find(item.card).power for item in cards if item.card is not None)  # type: ignore[union-attr]
            assert sorted(map(int, re.findall(r'class="vk-mini-power[^"]*">(\d+)<', html))) == powers
            assert html.count("#vka-back") == sum(item.card is None for item in cards)
            seen |= {item.face for item in cards} | {item.card is None for item in cards}
            assert ("Influence tokens" in words_of(html)) == (me is not None and view.phase != "set_up")
    assert seen == {"up", "down", True, False}
