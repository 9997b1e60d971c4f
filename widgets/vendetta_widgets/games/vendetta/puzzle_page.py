"""The page of Vendetta's puzzles: the Location of the decision on a stage, or what all open cards say; and the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from vendetta_kit.course.puzzle_set import Answer, Outcome, solution
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.engine.actions import Play, Stay, Withdraw
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.puzzles.played_move import PlayedMove, told_places
from vendetta_kit.games.vendetta.puzzles.puzzle_answer import PuzzleAnswer
from vendetta_kit.games.vendetta.wording.message_text import answer_label, decision_text
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_widgets.controls import button
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.lesson_page import LessonTable
from vendetta_widgets.page_arguments import language_by_name
from vendetta_widgets.parts import card, question
from vendetta_widgets.puzzle_page import OTHERS, BasePuzzlePage

from .card_html import face
from .decision_controls import DecisionControls, is_in_bar
from .lesson_page import VendettaLessonTable, table_parts
from .stage_scenes import Told, location_picture, location_scene

ONE_PRESS: Final = ("choose", "bid", "keep")
"""What one press answers at the table: as an answer to a puzzle it asks whether it is meant."""


@language_by_name()
def puzzles(*, lang: str | None = None) -> PuzzlePage:
    """Return the page of puzzles; ``?puzzle=ID`` opens one, ``?theme=drain&grade=2`` one of that theme and grade.

    >>> puzzles(lang="en").title().endswith("· Puzzles")
    True
    """
    return PuzzlePage(lang=lang)


class PuzzleTable(VendettaLessonTable):
    """Vendetta's table below the stage with the Location of the decision."""

    FELT: ClassVar[tuple[str, ...]] = ("scene", "faces", "places", "texts", "players")


class PuzzlePage(BasePuzzlePage):
    """The page of Vendetta's puzzles."""

    TABLE: ClassVar[type[LessonTable]] = PuzzleTable

    def at_stake(self, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the Location of the decision on a stage, with all its cards; empty while players plan.

        The panel has the question alone where neither hand nor Alliance is needed for an answer.
        """
        view = self.walk.view
        if view is None:
            return {"scene": Html(""), "texts": Html("")}
        bar = self._bar(view, pen)
        panel = {"panel": tag("div", bar, cls="vk-controls")} if bar is not None else {}
        if view.at is None:
            return {"scene": Html(""), "texts": _texts(view, pen), **panel}
        scene = location_scene(view, None, view.at, _told(view, view.at), pen, True)
        if self.record.tried < OTHERS:
            signs = {"vk-waiting": "puzzle.read.waits", "vk-own-down": "puzzle.read.down"}
            told = " ".join(pen.say(key) for cls, key in signs.items() if cls in scene)
            scene = joined([scene, tag("p", told, cls="vk-small") if told else None])
        return {"scene": scene, "texts": Html(""), **panel}

    def _bar(self, view: View, pen: HtmlWriter) -> Html | None:
        """Return the question alone; ``None`` where an answer is a card, or put together from hand and table."""
        asked, panel = view.decision, self.stage.panel
        assert isinstance(panel, DecisionControls)
        if asked is None or not all(map(is_in_bar, asked.legal)):
            return self._is_meant(view, asked, pen) if asked is not None and self._meant(asked) is not None else None
        if all(isinstance(action, Stay | Withdraw) for action in asked.legal):
            panel.counts = False  # the sum is what the puzzle asks for
            asks_more = self.scenario.puzzle is not None and self.scenario.puzzle.wins is not None
            return self._claims(view, asked, pen) if asks_more else panel.bar(view, pen)
        return panel.bar(view, pen) if self._meant(asked) is None else self._is_meant(view, asked, pen)

    def handle(self, do: str, value: Any) -> None:
        """Handle a message of the page; an answer to a card's question counts once the learner confirms it."""
        asked = self.walk.view.decision if self.walk.view is not None and self.answer is None else None
        if do == "act" and asked is not None and asked.kind in ONE_PRESS and value != self.stance:
            self.stance = value
            if self._meant(asked) is not None:
                self.focus_on("[data-home]")
                return
        super().handle(do, value)

    def beside_question(self, pen: HtmlWriter) -> Html | None:
        """Return round, turn order, what places pay, and at a card's question what Rivals hold, as far as is known."""
        view = self.walk.view
        if view is None:
            return None
        comma = pen.say("comma")
        told = [pen.say("puzzle.order", n=view.round, names=comma.join(view.names[seat] for seat in view.order))]
        if view.at is None:
            pays = [_rewards(view, at, pen) for at in (1, "haven")]
            told.append(pen.say("puzzle.pays.all", told=pays[0], haven=pays[1]))
            told.append(pen.say("puzzle.one_step"))
            return tag("p", " ".join(told), cls="vk-small")
        told.append(pen.say("puzzle.pays", told=_rewards(view, view.at, pen)))
        if self.record.tried < OTHERS:
            told.append(pen.say("puzzle.read"))
        if self.puzzles.headings[self.id].kind == "effect":
            held = []
            for seat in view.seats:
                if seat.hand:
                    held.append(f"{pen.say('puzzle.you')} {comma.join(pen.name(one) for one in seat.hand)}")
                elif seat.seat != view.me and not seat.out:
                    known = [pen.name(one) for one in seat.known_hand]
                    which = pen.say("puzzle.held.known", cards=comma.join(known)) if known else ""
                    held.append(f"{seat.name} {seat.hand_size}{which}")
            told.append(pen.say("puzzle.held", held=comma.join(held)))
        return tag("p", " ".join(told), cls="vk-small")

    def looked_at(self, answer: Answer, pen: HtmlWriter) -> Html | None:
        """Return the card that a hint names with what it says, or the Location with the Power that lies there."""
        view = self.walk.view
        assert isinstance(answer, PuzzleAnswer)
        if view is None:
            return None
        if answer.look is None:
            if answer.at == view.at and self.answer is None:
                return None  # it lies on the stage
            pays = pen.say("puzzle.pays", told=_rewards(view, answer.at, pen))
            more = tag("p", pays, cls="vk-small") if answer.at != view.at else None  # else it stands at the question
            return tag("div", location_picture(view, answer.at, pen), more, cls="vk-looked-at")
        strip = pen.opens_card(answer.look, card(pen, face(pen, answer.look), "row"), "vk-mini-card")
        return tag("div", strip, cls="vk-looked-at")

    def _meant(self, asked: Decision) -> Action | None:
        """Return the answer that the learner has pressed and not yet confirmed; ``None`` without one."""
        return next((action for action in asked.legal if action.to_json() == self.stance), None)

    def _is_meant(self, view: View, asked: Decision, pen: HtmlWriter) -> Html:
        """Return the question whether an answer is meant."""
        meant = self._meant(asked)
        assert meant is not None
        label = answer_label(asked, meant, view.names, pen.lang)
        ways = [
            button(pen.say("puzzle.answer.yes"), "act", meant.to_json(), "vk-primary", data_enter=True),
            button(pen.say("puzzle.claim.back"), "stance", None, "vk-quiet", data_escape=True),
        ]
        head = question(pen, pen.say("puzzle.answer", answer=label))
        return tag("div", head, tag("div", ways, cls="vk-buttons"), cls="vk-confirmbar", lang=pen.lang)

    def _claims(self, view: View, asked: Decision, pen: HtmlWriter) -> Html:
        """Return the question whether to stay, and after an answer to that, whether who stays wins there."""
        panel = self.stage.panel
        assert isinstance(panel, DecisionControls)
        chosen = self._meant(asked)
        if chosen is None:
            options = [panel.option(view, asked, action, pen) for action in asked.legal]
            ways = [button(one.label, "stance", one.value, data_key=f"stance-{k}") for k, one in enumerate(options)]
            words = decision_text(asked, view.names, pen.lang)
        else:
            words = pen.say(f"puzzle.claim.{chosen.do}")
            ways = [
                button(pen.say(f"puzzle.claim.{'wins' if wins else 'not'}.{chosen.do}"), "claim",
                       {"act": chosen.to_json(), "wins": wins}, data_key=f"claim-{wins}")
                for wins in (True, False)
            ]  # fmt: skip
            ways.append(button(pen.say("puzzle.claim.back"), "stance", None, "vk-quiet", data_escape=True))
        head = question(pen, words, pen.rules(asked.rules))
        return tag("div", head, tag("div", ways, cls="vk-buttons vk-claims"), cls="vk-confirmbar", lang=pen.lang)

    def standing(self, pen: HtmlWriter) -> str:
        """Return what Influence everybody has."""
        view = self.walk.view
        if view is None:
            return ""
        seats = [(pen.say("puzzle.you") if one.seat == view.me else one.name, one.score) for one in view.seats]
        told = [f"{name} {score}" for name, score in seats if score is not None]
        return pen.say("puzzle.standing", told=pen.say("comma").join(told))

    def is_near(self, moved: Action) -> bool:
        """Return whether it is the right card at the right Location, which lies otherwise or has other Blood."""
        best = solution(self.scenario).action
        return isinstance(moved, Play) and isinstance(best, Play) and (moved.card, moved.at) == (best.card, best.at)

    def after(self, outcome: Outcome, pen: HtmlWriter) -> Mapping[str, Html]:
        """Return the Locations as they end, those of which the answer speaks first; players and log after the round."""
        assert isinstance(outcome, PlayedMove)
        assert isinstance(self.answer, PuzzleAnswer)
        scenes = []
        told_first = told_places((self.answer.best, self.answer.tempting), outcome.made_at, self.answer.at)
        for at in dict.fromkeys((*told_first, *(one.at for one in outcome.locations))):
            found = outcome.location(at)
            if found is not None:
                cards = self.answer.cards if at == self.answer.at else ()
                lay = [p.seat for p in flows.powers(found.before, at)]
                told = _told(found.view, at)
                scenes.append(location_scene(found.view, found.before, at, told, pen, False, cards, lay))
        end = table_parts(outcome.locations[-1].view, pen, self.stage.seen)
        gone = {"texts": Html(""), "places": Html("")}  # these lay so before the move
        return {**end, "scene": joined(scenes), **gone}


def _rewards(view: View, at: int | str, pen: HtmlWriter) -> str:
    """Return what the first, second and third place at a Location bring in Influence in this round."""
    amounts = enumerate(flows.rewards(at, view.round), 1)
    return pen.say("comma").join(pen.say(f"puzzle.pays.{place}", n=n) for place, n in amounts)


def _told(view: View, at: int | str) -> Told:
    """Return that all of a Location's Resolution in this round is told, so that who withdrew stands there, too."""
    here = [one.n for one in view.events if (one.at, one.moment.round) == (at, view.round)]
    tokens = next((one.n for one in view.events if one.n in here and one.kind == "tokens"), view.events[-1].n + 1)
    return Told([n for n in here if n >= tokens], ())


def _texts(view: View, pen: HtmlWriter) -> Html:
    """Return what all cards say that lie open at the Locations, by Location: on the table there is no room for it."""
    columns, lie = [], False
    for place in view.locations:
        cards = []
        if place.ally is not None and face(pen, place.ally).text:
            cards.append(pen.opens_card(place.ally, card(pen, face(pen, place.ally), "row"), "vk-mini-card"))
        for seat in sorted(view.seats, key=lambda one: one.seat != view.me):
            spot = next(one for one in seat.positions if one.at == place.at)
            for lying in spot.cards:
                if lying.card is not None:
                    cls = "vk-own-down" if lying.face == "down" else ""
                    named = replace(face(pen, lying.card), emblem="", kind=view.names[seat.seat])
                    cards.append(pen.opens_card(lying.card, card(pen, named, "row", "", cls), "vk-mini-card"))
        lie = lie or bool(cards)
        columns.append(tag("section", tag("h3", pen.name(str(place.at))), cards))
    return tag("div", columns, cls="vk-card-texts", lang=pen.lang) if lie else Html("")
