"""The drill page: sets of questions on what the learner has learned, on everything, a lesson, or one rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

from vendetta_kit import rulebook
from vendetta_kit.argument_checks import SEED, TEXT, takes
from vendetta_kit.course import known_rules, lessons
from vendetta_kit.course.known_rules import rules_to_drill, rules_up_to
from vendetta_kit.registered_games import FIRST, registered

from .controls import button, link, options_of
from .drill_session import SET, DrillSession
from .html import Html, HtmlWriter, joined, tag
from .learner_page import LearnerPage
from .lesson_page import notebook_of, way_to
from .page_arguments import language_by_name
from .page_parts import foot, framed, hole
from .page_phrases import UserError
from .play_session import seed_of

ALL = "all"
MET = "met"


@language_by_name("seed")
@takes(about=TEXT, seed=SEED)
def drill(about: str = MET, *, lang: str | None = None, seed: int | None = None) -> DrillPage:
    """Return the drill page.

    Args:
        about: ``"met"`` (what the learner has learned, due rules first), ``"all"``, the id of a lesson or of a rule,
            such as ``PLAN-11`` or ``vendetta:PLAN-11``.
        lang: ``"en"`` or ``"de"``; ``None`` for the browser's.
        seed: gives the same questions again; ``None`` for others each time.

    >>> drill("all", lang="en", seed=1).title()
    'Drills · The Vendetta Kit'
    """
    return DrillPage(about, lang=lang, seed=seed)


class DrillPage(LearnerPage):
    """A page that asks drill questions one by one; each answer is explained and changes the learner's progress."""

    NOUN: ClassVar[str] = "drill"

    def __init__(self, about: str = MET, *, lang: str | None = None, seed: int | None = None) -> None:
        super().__init__(lang=lang)
        self._seed = seed
        self._about = ""
        self.choose(about)

    def choose(self, about: str) -> None:
        """Set what to ask about.

        Raises:
            UserError: there is no such lesson or rule.
        """
        about = rulebook.without_game(about, self.GAME)
        book = rulebook.GAMES[self.GAME]
        if book.is_id(about):
            about = book.find(about).id
        rules, taught = self._wanted(about)
        self._about = about
        self.asking = DrillSession(rules, seed=self._seed, taught=taught, subject=registered(self.GAME).subject())

    def _wanted(self, about: str) -> tuple[Sequence[str] | None, frozenset[str] | None]:
        """Return the rules to ask about, and the rules taught with them (``None``: all)."""
        if about == ALL:
            return None, None
        if about == MET:
            return sorted(self._told), frozenset()
        headings = lessons.headings(self.GAME)
        drills = registered(self.GAME).subject().drills
        if drills is not None and about in drills().rules():
            taught = (rules_up_to(heading.id, self.GAME) for heading in headings if about in heading.rules)
            return (about,), next(taught, None)
        for heading in headings:
            if heading.id == about:
                return heading.rules, rules_up_to(heading.id, self.GAME)
        raise UserError("bad.about", about=about[:40])

    @property
    def _told(self) -> frozenset[str]:
        """The rules that the learner has been told, by a lesson or a game's guide, or that are due."""
        return rules_to_drill(self.progress, registered(self.GAME).subject().guided(), datetime.now(UTC))

    @property
    def _too_early(self) -> bool:
        """Whether the learner has learned too few rules for a set of questions."""
        return self._about == MET and len(self._told) < SET

    def _begin(self) -> None:
        """Ask the first question of a set, if there is enough to ask."""
        if not self._too_early:
            self.asking.next(self.progress)

    def arrived(self, query: Mapping[str, str]) -> None:
        super().arrived(query)
        try:
            asked = seed_of(query.get("seed", ""))
            self._seed = self._seed if asked is None else asked
            self.choose(query.get("about", self._about))
        except UserError as fault:
            self._tell_fault(fault)
            self.choose(self._about)
        self._begin()

    def handle(self, do: str, value: Any) -> None:
        if do == "about":
            self.choose(str(value))
            self._begin()
        elif do in ("drill_more", "drill_next"):
            following = known_rules.next_lesson(self.progress)
            self.choose(following.id if do == "drill_next" and following is not None else self._about)
            self._begin()
            self.focus_on("[data-quiz]")
        elif do == "drill_on":
            self.asking.next(self.progress)
            self.focus_on("[data-quiz], [data-verdict]")
        elif do == "drill":
            question = self.asking.answer(value)
            if question is not None:
                self.note_answer(question, self.asking.given or ())
            if self.asking.done:
                self.note_done(f"drill:{self._about}")
            self.focus_on("[data-verdict]")
        else:
            raise UserError("bad.click", what=do)
        pen = self.pen()
        self.announce(self._early_words(pen) if self._too_early else " ".join(self.asking.spoken(pen)))

    @property
    def _heading(self) -> str:
        """The page's heading, with which its title begins."""
        return self.pen().say("front.drills.title" if self.GAME == FIRST else f"front.{self.GAME}_drills.title")

    def title(self) -> str:
        return f"{self._heading} · {super().title()}"

    def frame(self, pen: HtmlWriter) -> Html:
        return framed("vk-course vk-drills vk-beginner", ("head", "goal", "about"), hole("drill"), hole("foot"))

    def parts(self, pen: HtmlWriter) -> Mapping[str, Html]:
        goal = tag("header", tag("h1", self._heading), tag("p", pen.say("front.drills.goal")), lang=pen.lang)
        if self._too_early:
            asked = self._early(pen)
        else:
            home = tag("p", link(pen.say("lesson.home"), "00_start_here"), cls="vk-ways")
            asked = self.asking.html(
                pen, joined([self._told_where(pen), home if self.asking.done else None]), more=True
            )
        return {
            "head": self.top(pen),
            "goal": goal,
            "about": self._choice(pen),
            "drill": tag("section", asked, lang=pen.lang),
            "foot": foot(pen),
        }

    def _told_where(self, pen: HtmlWriter) -> Html | None:
        """Return where the rule of an answered question is told: in a lesson, or by the guide of a first game."""
        if self.asking.given is None or self.asking.question is None:
            return None
        rule = self.asking.question.rules[0]
        tells = [heading for heading in lessons.headings(self.GAME) if rule in heading.rules]
        done = [one for one in tells if one.id in self.progress.lessons and self.progress.lessons[one.id].finished]
        mark = self.progress.rules.get(rule)
        if not done and mark is not None and mark.met and rule in registered(self.GAME).subject().guided():
            return tag("p", pen.say("drill.told.guide"), cls="vk-small")
        if not tells:
            return None
        of = (*done, *tells)[0]
        met = self._about == MET and not done
        said = pen.say("drill.told.outside" if met else "drill.told", n=of.number, title=of.title[pen.lang])
        return tag("p", link(said, notebook_of(of.id, self.GAME)), cls="vk-small")

    def _early(self, pen: HtmlWriter) -> Html:
        """Return what is shown if there is too little to ask: the next lesson, and the questions on its rules.

        Nothing above the level of that lesson is offered; who wants all questions chooses them in the list.
        """
        following = known_rules.next_lesson(self.progress)
        ways = Html("")
        if following is not None:
            ask = button(pen.say("drill.about_next", title=following.title[pen.lang]), "drill_next")
            ways = tag("p", way_to(following.id, pen), " ", ask, cls="vk-ways")
        return joined([tag("h2", pen.say("drill.early.title")), tag("p", self._early_words(pen)), ways])

    def _early_words(self, pen: HtmlWriter) -> str:
        return pen.say("drill.early", n=len(self._told), of=SET)

    def _choice(self, pen: HtmlWriter) -> Html:
        options = [(MET, pen.say("about.met")), (ALL, pen.say("about.all"))]
        options += [(lesson.id, f"{lesson.number} {lesson.title[pen.lang]}") for lesson in lessons.headings(self.GAME)]
        book = pen.writing.book
        if book.is_id(self._about):
            options.append((self._about, book.find(self._about, pen.lang).title))
        name = pen.id()
        select = tag("select", options_of(options, self._about), id=name, data_do="about", data_key="about")
        now = datetime.now(UTC)
        due, soon = self.due_now, self.progress.count_due(now + timedelta(days=1))
        said = [pen.say("about.due", n=due)] if due or not soon else []
        said += [pen.say("about.soon", n=soon - due)] if soon > due else []
        words = tag("span", " ".join(said), cls="vk-small")
        return tag(
            "p", tag("label", pen.say("about"), for_=name), " ", select, " ", words, cls="vk-about-row", lang=pen.lang
        )
