"""What the page of a game tells Python: traits that can be observed, and functions that are called after each move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeVar

import traitlets

from vendetta_kit.argument_checks import CALLABLE, takes
from vendetta_kit.bots.own_bots import game_of
from vendetta_kit.registered_games import registered

from .learner_page import LearnerPage
from .notebook_cell import NotebookCell

Called = TypeVar("Called", bound=Callable[[Any], object])


def table_html(view: Any, lang: str) -> str:
    """Return a view as an HTML table without styles, in a language: what a view shows in a notebook."""
    found: str = registered(str(game_of(type(view)))).written().as_html(view, lang)
    return found


class GameNow(NamedTuple):
    """The game on a page as the traits of :class:`GameTraits` tell it."""

    moves: int
    over: bool
    seat: int | None
    game_state: Any


class GameTraits(LearnerPage):
    """A page of a game that a notebook can follow.

    The traits are read-only, for ``page.observe(f, "moves")`` and for whoever reads them. They stay in Python: nothing
    of them is in the page's messages or in the saved state of its widget.

    >>> from vendetta_widgets import play
    >>> page = play(seed=7, players=3)
    >>> page.moves, page.over, page.seat, page.game_state.names
    (1, False, 0, ('Ann', 'Bob', 'Cy'))
    """

    TOLD: ClassVar[tuple[str, ...]] = (*LearnerPage.TOLD, "moves", "over", "seat", "game_state", "on_move")
    moves = traitlets.Int(
        0,
        read_only=True,
        help="The number of everybody's moves so far, as far as the person may know of them; an undo lowers it.",
    )
    over = traitlets.Bool(False, read_only=True, help="Whether the game has ended.")
    seat = traitlets.Int(
        None, allow_none=True, read_only=True, help="The person's seat; None where nobody's is looked through."
    )
    game_state = traitlets.Any(
        None,
        read_only=True,
        help="The view of the person's seat: what she may know and nothing else; None while there is no table.",
    )

    def __init__(self, *, lang: str | None = None) -> None:
        super().__init__(lang=lang)
        self.cell = NotebookCell()
        """The cell in which the page was made."""
        self._followers: list[tuple[Any, NotebookCell]] = []

    def still_picture(self) -> str:
        view = self.game_state
        return str(table_html(view, self.lang)) if hasattr(view, "_repr_html_") else ""

    def game_now(self) -> GameNow | None:
        """Return the game on the page; ``None`` while that may not be told."""
        raise NotImplementedError

    @takes(follow=CALLABLE)
    def on_move(self, follow: Called, remove: bool = False) -> Called:
        """Call a function with this page after each move of the person and the others' answers.

        So also after an undo, and when another game begins. What it prints, and an error with its traceback, is shown
        in the cell that called this method; the game goes on.

        Args:
            follow: is called as ``follow(page)``; ``page.game_state`` is the view then.
            remove: call it no longer.

        Returns:
            The function, so that this can be a decorator.

        >>> from vendetta_widgets import play
        >>> page = play(seed=7, players=3)
        >>> @page.on_move
        ... def count(page):
        ...     print(page.moves, "moves")
        """
        self._followers = [(other, cell) for other, cell in self._followers if other != follow]
        if not remove:
            self._followers.append((follow, NotebookCell()))
        return follow

    def drawn(self) -> None:
        super().drawn()
        if not self.working:
            self.tell_python()

    def tell_python(self) -> None:
        """Set the traits and call the functions of :meth:`on_move`, if the game has changed."""
        now = self.game_now()
        if now is None or (now.game_state is self.game_state and now[:3] == (self.moves, self.over, self.seat)):
            return
        self.cell.run(partial(self._set, now))
        for follow, cell in tuple(self._followers):
            cell.run(partial(follow, self))

    def _set(self, now: GameNow) -> None:
        """Set all traits, then call who observes them."""
        page: Any = self  # ipywidgets says nothing of types
        with page.hold_trait_notifications():
            for name, value in now._asdict().items():
                page.set_trait(name, value)
