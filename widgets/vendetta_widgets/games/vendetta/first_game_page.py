"""The first whole game: the game page with a guide, which explains each rule when it first matters.

The explanations and their conditions are data (:mod:`vendetta_kit.games.vendetta.course.first_game`). The guide sees
only what the learner sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from vendetta_kit import rulebook
from vendetta_kit.argument_checks import TEXT, takes
from vendetta_kit.course import known_rules, lessons
from vendetta_kit.course.first_game_guide import BadGuide, GuideSentence
from vendetta_kit.course.lessons import taught_by
from vendetta_kit.games.vendetta.course import markup
from vendetta_kit.games.vendetta.course.first_game import Deal
from vendetta_kit.games.vendetta.course.first_game_guide import Guide, first_game
from vendetta_kit.kernel.actions import Action

from ... import art
from ...controls import button, link
from ...html import Element, Html, HtmlWriter, Pieces, joined, tag
from ...lesson_page import notebook_of
from ...page_arguments import language_by_name
from ...page_phrases import UserError
from ...parts import back, card, portrait, tokens
from . import card_html, page_frame
from .game_page import GamePage
from .session_setup import FIRST_KEPT, Wish

if TYPE_CHECKING:
    from collections.abc import Sequence


NOTEBOOK: Final = "00_your_first_game"
GUIDE: Final = "first-guide"
"""The name under which the browser stores what the guide has explained."""
SHORT: Final = 220
"""An explanation of so many characters is shown whole on a phone."""
PICTURED: Final = {"CARD-01": ("influence", "feed", "drain", "influence")}
"""Sentences that explain signs of the table, with the sign of each of their bold words."""
ROUND: Final = "round-picture"
"""The name under which the browser stores that a round was shown in pictures."""


@language_by_name("name")
@takes(name=TEXT)
def first(*, lang: str | None = None, name: str = "") -> FirstGamePage:
    """Return the page of a first whole game with explanations; it continues a game that this browser stores.

    Args:
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
        name: the player's name.

    >>> first(lang="en").title()
    'Your first game · The Vendetta Kit'
    """
    return FirstGamePage(lang=lang, name=name)


class FirstGamePage(GamePage):
    """A prepared game against weak bots, with a guide that explains rules."""

    KEPT: ClassVar[str] = FIRST_KEPT
    BEFORE: ClassVar[str] = "first-game-before"
    UNREAD: ClassVar[str] = "first-game-unread"
    MENU: ClassVar[tuple[str, ...]] = ("new", "undo", "save", "pictures")

    def __init__(self, *, lang: str | None = None, name: str = "") -> None:
        deal = first_game().deals[0]
        super().__init__(deal.seed, lang=lang, name=name, wish=_wish(deal, name))
        self.guide = Guide(first_game())
        self._unkept_guide = False
        self._tip_open = False  # whether a long explanation is shown whole where room is short

    # Start --------------------------------------------------------------------------------------------------

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)  # begins the game, as a deal is given
        self.guide = self._guide()
        if self.KEPT in self.stored:
            self._go_on()
        elif not self.calm and ROUND not in self.stored:
            self.store(ROUND, "shown")
            self.dialog(round_picture(self.pen("round")))

    def _guide(self) -> Guide:
        """Return the stored guide, or a new one; neither explains rules that the learner has learned since."""
        try:
            guide = Guide.loads(self.stored[GUIDE], first_game())
        except (KeyError, BadGuide):
            return Guide(first_game(), self._known())
        guide.knows(known_rules.taught_rules(self.progress))
        return guide

    def _known(self) -> frozenset[str]:
        """Return the rules that need no explanation; those of the first steps alone do, unless they were answered."""
        shown_once = {rule for rule in lessons.headings()[0].rules if self.progress.level(rule) in ("met", "used")}
        return known_rules.learned_rules(self.progress) - shown_once

    def _again(self) -> None:
        """Begin the next deal; rules that the learner has learned are not explained again."""
        deals = first_game().deals
        at = next((k for k, deal in enumerate(deals) if deal.seed == self.session.seed), -1)
        deal = deals[(at + 1) % len(deals)]
        self._new(deal.seed, _wish(deal, self.session.as_begun.name))
        self.guide = Guide(first_game(), known_rules.learned_rules(self.progress))

    @property
    def slowly(self) -> bool:
        return True

    @property
    def guided(self) -> bool:
        return True

    # Handling messages --------------------------------------------------------------------------------------

    def handle(self, do: str, value: Any) -> None:
        if do == "start" or (do == "menu" and value not in (*self.MENU, None, "")):
            raise UserError("bad.click", what=do)  # actions of the game page that this page does not offer
        if do == "tip":
            self._tip_open = not self._tip_open
            return
        if do in ("recap_on", "what_if", "come_back"):
            self.guide.moved()
        super().handle(do, value)
        if do in ("step", "aim", "again", "menu") and self._look():
            self._speak()

    def file(self, do: str, name: str, content: bytes) -> None:
        raise UserError("bad.click", what=do)

    def _act(self, action: Action) -> None:
        super()._act(action)
        self.guide.moved()

    def _menu(self, which: str) -> None:
        if which == "pictures":
            self.dialog(round_picture(self.pen("round")))
            return
        if which != "new":
            super()._menu(which)
            return
        self._again()
        self._begun()
        self.focus_on(".vk-panel [data-home]")

    def _undo(self) -> None:
        self.guide.moved()
        super()._undo()

    def _pause(self) -> None:
        super()._pause()
        if self._look():
            self._speak()

    def _speak(self) -> None:
        """Move the focus to the explanation, and have it read out."""
        self.focus_on(".vk-coach [data-home]")
        self.announce(self.spoken(self.pen()))

    def _look(self) -> bool:
        """Give the guide the view, if it is the present and complete; return whether it explains something."""
        line, stop = self.timeline, self.recap.at
        if self.session.bot_to_move is not None or self._load is not None or self._step is not None:
            return False
        if line.eyes != self.session.me or line.at != stop:
            return False
        view, before = self.sight, self.guide.new
        told = self.guide.look(view, self.panel.picked(view), asks=stop is None)
        self.note_met(sentence.rule for sentence in told)
        self._unkept_guide = True
        self._tip_open = self._tip_open and self.guide.new == before
        return bool(told)

    def note_used(self, rules: Iterable[str]) -> None:
        """Note which rules of a move the learner has been told, here or before: no drill asks about others."""
        told = {sentence.rule for sentence in self.guide.shown} | known_rules.learned_rules(self.progress)
        super().note_used([rule for rule in rules if rule in told])

    def keep(self) -> None:
        if self._unkept_guide and self._load is None:
            self.store(GUIDE, self.guide.dumps())
            self._unkept_guide = False
        super().keep()

    # HTML ---------------------------------------------------------------------------------------------------

    def title(self) -> str:
        return f"{self.pen().say('first.title')} · {super().title()}"

    def heading(self, pen: HtmlWriter) -> str:
        return pen.say("first.title")

    def intro(self, pen: HtmlWriter) -> Html:
        return Html("")

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        self._look()
        self.panel.hints = False  # the guide has told it
        return super().parts(pen)

    def spoken(self, pen: HtmlWriter) -> str:
        return " ".join(markup.plain(sentence.words[pen.lang], pen.lang) for sentence in self.guide.new)

    def coach(self, pen: HtmlWriter) -> Html:
        if self._step is not None or (self.timeline.at is not None and self.recap.at is None):
            return Html("")
        new = self.guide.new or self.guide.reminders(self.sight)
        before = [sentence for sentence in self.guide.shown if sentence not in new]
        back = None
        if self.BEFORE in self.stored and not self.session.can_undo:
            back = button(pen.say("first.back"), "before", cls="vk-quiet")
        earlier = None
        if before:
            summary = tag("summary", pen.say("lesson.earlier"))
            earlier = tag("details", summary, _sentences(before, pen), cls="vk-earlier", data_key="earlier")
        if not new and earlier is None and back is None:
            return Html("")
        title = tag("h2", pen.say("first.now"), data_home=True) if new else None
        said = _sentences(new, pen) if new else None
        cls, more = "vk-saying" if new else "vk-said", None
        if len(self.spoken(pen)) > SHORT or (new and before):
            words = pen.say("first.less" if self._tip_open else "first.more")
            more = button(words, "tip", cls="vk-tip-more", aria_expanded=str(self._tip_open).lower())
            cls += " vk-tip-long vk-tip-open" if self._tip_open else " vk-tip-long"
        return tag("div", title, said, earlier, back, more, cls=cls, lang=pen.lang)

    def _bet(self, looking: bool, pen: HtmlWriter) -> Html:
        return Html("")  # only one question at a time

    def afterwards(self, pen: HtmlWriter) -> Html:
        told = [sentence.rule for sentence in self.guide.shown]
        review = page_frame.review_way(pen, "first", self.session.branches > 0)
        summary = tag("summary", pen.say("first.learned", n=len(told)))
        return tag(
            "section",
            tag("p", review, link(pen.say("first.whole"), "09_whole_game", "vk-link vk-primary-link"), cls="vk-ways"),
            tag("h2", pen.say("first.next")),
            self._ways(pen),
            tag("details", summary, _titles(told, pen), self._untold(pen), cls="vk-all-rules", data_key="learned"),
            cls="vk-first-end",
            lang=pen.lang,
        )

    def _untold(self, pen: HtmlWriter) -> Html | None:
        """Return the rules that came up without being explained and those that did not come up, with their lessons."""
        unseen = self.guide.never_met
        came = [sentence for sentence in self.guide.not_shown if sentence not in unseen]
        told = []
        for key, several in (("first.came", came), ("first.untold", unseen)):
            taught = [(sentence.rule, taught_by(sentence.rule)) for sentence in several]
            items = []
            for heading in lessons.headings():
                rules = [rule for rule, lesson in taught if lesson is heading]
                if rules:
                    items.append(tag("li", _lesson(heading, pen), _titles(rules, pen)))
            if items:
                told.append(tag("div", tag("p", pen.say(key)), tag("ul", items), cls="vk-untold"))
        return joined(told) if told else None

    def _ways(self, pen: HtmlWriter) -> Html:
        done = {lesson for lesson, mark in self.progress.lessons.items() if mark.finished}
        following = next((one for one in lessons.headings() if one.number and one.id not in done), None)
        return tag(
            "div",
            link(pen.say("lesson.following", title=following.title[pen.lang]), notebook_of(following.id))
            if following is not None
            else None,
            link(pen.say("front.drills.title"), "15_drills"),
            button(pen.say("first.again"), "again"),
            link(pen.say("lesson.home"), "00_start_here"),
            cls="vk-ways",
        )


def _wish(deal: Deal, name: str) -> Wish:
    return Wish(seats=len(deal.clans), bots=first_game().bots, name=name, clans=deal.clans)


def _sentences(several: Sequence[GuideSentence], pen: HtmlWriter) -> Html:
    """Return the sentences, each with its rule."""
    said = [tag("p", pen.told(_pictured(one, pen), (one.rule,)), role="listitem") for one in several]
    return tag("div", said, cls="vk-say", role="list")


def _pictured(one: GuideSentence, pen: HtmlWriter) -> Html:
    """Return a sentence; where it explains signs of the table, each stands before its bold word."""
    pieces, signs = pen.marked(one.words[pen.lang]), iter(PICTURED.get(one.rule, ()))
    assert isinstance(pieces, Pieces)
    shown = []
    for piece in pieces.pieces:
        sign = next(signs, None) if isinstance(piece, Element) and piece.name == "b" else None
        both = joined([art.use(sign), " ", piece]) if sign else Html(piece)
        shown.append(tag("span", both, cls=f"vk-unbroken vk-sign-{sign}") if sign else both)
    return joined(shown)


def _titles(rules: Sequence[str], pen: HtmlWriter) -> Html:
    titles = [tag("li", pen.told(rulebook.find(rule, pen.lang).title, (rule,))) for rule in rules]
    return tag("ul", titles, cls="vk-titles")


def _lesson(heading: lessons.LessonHeading, pen: HtmlWriter) -> Html:
    return link(f"{heading.number} · {heading.title[pen.lang]}", notebook_of(heading.id))


ALLIES: Final = ("AL12", "AL05", "AL20")
"""Those who wait at the three Locations."""
HERS: Final = "VI09"
"""Who is in the player's Alliance already."""
KEPT: Final = "BR07"
"""The card that is kept and played."""
LEFT: Final = "BR02"
"""The card that is not kept."""
EACH: Final = 10_000
"""Milliseconds for each picture, as in the style sheet."""
RIVALS: Final = "VE07"
"""A Rival's card."""


def round_picture(pen: HtmlWriter) -> Html:
    """Return the dialog with the pictures: one follows the other by itself; without motion they stand together.

    They can be held, and turned back and on by hand.
    """
    scenes = (_feed(), _allies(), _hand(pen), _plan(pen), _conflict(pen), _reward())
    items = [
        tag("li", tag("div", *scene, cls="vk-scene", aria_hidden="true"), tag("p", words), style=f"--k:{k}")
        for k, (scene, words) in enumerate(zip(scenes, _words(pen), strict=True))
    ]
    begin, cls = pen.say("round.begin"), "vk-button vk-primary"
    close = tag("button", begin, type="button", data_close=True, autofocus=True, cls=cls)
    turns = [
        tag("button", pen.say(f"round.{key}"), type="button", data_scenes=turn, cls="vk-button", aria_pressed=pressed)
        for key, turn, pressed in (("back", "-1", None), ("hold", "hold", "false"), ("on", "1", None))
    ]
    return tag(
        "div",
        tag("h3", pen.say("pictures")),
        tag("ol", items, cls="vk-scenes"),
        tag(
            "div",
            tag("i", cls="vk-scenes-time", aria_hidden="true"),
            tag("span", turns, cls="vk-scenes-turns"),
            close,
            cls="vk-buttons",
        ),
        cls="vk-round-picture",
        data_each=EACH,
        lang=pen.lang,
    )


def _words(pen: HtmlWriter) -> list[str]:
    names = ("feed", "allies", "hand", "plan", "conflict", "reward")
    return [pen.say(f"round.{name}") for name in names]


def _face(person: str, seat: int = 0) -> Html:
    return portrait(f"person-{person}", f"vk-seat{seat}")


def _held(pen: HtmlWriter, name: str, cls: str = "") -> Html:
    return card(pen, card_html.face(pen, name), size="row", cls=cls)


def _feed() -> tuple[Html, ...]:
    arrow = tag("span", "→", cls="vk-scene-arrow")
    return _face(HERS), arrow, tokens(2, ""), arrow, tag("b", "7", cls="vk-scene-number")


def _allies() -> tuple[Html, ...]:
    return tuple(_face(person, 5) for person in ALLIES)


def _hand(pen: HtmlWriter) -> tuple[Html, ...]:
    return _held(pen, KEPT, "vk-raised"), _held(pen, LEFT, "vk-scene-gone")


def _plan(pen: HtmlWriter) -> tuple[Html, ...]:
    return _face(ALLIES[0], 5), _held(pen, KEPT), tokens(2, ""), back("", "row")


def _conflict(pen: HtmlWriter) -> tuple[Html, ...]:
    mine, theirs = tag("b", "5", cls="vk-scene-number"), tag("b", "4", cls="vk-scene-number vk-scene-gone")
    against = tag("span", art.use("conflict"), cls="vk-scene-arrow")
    return _held(pen, KEPT), mine, against, theirs, _held(pen, RIVALS, "vk-scene-gone")


def _reward() -> tuple[Html, ...]:
    sign = tag("span", art.use("influence"), cls="vk-scene-arrow")
    return _face(HERS), _face(ALLIES[0]), sign, tag("b", "+1", cls="vk-scene-number")
