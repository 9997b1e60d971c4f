"""Controls that the page is put together from: rows of buttons, and cards with a button.

They are made once and shown or hidden, never thrown away: so the keyboard's focus stays where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ipywidgets import HTML, Box, Button, VBox

__all__ = ["Cards", "Option", "Row", "note", "show"]

Chosen = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose: its value, its words, how it looks, and for a card the card's HTML."""

    value: Any
    label: str
    face: str = ""
    hint: str = ""
    primary: bool = False


def note(cls: str) -> HTML:
    """An empty piece of text."""
    text = HTML()
    text.add_class(cls)
    return text


def show(widget: Any, shown: bool) -> None:
    """Show or hide."""
    widget.layout.display = None if shown else "none"


def _with_class(widget: Any, cls: str, wanted: bool) -> None:
    if wanted:
        widget.add_class(cls)
    else:
        widget.remove_class(cls)


class Row(VBox):
    """A label and a row of buttons, one for each option; what is chosen is ticked."""

    def __init__(self, on_choice: Chosen, cls: str = "") -> None:
        self.options: tuple[Option, ...] = ()
        self._on_choice = on_choice
        self._label = note("vk-label")
        self._buttons: list[Button] = []
        self._box = Box()
        self._box.add_class("vk-buttons")
        super().__init__([self._label, self._box])
        self.add_class("vk-row-of-buttons")
        if cls:
            self.add_class(cls)
        self.show("", ())

    def show(self, label: str, options: Sequence[Option], chosen: Any = None) -> None:
        """Offer these options; none hides the row."""
        self.options = tuple(options)
        self._label.value = label
        show(self._label, bool(label))
        while len(self._buttons) < len(options):
            self._buttons.append(self._button(len(self._buttons)))
            self._box.children = tuple(self._buttons)
        for k, button in enumerate(self._buttons):
            show(button, k < len(options))
            if k < len(options):
                option = options[k]
                on = chosen is not None and option.value == chosen
                button.description = f"✓ {option.label}" if on else option.label
                button.tooltip = option.hint or None
                _with_class(button, "vk-on", on)
                _with_class(button, "vk-primary", option.primary)
            else:
                button.description = ""
                button.tooltip = None
        show(self, bool(options))

    @property
    def buttons(self) -> list[Button]:
        """The buttons on offer."""
        return self._buttons[: len(self.options)]

    def _button(self, k: int) -> Button:
        button = Button()
        button.add_class("vk-button")

        def clicked(_: Button) -> None:
            if k < len(self.options):
                self._on_choice(self.options[k].value)

        button.on_click(clicked)
        return button


class Cards(VBox):
    """A label and a row of cards, each with a button."""

    def __init__(self, on_choice: Chosen) -> None:
        self.options: tuple[Option, ...] = ()
        self._on_choice = on_choice
        self._label = note("vk-label")
        self._faces: list[HTML] = []
        self._buttons: list[Button] = []
        self._box = Box()
        self._box.add_class("vk-hand")
        super().__init__([self._label, self._box])
        self.add_class("vk-cards")
        self.show("", ())

    def show(self, label: str, options: Sequence[Option], chosen: Any = None) -> None:
        """Offer these cards; none hides the row."""
        self.options = tuple(options)
        self._label.value = label
        show(self._label, bool(label))
        while len(self._buttons) < len(options):
            self._add(len(self._buttons))
        for k, (face, button) in enumerate(zip(self._faces, self._buttons, strict=True)):
            frame = self._box.children[k]
            show(frame, k < len(options))
            if k < len(options):
                option = options[k]
                on = chosen is not None and option.value == chosen
                face.value = option.face
                button.description = f"✓ {option.label}" if on else option.label
                button.tooltip = option.hint or None
                _with_class(frame, "vk-on", on)
            else:
                face.value = button.description = ""
        show(self, bool(options))

    @property
    def buttons(self) -> list[Button]:
        """The buttons of the cards on offer."""
        return self._buttons[: len(self.options)]

    def _add(self, k: int) -> None:
        face, button = HTML(), Button()
        button.add_class("vk-button")
        frame = VBox([face, button])
        frame.add_class("vk-choice")

        def clicked(_: Button) -> None:
            if k < len(self.options):
                self._on_choice(self.options[k].value)

        button.on_click(clicked)
        self._faces.append(face)
        self._buttons.append(button)
        self._box.children = (*self._box.children, frame)
