"""HTML as the page writes it: escaped unless it is HTML already, and with a card behind every name and every rule id.

A rule id or a card's name is a button; what it opens is a *popover*, plain HTML that the browser shows and hides by
itself. A :class:`Pen` remembers which ones it has named, and writes them all with :meth:`Pen.popovers`.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from typing import Any, Final

from vendetta_kit import box, rulebook
from vendetta_kit.rulebook import words

from . import phrases

__all__ = ["Html", "Pen", "joined", "tag"]

MOST_RULES: Final = 2
"""So many rule ids stand in a line; more are one click away."""


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


def tag(name: str, *content: object, **attributes: object) -> Html:
    """One element. ``content`` is escaped unless it is :class:`Html`; lists are joined; ``None`` is left out.

    >>> tag("b", "<Bob>", cls="vk-name", aria_hidden="true")
    '<b class="vk-name" aria-hidden="true">&lt;Bob&gt;</b>'
    """
    given = []
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = "class" if key == "cls" else key.rstrip("_").replace("_", "-")
        given.append(f' {attribute}="{html.escape(str(value))}"' if value is not True else f" {attribute}")
    return Html(f"<{name}{''.join(given)}>{joined(content)}</{name}>")


def joined(content: Iterable[object]) -> Html:
    """Pieces of content as one."""
    pieces = []
    for piece in content:
        if piece is None:
            continue
        if isinstance(piece, list | tuple):
            pieces.append(joined(piece))
        else:
            pieces.append(piece if isinstance(piece, Html) else Html(html.escape(str(piece))))
    return Html("".join(pieces))


class Pen:
    """Writes in one language, and keeps what was named, so that a click can show it.

    ``prefix`` sets the ids of one page apart from those of another in the same notebook.
    """

    def __init__(self, lang: str = "en", prefix: str = "vk") -> None:
        self.lang = lang
        self.prefix = prefix
        self._named: dict[str, Callable[[], Html]] = {}

    def say(self, key: str, **values: object) -> str:
        """The page's own words."""
        return phrases.say(key, self.lang, **values)

    def game(self, section: str, key: str, **values: Any) -> str:
        """The game's words."""
        return words.say(section, key, self.lang, values)

    def unseen(self, text: str) -> Html:
        """For those who hear the page rather than see it."""
        return tag("span", text, cls="vk-unseen")

    # What can be opened -----------------------------------------------------------------------------------

    def opens(self, key: str, shown: object, write: Callable[[], Html], cls: str, **attributes: object) -> Html:
        """A button that opens what ``write`` writes."""
        self._named.setdefault(key, write)
        return tag("button", shown, type="button", cls=cls, popovertarget=f"{self.prefix}-{key}", **attributes)

    def rule(self, rule_id: str) -> Html:
        """A rule id; a click opens the rule."""
        return self.opens(f"rule-{rule_id}", rule_id, lambda: self._rule(rule_id), "vk-rule")

    def rules(self, rule_ids: Iterable[str]) -> Html:
        """Several rule ids: the first ones, and the rest behind a small plus."""
        buttons = [self.rule(rule_id) for rule_id in rule_ids]
        if len(buttons) > MOST_RULES + 1:
            label = tag("summary", f"+{len(buttons) - MOST_RULES}", aria_label=self.say("rules.more"))
            buttons[MOST_RULES:] = [tag("details", label, buttons[MOST_RULES:], cls="vk-more")]
        return tag("span", buttons, cls="vk-rules") if buttons else Html("")

    def popovers(self) -> Html:
        """All that can be opened, closed."""
        written = [
            tag(
                "div",
                write(),
                tag(
                    "button",
                    self.say("close"),
                    type="button",
                    cls="vk-close",
                    popovertarget=f"{self.prefix}-{key}",
                    popovertargetaction="hide",
                ),
                id=f"{self.prefix}-{key}",
                popover="auto",
                cls="vk-pop",
                lang=self.lang,
            )
            for key, write in sorted(self._named.items())
        ]
        return joined(written)

    def _rule(self, rule_id: str) -> Html:
        entry = rulebook.find(rule_id, self.lang)
        meta = [tag("p", rulebook.cite(rule_id, self.lang), " · ", self._section(entry), cls="vk-meta")]
        if isinstance(entry, rulebook.Ruling):
            return joined([tag("h3", entry.question), meta, self._answer(entry)])
        parts = [tag("h3", entry.title), meta, tag("p", entry.text)]
        if isinstance(entry, rulebook.Rule):
            for ruling_id in entry.rulings:
                ruling = rulebook.ruling(ruling_id, self.lang)
                parts.append(tag("h4", f"{ruling.id} · {ruling.question}"))
                parts.append(self._answer(ruling))
        return joined(parts)

    def _section(self, entry: rulebook.Entry) -> str:
        if isinstance(entry, rulebook.Term):
            return ""
        return rulebook.section_title(entry.section, self.lang)

    def _answer(self, ruling: rulebook.Ruling) -> Html:
        def label(key: str) -> Html:
            return tag("b", rulebook.word("labels", key, self.lang), ": ")

        lines = [tag("p", label("default"), ruling.default)]
        if ruling.other:
            lines.append(tag("p", label("other"), ruling.other))
        return joined(lines)

    # Names ------------------------------------------------------------------------------------------------

    def name(self, card: str | int) -> str:
        """The name of a card, clan or Location tile."""
        return box.name(card, self.lang)

    def place(self, at: int | str) -> str:
        """The name of a Location."""
        return words.place(at, self.lang)
