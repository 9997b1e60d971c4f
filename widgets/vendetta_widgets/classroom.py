"""The teacher's part for a class: an assignment as one link, and a report on learners' progress files.

The files are read by this page's kernel and are stored nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qs

from vendetta_kit import rulebook, scenarios
from vendetta_kit.course import assignment, class_report, lessons
from vendetta_kit.course.assignment import DRILLS, MOST, MOST_LETTERS, Assignment, BadAssignment, Item
from vendetta_kit.course.class_report import ClassReport, PupilRow
from vendetta_kit.course.progress import BadProgress, Progress
from vendetta_kit.course.rule_map import map_texts
from vendetta_kit.input_checks import clean_name

from .assignment_html import title_of
from .base_page import BasePage
from .controls import button, copy_button, file_choice, link
from .html import Html, HtmlWriter, joined, tag
from .page_parts import table
from .page_phrases import UserError

KEPT: Final = "class-list"
"""The name under which the teacher's browser stores the assignment."""
MOST_PUPILS: Final = 200


class Classroom:
    """A teacher's assignment and the progress files that are loaded; ``page`` shows it."""

    def __init__(self, page: BasePage) -> None:
        self._page = page
        self.given = Assignment()
        self._files: dict[str, Progress] = {}

    def arrived(self) -> None:
        """Read the assignment that the browser stores."""
        kept = {key: values[-1] for key, values in parse_qs(self._page.stored.get(KEPT, "")).items()}
        if "todo" in kept:
            try:
                self.given = assignment.read_assignment(kept["todo"], kept.get("name", ""))
            except BadAssignment:  # stored by a kit with other lessons
                self._page.store(KEPT, None)

    def handle(self, do: str, value: Any) -> None:
        """Handle an action of the teacher.

        Raises:
            UserError: the action is not possible.
        """
        if do == "class.add" and isinstance(value, dict):
            self._add(value)
        elif do == "class.title":
            self._give(Assignment(self.given.items, clean_name(str(value), MOST_LETTERS)))
        elif do == "class.move" and isinstance(value, list) and len(value) == 2 and value[1] in (-1, 1):
            self._move(Item.of(str(value[0])), value[1])
        elif do == "class.remove":
            self._give(self.given.without(Item.of(str(value))))
            self._page.focus_on("[data-class-list]")
        elif do == "class.empty":
            self._give(Assignment())
            self._page.focus_on("[data-class-list]")
        elif do == "class.csv":
            self._page.download("vendetta-class.csv", class_report.csv_of(self._report()), "text/csv")
        elif do == "class.forget":
            self._files = {}
            self._page.focus_on("[data-class-files]")
        else:
            raise UserError("bad.click", what=do)

    def _move(self, item: Item, by: int) -> None:
        self._give(self.given.moved(item, by))
        if item in self.given.items:  # at an end one button is disabled: the focus goes to the other
            at_end = item == self.given.items[-1 if by > 0 else 0]
            way = "class.up" if (by < 0) != at_end else "class.down"
            self._page.focus_on(f'[data-key="{way}-{item.text}"]')

    def _add(self, row: dict[str, Any]) -> None:
        for value in map(str, row.values()):
            item = Item.of(value)
            if not assignment.is_available(item):
                raise UserError("bad.click", what=value[:40])
            if len(self.given.items) >= MOST and item not in self.given.items:
                raise UserError("class.most", most=MOST)
            self._give(self.given.with_item(item))

    def _give(self, given: Assignment) -> None:
        self.given = given
        self._page.store(KEPT, given.query if given.items or given.title else None)

    def file(self, name: str, content: bytes) -> None:
        """Add a learner's progress file.

        Raises:
            UserError: it is no progress file.
        """
        try:
            progress = Progress.loads(content, name)
        except BadProgress as fault:
            raise UserError("class.bad_file", fault=fault.text(self._page.lang)) from None
        if len(self._files) >= MOST_PUPILS:
            raise UserError("class.most_files", most=MOST_PUPILS, file=name)
        key, k = name, 1
        while key in self._files and self._files[key] != progress:  # all learners' files have the same name by default
            k += 1
            stem, dot, end = name.rpartition(".")
            key = f"{stem or end} ({k}){dot}{end if stem else ''}"
        self._files[key] = progress

    def _report(self, lang: str | None = None) -> ClassReport:
        items = self.given.items or None
        return class_report.report(self._files.items(), lang or self._page.lang, datetime.now(UTC), items)

    # HTML -----------------------------------------------------------------------------------------------------

    def parts(self, pen: HtmlWriter) -> dict[str, Html]:
        """Return the HTML of the page's parts for a class, by name."""
        return {"class_list": self._list(pen), "class_files": self._results(pen)}

    def _list(self, pen: HtmlWriter) -> Html:
        name = pen.id()
        title = tag(
            "input", type="text", id=name, value=self.given.title, maxlength=MOST_LETTERS, data_do="class.title"
        )
        heading = tag("h2", pen.say("class.list"), data_class_list=True, data_home=True)
        fields = [
            tag("div", tag("label", pen.say("class.title"), for_=name), title),
            *(self._adding(kind, groups, pen) for kind, groups in self._offered(pen)),
        ]
        return tag(
            "section",
            heading,
            tag("p", pen.say("class.list.hint"), cls="vk-hint"),
            tag("div", fields, cls="vk-fields"),
            self._items(pen),
            self._link(pen) if self.given.items else None,
            lang=pen.lang,
        )

    def _offered(self, pen: HtmlWriter) -> Iterable[tuple[str, Sequence[tuple[str, Sequence[Item]]]]]:
        """Yield each kind of items that can be assigned, with its groups of (title, items)."""
        names = [heading.id for heading in lessons.headings()]
        yield "lesson", [("", [Item("lesson", name) for name in names])]
        groups = [
            (rulebook.section_title(topic, pen.lang), [Item("scenario", scenario.id) for scenario in found])
            for topic, found in scenarios.by_topic()
        ]
        yield "scenario", groups
        yield "drill", [("", [Item("drill", name) for name in (*DRILLS, *names)])]

    def _adding(self, kind: str, groups: Sequence[tuple[str, Sequence[Item]]], pen: HtmlWriter) -> Html:
        name = pen.id()
        options = []
        for label, items in groups:
            found = [tag("option", title_of(item, pen), value=item.text) for item in items]
            options.append(tag("optgroup", found, label=label) if label else joined(found))
        select = tag("select", options, id=name, name=kind, data_key=f"class-{kind}")
        words_ = pen.unseen(f": {pen.say(f'todo.kind.{kind}')}")
        add = tag("button", pen.say("class.add"), words_, type="submit", cls="vk-button")
        label_ = tag("label", pen.say(f"class.{kind}"), for_=name)
        return tag("form", label_, tag("span", select, add, cls="vk-with-button"), data_do="class.add")

    def _items(self, pen: HtmlWriter) -> Html:
        if not self.given.items:
            return tag("p", pen.say("class.empty"), cls="vk-hint", role="status")
        rows = []
        for k, item in enumerate(self.given.items):
            title = title_of(item, pen)
            moves = [
                button(
                    sign,
                    "class.move",
                    [item.text, by],
                    "vk-icon",
                    aria_label=pen.say(key, title=title),
                    disabled=k == end,
                    data_key=f"{key}-{item.text}",
                )
                for sign, by, key, end in (
                    ("▲\ufe0e", -1, "class.up", 0),
                    ("▼\ufe0e", 1, "class.down", len(self.given.items) - 1),
                )
            ]
            away = button("✕", "class.remove", item.text, "vk-icon", aria_label=pen.say("class.remove", title=title))
            kind = tag("span", pen.say(f"todo.kind.{item.kind}"), cls="vk-small")
            words_ = tag("span", title, " ", kind, cls="vk-todo-words")
            rows.append(tag("li", words_, tag("span", moves, away, cls="vk-buttons"), data_key=item.text))
        return tag("ol", rows, cls="vk-todo-list vk-todo-mine")

    def _link(self, pen: HtmlWriter) -> Html:
        name = pen.id()
        way = f"00_start_here?{self.given.query}"
        field = tag("input", type="text", readonly=True, id=name, data_address=way, cls="vk-address")
        copy = copy_button(pen.say("class.copy"), f"#{name}", copied=pen.say("class.copied"))
        return tag(
            "div",
            tag("label", pen.say("class.link"), for_=name, cls="vk-label"),
            tag("div", field, copy, link(pen.say("class.see"), way, "vk-link vk-quiet"), cls="vk-buttons"),
            tag("p", pen.say("class.link.hint"), cls="vk-hint"),
            button(pen.say("class.clear"), "class.empty", cls="vk-quiet"),
            cls="vk-class-link",
        )

    def _results(self, pen: HtmlWriter) -> Html:
        choice = file_choice(pen, pen.say("class.choose"), "class.files", ".json", several=True)
        zone = tag("div", choice, tag("p", pen.say("class.drop"), cls="vk-hint"), cls="vk-drop", data_drop_files=True)
        found = self._found(pen) if self._files else None
        heading = tag("h2", pen.say("class.files"), data_class_files=True)
        return tag("section", heading, tag("p", pen.say("class.files.hint"), cls="vk-hint"), zone, found, lang=pen.lang)

    def _found(self, pen: HtmlWriter) -> Html:
        found = self._report(pen.lang)
        said = map_texts(pen.lang)
        heads: list[object] = [said["class.pupil"], *said["class.columns"].split("|")]
        for k, item in enumerate(found.items):
            heads.append([self._number(k, item), pen.unseen(f" {title_of(item, pen)}")])
        rows = [tag("tr", self._row(row, found, pen)) for row in found.rows]
        key = [
            tag("li", tag("b", self._number(k, item)), " ", title_of(item, pen)) for k, item in enumerate(found.items)
        ]
        buttons = [
            button(pen.say("class.csv"), "class.csv"),
            button(pen.say("class.forget"), "class.forget", cls="vk-quiet"),
        ]
        about = {"tabindex": 0, "role": "region", "aria_label": pen.say("class.files")}
        return joined(
            [
                tag("p", pen.say("class.pupils", n=len(found.rows)), role="status"),
                table(heads, rows, "vk-result vk-class-table", **about),
                tag("details", tag("summary", pen.say("class.key")), tag("ul", key), cls="vk-class-key"),
                tag("h3", said["class.missed" if found.missed else "class.none_missed"].rstrip(":")),
                self._missed(found, pen) if found.missed else None,
                tag("div", buttons, cls="vk-buttons"),
            ]
        )

    def _number(self, k: int, item: Item) -> str:
        """Return an item's column heading: its place in the assignment, or without one the lesson's number."""
        if self.given.items:
            return f"{k + 1}."
        return str(next(heading.number for heading in lessons.headings() if heading.id == item.id))

    def _row(self, row: PupilRow, found: ClassReport, pen: HtmlWriter) -> list[Html]:
        numbers = (row.finished, row.begun, row.right, row.wrong, f"{row.proved}/{found.total}", row.due)
        cells = [tag("th", row.name, scope="row"), *(tag("td", n) for n in numbers)]
        for done in row.done:
            sign = tag("span", "✓" if done else "–", aria_hidden="true")
            cells.append(tag("td", sign, pen.unseen(pen.say("todo.done" if done else "todo.not_yet"))))
        return cells

    def _missed(self, found: ClassReport, pen: HtmlWriter) -> Html:
        rows = [
            tag(
                "li",
                pen.rule(line.rule),
                " ",
                line.title,
                " ",
                tag("span", pen.say("class.missed", wrong=line.wrong, right=line.right, n=line.pupils), cls="vk-small"),
            )
            for line in found.missed
        ]
        return tag("ol", rows, cls="vk-missed")
