"""From a YAML file to a :class:`Lesson`: every key, word, rule and reference is checked before anything is told.

A lesson names scenarios of the kit by their ids, or brings its own under ``scenarios``, so that a whole lesson can be
one file. Whatever is wrong is one line: file, line, key, fault, and what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from vendetta_kit import box
from vendetta_kit.engine.game import RULINGS
from vendetta_kit.engine.reading import shown
from vendetta_kit.engine.tables import AT, CLANS
from vendetta_kit.rulebook import is_id, languages
from vendetta_kit.scenarios import BadScenario, Scenario
from vendetta_kit.scenarios import find as find_scenario
from vendetta_kit.scenarios import load as load_scenario
from vendetta_kit.scenarios.document import Document
from vendetta_kit.scenarios.model import Mark, Where
from vendetta_kit.scenarios.parse import FORMAT as SCENARIO_FORMAT
from vendetta_kit.scenarios.parse import parse_part
from vendetta_kit.scenarios.values import SLUG, Values

from . import markup
from .beats import Ask, BadLesson, Beat, Both, FreeMove, Lesson, Moment, Numbers, Predict, Say, Show, Steps, YourMove
from .predictions import KINDS, Prediction
from .questions import Line, Option, Question, Words

__all__ = ["FORMAT", "document_of", "parse"]

FORMAT: Final = "vendetta-lesson/1"
NEEDED: Final = ("format", "id", "number", "title", "goal", "minutes", "moments", "learned", "rules", "drill")
KEYS: Final = (*NEEDED, "next", "scenarios")
MOMENT_KEYS: Final = ("id", "title", "scenario", "you", "confusion", "beats")
CONFUSIONS: Final = 12
"""What newcomers get wrong, by number; the last one stands for the false friends of other games."""
DRILLS: Final = (3, 6)
"""The fewest and the most drill questions of a lesson."""
LONGEST: Final = 600
"""More letters than that in one text are no few words."""
QUOTES: Final = "text with a comma, a colon or a hash in it stands in quotes"
MORE_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "say": (),
    "your_move": ("other",),
    "free_move": ("other",),
    "steps": (),
    "predict": (),
    "ask": (),
    "numbers": (),
    "both": ("scenario", "watch"),
    "show": (),
}
"""The kinds of beats, and what may stand beside each but ``rules``."""
LAST: Final = ("say", "ask", "numbers", "both", "show")
"""What a moment can end with: after anything else, what came of it would be gone before it is seen."""
WATCHED: Final = ("blood", "influence", "tokens", "alliance", "drained", "score", "out")
"""What ``watch`` can compare of a seat."""
SHOWN: Final = ("clock", "verbs", "rewards", "decks", "false_friends", "aid")
SHOWN_OF: Final = ("deck", "card", "rule")
Rules = tuple[str, ...]
_LESSON_ID: Final = re.compile(r"[a-z0-9]+([-_][a-z0-9]+)*")


def document_of(file: str) -> Document:
    """An empty document whose faults are those of lessons."""
    return Document(file, "lesson", ", ".join(NEEDED), BadLesson)


def parse(document: Document) -> Lesson:
    """The lesson that a document holds. Raises :class:`BadLesson`."""
    return _Parser(document).lesson()


class _Parser(Values):
    """Walks through a lesson. Every ``path`` says where a value stands."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.id = ""
        self.own: dict[str, Scenario] = {}
        self.moment_id = ""
        self.names: tuple[str, ...] = ()
        self.table = False  # whether the moment at hand has a table

    def lesson(self) -> Lesson:
        row = self.mapping(self.document.value, (), KEYS)
        for key in NEEDED:
            if key not in row:
                self.fail((), f"{key} is missing", FORMAT if key == "format" else f"the key {key}")
        if row["format"] != FORMAT:
            self.fail(("format",), f"found {shown(row['format'])}", FORMAT)
        self.id = self.slug(row["id"], ("id",))
        self.own = self.scenarios(row.get("scenarios", {}), ("scenarios",))
        drill = self.mapping(row["drill"], ("drill",), ("count",))
        count = self.whole(drill.get("count"), ("drill", "count"))
        if not DRILLS[0] <= count <= DRILLS[1]:
            self.fail(("drill", "count"), f"found {count}", f"{DRILLS[0]} to {DRILLS[1]} questions")
        moments = self.some(row["moments"], ("moments",), "moments")
        learned = self.some(row["learned"], ("learned",), "lines of what was learned")
        following = row.get("next")
        lesson = Lesson(
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
                self.fail(("moments", k, "id"), f"{name} is the id of an earlier moment too", "its own id")
        return lesson

    # Values

    def slug(self, value: Any, path: Where) -> str:
        if not isinstance(value, str) or not _LESSON_ID.fullmatch(value):
            self.fail(path, f"found {shown(value)}", "a slug: small letters and digits, parted by - or _")
        return value

    def some(self, value: Any, path: Where, what: str) -> list[Any]:
        values = self.items(value, path)
        if not values:
            self.fail(path, "empty", what)
        return values

    def rules(self, value: Any, path: Where) -> tuple[str, ...]:
        found = tuple(self.rule(name, (*path, k)) for k, name in enumerate(self.items(value, path)))
        for k, name in enumerate(found):
            if name in found[:k]:
                self.fail((*path, k), f"{name} stands here twice", "each rule once")
        return found

    def words(self, value: Any, path: Where, plain: bool = False) -> Words:
        """Words in every language, with their markup; ``plain``: or a name or number, the same in all."""
        if plain and isinstance(value, str | int) and not isinstance(value, bool) and str(value).strip():
            value = dict.fromkeys(languages(), str(value))
        row = self.mapping(value, path, None)
        for key in row:
            if key not in languages():
                self.fail((*path, key), "unknown key", f"{' and '.join(languages())}; {QUOTES}")
        for lang in languages():
            here = (*path, lang)
            if lang not in row:
                self.fail(path, f"no words in {lang!r}", f"words in {' and '.join(languages())}")
            text = row[lang]
            if not isinstance(text, str) or not text.strip():
                self.fail(here, f"found {shown(text)}", f"words; {QUOTES}")
            if len(text) > LONGEST:
                self.fail(here, f"{len(text)} letters", f"a few words, at most {LONGEST} letters; or several beats")
            wrong = markup.fault(text)
            if wrong is not None:
                self.fail(here, wrong, "**bold**, *italic*, [[PLAN-11]], [[BR07]], [[pool]] or [[pool|Pools]]")
        return {lang: " ".join(row[lang].split()) for lang in languages()}

    def line(self, value: Any, path: Where) -> Line:
        row = self.mapping(value, path, ("text", "rules"))
        if "text" not in row:
            self.fail(path, "no text", "{text: {en: …, de: …}, rules: [PLAN-01]}")
        return Line(self.words(row["text"], (*path, "text")), self.rules(row.get("rules", []), (*path, "rules")))

    def seat_named(self, value: Any, path: Where) -> int:
        if not isinstance(value, str) or value not in self.names:
            self.fail(path, f"nobody is called {shown(value)}", f"one of {', '.join(self.names)}")
        return self.names.index(value)

    # Scenarios

    def scenarios(self, value: Any, path: Where) -> dict[str, Scenario]:
        own = {}
        for name, row in self.mapping(value, path, None).items():
            here = (*path, name)
            if not SLUG.fullmatch(name):
                self.fail(here, f"found {shown(name)}", "a slug: small letters, digits and single hyphens")
            table = self.mapping(row, here, None)
            if table.get("id", name) != name:
                self.fail((*here, "id"), f"found {shown(table['id'])}", f"{name}, or no id")
            whole = {"format": SCENARIO_FORMAT, "id": name, "title": {"en": name}, **table}
            own[name] = parse_part(self.document.part(here, whole))
        return own

    def scenario(self, value: Any, path: Where) -> Scenario:
        if isinstance(value, str) and value in self.own:
            return self.own[value]
        try:
            return load_scenario(find_scenario(str(value)))
        except KeyError:
            self.fail(path, f"there is no scenario {shown(value)}", "the id of one under scenarios or of the kit's own")
        except BadScenario as bad:
            self.fail(path, f"its file is not usable ({bad})", "a scenario that holds")

    # Moments and beats

    def moment(self, value: Any, path: Where) -> Moment:
        row = self.mapping(value, path, MOMENT_KEYS)
        for key in ("id", "title", "beats"):
            if key not in row:
                self.fail(path, f"{key} is missing", f"the key {key}")
        name = self.moment_id = self.slug(row["id"], (*path, "id"))
        title = self.words(row["title"], (*path, "title"))
        scenario = you = confusion = None
        if row.get("scenario") is not None:
            scenario = self.scenario(row["scenario"], (*path, "scenario"))
            self.names = scenario.names
            if "you" not in row:
                self.fail(path, "you is missing", f"whose eyes: one of {', '.join(self.names)}")
            you = self.seat_named(row["you"], (*path, "you"))
        elif "you" in row:
            self.fail((*path, "you"), "a seat without a table", "a scenario too")
        self.table = scenario is not None
        if row.get("confusion") is not None:
            confusion = self.one_of(row["confusion"], (*path, "confusion"), range(1, CONFUSIONS + 1))
        several = self.some(row["beats"], (*path, "beats"), "beats")
        told = tuple(self.beat(part, (*path, "beats", k)) for k, part in enumerate(several))
        if told[-1].key not in LAST:
            fault = f"{told[-1].key} as the last beat: what comes of it would not be seen"
            self.fail((*path, "beats", len(told) - 1), fault, f"one of {', '.join(LAST)} at the end")
        return Moment(self.mark(path, {"id": name}), name, title, scenario, you, confusion, told)

    def beat(self, value: Any, path: Where) -> Beat:
        row = self.mapping(value, path, None)
        kinds = [key for key in row if key in MORE_KEYS]
        if len(kinds) != 1:
            fault = f"{' and '.join(kinds)} in one beat" if kinds else "no beat"
            self.fail(path, fault, f"exactly one of {', '.join(MORE_KEYS)}")
        kind = kinds[0]
        self.mapping(row, path, (kind, *MORE_KEYS[kind], "rules"))
        if kind in ("your_move", "free_move", "steps", "predict") and not self.table:
            self.fail((*path, kind), "a moment without a table", "a scenario in this moment")
        mark = self.mark(path, {kind: row[kind]})
        rules = self.rules(row.get("rules", []), (*path, "rules"))
        make: Callable[..., Beat] = getattr(self, f"_{kind}")
        return make(row, path, mark, rules)

    def _say(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        return Say(mark, rules, self.words(row["say"], (*path, "say")))

    def _your_move(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        return YourMove(mark, rules, self.words(row["your_move"], (*path, "your_move")), self._other(row, path))

    def _free_move(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        return FreeMove(mark, rules, self.words(row["free_move"], (*path, "free_move")), self._other(row, path))

    def _other(self, row: Mapping[str, Any], path: Where) -> Words | None:
        return self.words(row["other"], (*path, "other")) if row.get("other") is not None else None

    def _steps(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        return Steps(mark, rules, self.whole(row["steps"], (*path, "steps"), 1))

    def _predict(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        here = (*path, "predict")
        asked = self.mapping(row["predict"], here, ("kind", "at", "seat"))
        kind = self.one_of(asked.get("kind"), (*here, "kind"), tuple(KINDS))
        at = self.one_of(asked["at"], (*here, "at"), AT) if "at" in asked else None
        seat = self.seat_named(asked["seat"], (*here, "seat")) if "seat" in asked else None
        try:
            return Predict(mark, rules, Prediction(kind, at, seat))
        except ValueError as fault:
            self.fail(here, str(fault), "{kind: winner, at: 1} or {kind: blood, seat: Ann}, or the like")

    def _ask(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        here = (*path, "ask")
        asked = self.mapping(row["ask"], here, ("form", "prompt", "options", "right", "why"))
        for key in ("form", "prompt", "right", "why"):
            if key not in asked:
                self.fail(here, f"{key} is missing", "form, prompt, options, right, why")
        form = self.one_of(asked["form"], (*here, "form"), ("one", "many", "number"))
        options: tuple[Option, ...] = ()
        at = (*here, "right")
        given = asked["right"] if isinstance(asked["right"], list) else [asked["right"]]
        if form == "number":
            if asked.get("options"):
                self.fail((*here, "options"), "options with a number", "no options")
            if len(given) != 1:
                self.fail(at, f"found {shown(given)}", "one whole number")
            right: Rules = (str(self.whole(given[0], at, None)),)
        else:
            texts = self.items(asked.get("options", []), (*here, "options"))
            if len(texts) < 2:
                self.fail((*here, "options"), f"{len(texts)} options", "two or more")
            several = [self.words(text, (*here, "options", k), plain=True) for k, text in enumerate(texts)]
            options = tuple(Option(str(k), text) for k, text in enumerate(several))
            right = tuple(str(self.one_of(k, at, range(len(texts)))) for k in given)
            if not right or len(set(right)) != len(right) or (form == "one" and len(right) > 1):
                self.fail(at, f"found {shown(asked['right'])}", "the place of the right option, from 0, or of each")
        why = Line(self.words(asked["why"], (*here, "why")), rules)
        name = f"lesson/{self.id}/{self.moment_id}/{path[-1]}"
        prompt = self.words(asked["prompt"], (*here, "prompt"))
        return Ask(mark, rules, Question(name, form, rules, prompt, options, right, (why,), None))

    def _numbers(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        return Numbers(mark, rules, self.person(row["numbers"], (*path, "numbers")))

    def person(self, value: Any, path: Where) -> str:
        if not isinstance(value, str) or value not in {card.id for card in box.people()}:
            self.fail(path, f"found {shown(value)}", "the id of an Ally or a Victim, such as AL16")
        return value

    def _both(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        switch = self.one_of(row["both"], (*path, "both"), tuple(RULINGS))
        if "scenario" not in row:
            self.fail(path, "scenario is missing", "the scenario that is played under both readings")
        scenario = self.scenario(row["scenario"], (*path, "scenario"))
        names, self.names = self.names, scenario.names
        at = (*path, "watch")
        default = {name: list(WATCHED[:2]) for name in scenario.names}
        watch = {
            self.seat_named(name, (*at, name)): tuple(
                self.one_of(what, (*at, name, k), WATCHED) for k, what in enumerate(self.items(several, (*at, name)))
            )
            for name, several in self.mapping(row.get("watch", default), at, None).items()
        }
        self.names = names
        return Both(mark, rules, switch, scenario, watch)

    def _show(self, row: Mapping[str, Any], path: Where, mark: Mark, rules: Rules) -> Beat:
        here = (*path, "show")
        value = row["show"]
        what, _, item = value.partition(":") if isinstance(value, str) else ("", "", "")
        known = {
            "deck": item in CLANS,
            "card": markup.kind_of(item) == "card",
            "rule": is_id(item),
        }
        if value not in SHOWN and not known.get(what, False):
            self.fail(
                here,
                f"found {shown(value)}",
                f"{', '.join(SHOWN)}, or deck:brujah, card:AL16, rule:RUL-01 and the like",
            )
        return Show(mark, rules, what, item or None)
