"""Makes a :class:`Lesson` from a YAML file; every key, text, rule and reference is checked before anything is shown.

A lesson names scenarios of the kit by id, or has its own under ``scenarios``, so that a lesson can be one file. An
error is reported in one line: file, line, key, fault, and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from vendetta_kit.input_errors import Message, Path
from vendetta_kit.rulebook import VENDETTA, languages
from vendetta_kit.scenarios import BadScenario, Scenario
from vendetta_kit.scenarios import find as find_scenario
from vendetta_kit.scenarios import load as load_scenario
from vendetta_kit.scenarios.model import SourceMark
from vendetta_kit.scenarios.parser import parse_part
from vendetta_kit.scenarios.yaml_document import Document
from vendetta_kit.scenarios.yaml_values import SLUG, Values

from .lesson_game import LessonGame
from .lesson_model import (
    Ask,
    BadLesson,
    Beat,
    Both,
    FreeMove,
    Later,
    Lesson,
    LessonPart,
    Numbers,
    Predict,
    Say,
    Show,
    Steps,
    YourMove,
)
from .predictions import BadPrediction
from .questions import AnswerOption, ExplanationLine, Question, Words, shuffled_options

NEEDED: Final = ("format", "id", "number", "title", "goal", "minutes", "moments", "learned", "rules", "drill")
KEYS: Final = (*NEEDED, "next", "scenarios")
MOMENT_KEYS: Final = ("id", "title", "scenario", "you", "later", "confusion", "beats")
DRILLS: Final = (3, 6)
"""The fewest and the most drill questions of a lesson."""
LONGEST: Final = 600
"""The most characters of one text of a lesson."""
MORE_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "say": (),
    "your_move": ("other",),
    "free_move": ("other", "then"),
    "steps": (),
    "predict": (),
    "ask": (),
    "numbers": (),
    "both": ("scenario", "watch"),
    "show": (),
}
"""The kinds of beats, each with its further keys besides ``rules``."""
LAST: Final = ("say", "ask", "numbers", "both", "show")
"""The kinds of beats that can end a moment; after others, the result would vanish before the learner sees it."""
Rules = tuple[str, ...]
_LESSON_ID: Final = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")


def document_of(file: str) -> Document:
    """Return an unread document that raises the errors of lessons."""
    return Document(file, "lesson", NEEDED, BadLesson)


def parse(document: Document, subject: LessonGame) -> Lesson:
    """Return the lesson about a game that a document holds.

    Raises:
        BadLesson: the document is not a valid lesson.
    """
    return _Parser(document, subject).lesson()


class _Parser(Values):
    """Reads and checks the values of a lesson; ``path`` is the place of a value in the document."""

    def __init__(self, document: Document, subject: LessonGame) -> None:
        super().__init__(document)
        self.subject = subject
        self.id = ""
        self.own: dict[str, Scenario] = {}
        self.moment_id = ""
        self.names: tuple[str, ...] = ()
        self.table = False  # whether the current moment has a table

    def lesson(self) -> Lesson:
        row, form = self.mapping(self.document.value, (), KEYS), self.subject.format
        for key in NEEDED:
            if key not in row:
                expected = Message("want.format", format=form) if key == "format" else Message("want.key", key=key)
                self.fail((), Message("key_missing", key=key), expected)
        if row["format"] != form:
            self.found(("format",), row["format"], Message("want.format", format=form))
        self.id = self.slug(row["id"], ("id",))
        self.own = self.scenarios(row.get("scenarios", {}), ("scenarios",))
        drill = self.mapping(row["drill"], ("drill",), ("count",))
        count = self.whole(drill.get("count"), ("drill", "count"))
        if not DRILLS[0] <= count <= DRILLS[1]:
            self.found(("drill", "count"), count, Message("want.questions", least=DRILLS[0], most=DRILLS[1]))
        moments = self.some(row["moments"], ("moments",), Message("want.moments"))
        learned = self.some(row["learned"], ("learned",), Message("want.learned"))
        following = row.get("next")
        lesson = Lesson(
            subject=self.subject,
            file=self.document.file,
            id=self.id,
            number=self.whole(row["number"], ("number",)),
            title=self.words(row["title"], ("title",)),
            goal=self.words(row["goal"], ("goal",)),
            minutes=self.whole(row["minutes"], ("minutes",), 1),
            moments=tuple(self.moment(value, ("moments", k)) for k, value in enumerate(moments)),
            learned=tuple(self.line(value, ("learned", k)) for k, value in enumerate(learned)),
            rules=self.rules(row["rules"], ("rules",)),
            drill_count=count,
            next=None if following is None else self.slug(following, ("next",)),
            lines={key: self.document.line((key,)) for key in KEYS},
        )
        ids = [moment.id for moment in lesson.moments]
        for k, name in enumerate(ids):
            if name in ids[:k]:
                self.fail(("moments", k, "id"), Message("moment_twice", id=name), Message("want.own_id"))
        return lesson

    # Values

    def is_rule(self, text: str) -> bool:
        return self.subject.dialect.is_rule(text)

    def slug(self, value: Any, path: Path) -> str:
        if not isinstance(value, str) or not _LESSON_ID.fullmatch(value):
            self.found(path, value, Message("want.lesson_slug"))
        return value

    def some(self, value: Any, path: Path, what: Message) -> list[Any]:
        values = self.items(value, path)
        if not values:
            self.fail(path, Message("empty"), what)
        return values

    def rules(self, value: Any, path: Path) -> tuple[str, ...]:
        found = tuple(self.rule(name, (*path, k)) for k, name in enumerate(self.items(value, path)))
        for k, name in enumerate(found):
            if name in found[:k]:
                self.fail((*path, k), Message("rule_twice", rule=name), Message("want.each_rule_once"))
        return found

    def words(self, value: Any, path: Path, plain: bool = False) -> Words:
        """Return a text by language, its markup checked; with ``plain``, a name or number may be given once for all."""
        if plain and isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            value = dict.fromkeys(languages(), str(value))
        row = self.mapping(value, path, None)
        for key in row:
            if key not in languages():
                self.fail((*path, key), Message("unknown_key"), Message("want.languages", langs=languages()))
        for lang in languages():
            here = (*path, lang)
            if lang not in row:
                if lang not in VENDETTA.written():
                    continue
                self.fail(path, Message("no_words_in", lang=lang), Message("want.words_in", langs=languages()))
            text = row[lang]
            if not isinstance(text, str) or not text.strip():
                self.found(here, text, Message("want.text"))
            if len(text) > LONGEST:
                self.fail(here, Message("letters", count=len(text)), Message("want.few_words", most=LONGEST))
            wrong = self.subject.markup.fault(text)
            if wrong is not None:
                self.fail(here, wrong, Message("want.markup"))
        return {lang: " ".join(row.get(lang, row["en"]).split()) for lang in languages()}

    def line(self, value: Any, path: Path) -> ExplanationLine:
        row = self.mapping(value, path, ("text", "rules"))
        if "text" not in row:
            self.fail(path, Message("no_text"), Message("want.line"))
        return ExplanationLine(
            self.words(row["text"], (*path, "text")), self.rules(row.get("rules", []), (*path, "rules"))
        )

    def seat_named(self, value: Any, path: Path) -> int:
        if not isinstance(value, str) or value not in self.names:
            self.fail(path, Message("nobody", value=value), Message("want.one_of", words=self.names))
        return self.names.index(value)

    # Scenarios

    def scenarios(self, value: Any, path: Path) -> dict[str, Scenario]:
        own = {}
        for name, row in self.mapping(value, path, None).items():
            here = (*path, name)
            if not SLUG.fullmatch(name):
                self.found(here, name, Message("want.slug"))
            table = self.mapping(row, here, None)
            if table.get("id", name) != name:
                self.found((*here, "id"), table["id"], Message("want.id_or_none", id=name))
            whole = {"format": self.subject.dialect.format, "id": name, "title": {"en": name}, **table}
            own[name] = parse_part(self.document.part(here, whole), self.subject.dialect)
        return own

    def scenario(self, value: Any, path: Path) -> Scenario:
        if isinstance(value, str) and value in self.own:
            return self.own[value]
        try:
            return load_scenario(find_scenario(str(value)))
        except KeyError:
            self.fail(path, Message("no_scenario", value=value), Message("want.scenario_id"))
        except BadScenario as bad:
            self.fail(path, Message("scenario_unusable", why=bad), Message("want.usable_scenario"))

    # Moments and beats

    def moment(self, value: Any, path: Path) -> LessonPart:
        row = self.mapping(value, path, MOMENT_KEYS)
        for key in ("id", "title", "beats"):
            if key not in row:
                self.fail(path, Message("key_missing", key=key), Message("want.key", key=key))
        name = self.moment_id = self.slug(row["id"], (*path, "id"))
        title = self.words(row["title"], (*path, "title"))
        scenario = you = confusion = None
        if row.get("scenario") is not None:
            scenario = self.scenario(row["scenario"], (*path, "scenario"))
            own = self.subject.own_cards(scenario.table)
            if own:
                self.fail((*path, "scenario"), Message("played.own_cards", cards=", ".join(own)))
            self.names = scenario.names
            if "you" not in row:
                self.fail(path, Message("key_missing", key="you"), Message("want.eyes", names=self.names))
            you = self.seat_named(row["you"], (*path, "you"))
        elif "you" in row:
            self.fail((*path, "you"), Message("seat_without_table"), Message("want.scenario_too"))
        self.table = scenario is not None
        if row.get("confusion") is not None:
            confusion = self.one_of(row["confusion"], (*path, "confusion"), range(1, self.subject.confusions + 1))
        several = self.some(row["beats"], (*path, "beats"), Message("want.beats"))
        told = tuple(self.beat(part, (*path, "beats", k)) for k, part in enumerate(several))
        if row.get("later") is not None:
            here = (*path, "later")
            told = (Later(self.mark(path, {"later": row["later"]}), (), self.words(row["later"], here)), *told)
        if told[-1].key not in LAST:
            self.fail(
                (*path, "beats", len(several) - 1),
                Message("last_beat", beat=told[-1].key),
                Message("want.last", words=LAST),
            )
        return LessonPart(self.mark(path, {"id": name}), name, title, scenario, you, confusion, told)

    def beat(self, value: Any, path: Path) -> Beat:
        row = self.mapping(value, path, None)
        kinds = [key for key in row if key in MORE_KEYS]
        if len(kinds) != 1:
            fault = Message("several_in_beat", words=kinds) if kinds else Message("no_beat")
            self.fail(path, fault, Message("want.exactly_one", words=tuple(MORE_KEYS)))
        kind = kinds[0]
        self.mapping(row, path, (kind, *MORE_KEYS[kind], "rules"))
        if kind in ("your_move", "free_move", "steps", "predict") and not self.table:
            self.fail((*path, kind), Message("no_table"), Message("want.scenario_here"))
        mark = self.mark(path, {kind: row[kind]})
        rules = self.rules(row.get("rules", []), (*path, "rules"))
        make: Callable[..., Beat] = getattr(self, f"_{kind}")
        return make(row, path, mark, rules)

    def _say(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        return Say(mark, rules, self.words(row["say"], (*path, "say")))

    def _your_move(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        return YourMove(mark, rules, self.words(row["your_move"], (*path, "your_move")), self._other(row, path))

    def _free_move(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        then = []
        for k, part in enumerate(self.items(row.get("then") or [], (*path, "then"))):
            here = (*path, "then", k)
            told = self.mapping(part, here, ("when", "say"))
            when = self.mapping(told.get("when"), (*here, "when"), None)
            then.append((when, self.words(told.get("say"), (*here, "say"))))
        words = self.words(row["free_move"], (*path, "free_move"))
        return FreeMove(mark, rules, words, self._other(row, path), tuple(then))

    def _other(self, row: Mapping[str, Any], path: Path) -> Words | None:
        return self.words(row["other"], (*path, "other")) if row.get("other") is not None else None

    def _steps(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        return Steps(mark, rules, self.whole(row["steps"], (*path, "steps"), 1))

    def _predict(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        here = (*path, "predict")
        asked = self.mapping(row["predict"], here, ("kind", "at", "seat"))
        kind = self.one_of(asked.get("kind"), (*here, "kind"), tuple(self.subject.predictions.kinds))
        at = self.one_of(asked["at"], (*here, "at"), self.subject.places) if "at" in asked else None
        seat = self.seat_named(asked["seat"], (*here, "seat")) if "seat" in asked else None
        try:
            return Predict(mark, rules, self.subject.predictions.of(kind, at, seat))
        except BadPrediction as bad:
            self.fail(here, bad.fault, Message("want.prediction"))

    def _ask(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        here = (*path, "ask")
        asked = self.mapping(row["ask"], here, ("form", "prompt", "options", "right", "why"))
        needed = ("form", "prompt", "why") if asked.get("form") == "order" else ("form", "prompt", "right", "why")
        for key in needed:
            if key not in asked:
                self.fail(here, Message("key_missing", key=key), Message("want.question"))
        form = self.one_of(asked["form"], (*here, "form"), ("one", "many", "order", "number"))
        options: tuple[AnswerOption, ...] = ()
        at = (*here, "right")
        texts = self.items(asked.get("options") or [], (*here, "options"))
        stated = asked.get("right", list(range(len(texts))))  # form "order": the order in the file
        given = stated if isinstance(stated, list) else [stated]
        if form == "number":
            if texts:
                self.fail((*here, "options"), Message("options_with_number"), Message("want.no_options"))
            if len(given) != 1:
                self.found(at, given, Message("want.one_number"))
            right: Rules = (str(self.whole(given[0], at, None)),)
        else:
            if len(texts) < 2:
                self.fail((*here, "options"), Message("options", count=len(texts)), Message("want.two_or_more"))
            several = [self.words(text, (*here, "options", k), plain=True) for k, text in enumerate(texts)]
            options = tuple(AnswerOption(str(k), text) for k, text in enumerate(several))
            right = tuple(str(self.one_of(k, at, range(len(texts)))) for k in given)
            if not right or len(set(right)) != len(right) or (form == "one" and len(right) > 1):
                self.found(at, stated, Message("want.right"))
            if form == "order":
                if len(right) != len(options):
                    self.found(at, stated, Message("want.right"))
                options = shuffled_options(options, f"{self.id}/{self.moment_id}/{path[-1]}")
        why = ExplanationLine(self.words(asked["why"], (*here, "why")), rules)
        name = f"lesson/{self.id}/{self.moment_id}/{path[-1]}"
        prompt = self.words(asked["prompt"], (*here, "prompt"))
        return Ask(mark, rules, Question(name, form, rules, prompt, options, right, (why,), None))

    def _numbers(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        return Numbers(mark, rules, self.person(row["numbers"], (*path, "numbers")))

    def person(self, value: Any, path: Path) -> str:
        if not isinstance(value, str) or value not in self.subject.people():
            self.found(path, value, Message("want.person_id"))
        return value

    def _both(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        switch = self.one_of(row["both"], (*path, "both"), tuple(self.subject.dialect.rules.switches))
        if "scenario" not in row:
            self.fail(path, Message("key_missing", key="scenario"), Message("want.both"))
        scenario = self.scenario(row["scenario"], (*path, "scenario"))
        names, self.names = self.names, scenario.names
        at = (*path, "watch")
        watched = tuple(self.subject.watched)
        default = {name: list(watched[: self.subject.usually_watched]) for name in scenario.names}
        watch = {
            self.seat_named(name, (*at, name)): tuple(
                self.one_of(what, (*at, name, k), watched) for k, what in enumerate(self.items(several, (*at, name)))
            )
            for name, several in self.mapping(row.get("watch", default), at, None).items()
        }
        self.names = names
        return Both(mark, rules, switch, scenario, watch)

    def _show(self, row: Mapping[str, Any], path: Path, mark: SourceMark, rules: Rules) -> Beat:
        here = (*path, "show")
        value = row["show"]
        what, _, item = value.partition(":") if isinstance(value, str) else ("", "", "")
        subject = self.subject
        if value not in subject.shown and not (what in subject.shown_of and subject.shown_of[what](item)):
            self.found(here, value, Message("want.shown", words=subject.shown))
        return Show(mark, rules, what, item or None)
