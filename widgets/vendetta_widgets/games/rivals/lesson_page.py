"""The lesson page of Rivals: its decisions, its displays, and as much of a table as the source describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.course.lesson_model import Display, Show
from vendetta_kit.course.lesson_player import LessonPlayer
from vendetta_kit.games.rivals.engine import actions as do
from vendetta_kit.games.rivals.engine.calculations import ATTACK_STEPS
from vendetta_kit.games.rivals.engine.rival_draw import chances
from vendetta_kit.games.rivals.engine.sampled_draws import DRAWS, expected_counts, sampled_assignments
from vendetta_kit.games.rivals.engine.views import View
from vendetta_kit.games.rivals.wording.message_text import action_text, decision_text, id_of, number_of, potency_of
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import Decision
from vendetta_kit.kernel.refusal import WhyNot

from ... import log_html
from ...controls import button, not_now
from ...html import Html, HtmlWriter, tag
from ...lesson_page import BaseLessonPage, LessonTable
from ...page_arguments import language_by_name
from ...page_parts import table
from ...rule_card import rule_card
from . import table_html

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


class Panel:
    """The decision panel of one player.

    Args:
        why_not: returns why the player's seat may not take an action now; ``None`` if it may.
    """

    def __init__(self, why_not: Callable[[Action], WhyNot | None]) -> None:
        self._why_not = why_not
        self.glow: Action | None = None
        """The move that a lesson waits for, which is marked."""

    def handle(self, what: str, value: Any) -> Action | None:
        """Handle what was pressed; return an action, ``None`` if there is none yet."""
        return do.ACTIONS.from_json(value) if what == "act" else None

    def question(self, view: View, pen: HtmlWriter) -> str:
        """Return the open question for a screen reader."""
        return decision_text(view.decision, pen.lang) if view.decision is not None else ""

    def html(self, view: View, pen: HtmlWriter) -> Html:
        """Return the panel for a view's open decision; empty if there is none."""
        asked = view.decision
        if asked is None:
            return Html("")
        legal = list(asked.legal)
        rows = [self._row(view, card, asked, legal, pen) for card in self._vampires(view, asked)]
        plain = [self._press(action, asked, pen) for action in legal if getattr(action, "vampire", None) is None]
        plain += self._locked([do.Done()] if asked.kind == "act" else [], asked, legal, pen)
        question = tag("h2", self.question(view, pen), cls="vk-question")
        return tag("div", question, rows, tag("div", plain, cls="vk-buttons"), cls="vt-groups", lang=pen.lang)

    @staticmethod
    def _vampires(view: View, asked: Decision) -> tuple[str, ...]:
        """Return the vampires that the question can be about."""
        active = (*view.haven[asked.seat], *view.out[asked.seat])
        if asked.kind == "mend":
            return (*active, *view.torpor[asked.seat])
        return active if asked.kind == "act" else ()

    def _row(self, view: View, card: str, asked: Decision, legal: list[Action], pen: HtmlWriter) -> Html:
        number = number_of(card)
        shown = [self._press(a, asked, pen, brief=True) for a in legal if getattr(a, "vampire", None) == number]
        if asked.kind == "act":
            tried: list[Action] = [do.Move(number), do.Act(number)]
        else:
            tried = [do.Mend(number, number_of(view.hand[0]))] if view.hand and not shown else []
        shown += self._locked(tried, asked, legal, pen, brief=True)
        facts = f"{view.blood[card]}/{potency_of(card)} {pen.game('board', 'blood')}"
        name = pen.opens_card(card, pen.name(card), "vk-opens")
        head = tag("p", name, tag("small", facts), cls="vt-subject-name")
        buttons = tag("div", shown, cls="vk-buttons", role="group", aria_label=pen.name(card))
        return tag("div", head, buttons, cls="vt-subject")

    def _press(self, action: Action, asked: Decision, pen: HtmlWriter, brief: bool = False) -> Html:
        cls = "vk-glow" if action == self.glow else ""
        return button(self._text(action, asked, pen, brief), "act", action.to_json(), cls)

    def _locked(
        self, tried: list[Action], asked: Decision, legal: list[Action], pen: HtmlWriter, brief: bool = False
    ) -> list[Html]:
        """Return disabled buttons for what may not be done, with the reasons."""
        found = []
        for action in tried:
            why = self._why_not(action) if action not in legal else None
            if why is not None:
                nearest = self._text(why.nearest, asked, pen) if why.nearest is not None else ""
                found.append(not_now(pen, self._text(action, asked, pen, brief), why, nearest))
        return found

    @staticmethod
    def _text(action: Action, asked: Decision, pen: HtmlWriter, brief: bool = False) -> str:
        """Return an action as a whole sentence, or in brief beside its vampire."""
        if not brief:
            words = action_text(action, pen.lang, asked)
        elif isinstance(action, do.Mend):
            words = pen.say("rivals.do.mend", card=pen.name(id_of(action.card)))
        elif isinstance(action, do.Regroup):
            words = pen.say("rivals.do.regroup", n=action.party)
        else:
            words = pen.say(f"rivals.do.{action.do}")
        return words[:1].upper() + words[1:]


@language_by_name()
@takes(name=TEXT)
def rivals_lesson(name: str, *, lang: str | None = None) -> RivalsLessonPage:
    """Return the page of a lesson of Rivals by its id; ``lang`` is ``None`` for the browser's language.

    >>> rivals_lesson("set_up", lang="en").check()  # doctest: +ELLIPSIS
    '... moves, ... questions, ... rules: all well'
    """
    return RivalsLessonPage(name, lang=lang)


class RivalsLessonTable(LessonTable):
    """Rivals's table on a lesson page."""

    MOVES: ClassVar[tuple[str, ...]] = ("act",)
    FELT: ClassVar[tuple[str, ...]] = ("city", "players", "fan")

    def panel_of(self, walk: LessonPlayer) -> Panel:
        return Panel(walk.why_not)

    def said(self, action: Action, view: Any) -> str:
        return action_text(action, self.page.lang, view.decision if view is not None else None)

    def show(self, beat: Display) -> Html:
        assert isinstance(beat, Show)
        pen = self.page.pen("lesson")
        if beat.what == "rule" and beat.item is not None:
            return tag("div", rule_card(beat.item, pen), cls="vk-shown-rule")
        return attack(pen) if beat.what == "attack" else draws(int(beat.what[-1]), pen)

    def parts(self, view: View | None, own: View | None, pen: HtmlWriter) -> Mapping[str, Html]:
        stage = self.page.stage
        if view is None:
            return dict.fromkeys(("clock", "city", "players", "fan"), Html(""))
        return {
            "clock": self.page.kept("clock", (view, pen.lang), lambda: table_html.clock(view, pen)),
            "city": self.page.kept("city", (view, pen.lang), lambda: table_html.city(view, pen)),
            "players": self.page.kept("players", (view, pen.lang), lambda: table_html.players(view, pen)),
            "fan": table_html.hand(view, pen),
            **self.page.kept("log", (view, pen.lang, stage.seen), lambda: log_html.pieces(view, pen, stage.seen)),
        }


class RivalsLessonPage(BaseLessonPage):
    """The page of a lesson of Rivals.

    Args:
        lesson: a lesson, or the id of one of the course.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
    """

    GAME: ClassVar[str] = "rivals"
    TABLE: ClassVar[type[LessonTable]] = RivalsLessonTable

    def footnote(self, pen: HtmlWriter) -> Html:
        """Return the note on what the rules' source covers."""
        return tag("p", pen.writing.book.edition(pen.lang), cls="vk-hint rv-edition", lang=pen.lang)


TABLE: Final = RivalsLessonTable


def draws(players: int, pen: HtmlWriter) -> Html:
    """Return a table of the assignments of Rivals: exact chance, count in a thousand draws, range of that count.

    Args:
        players: the number of players, 3 or 4.
        pen: the writer.
    """
    counted = sampled_assignments(players)
    rows = []
    for rivals, chance in chances(players).items():
        least, most = expected_counts(DRAWS, chance)
        cells = (str(chance), str(counted[rivals]), pen.say("rivals.draws.range", least=least, most=most))
        rows.append(tag("tr", tag("th", _way(rivals), scope="row"), [tag("td", cell) for cell in cells]))
    heads = [pen.say(f"rivals.draws.{key}") for key in ("way", "chance", "count", "within")]
    words = pen.told(pen.say("rivals.draws.hint", n=DRAWS), ("SET-18",))
    return tag("div", table(heads, rows, "rv-draws"), tag("p", words, cls="vk-hint"), cls="vk-display")


def _way(rivals: Sequence[int]) -> str:
    return "  ".join(f"{seat}→{rival}" for seat, rival in enumerate(rivals, 1))


def attack(pen: HtmlWriter) -> Html:
    """Return the steps of an attack in order; the fifth is missing on the player aid, and is shown as missing."""
    rows = []
    for step in ATTACK_STEPS:
        missing = step is None
        words = pen.say("rivals.attack.missing" if missing else f"rivals.attack.{step}")
        rows.append(tag("li", words, cls="rv-missing" if missing else None))
    words = pen.told(pen.say("rivals.attack.hint"), ("ATK-01",))
    return tag("div", tag("ol", rows, cls="rv-attack"), tag("p", words, cls="vk-hint"), cls="vk-display")
