"""What can be predicted of V:TES: whether an action is blocked, pool, the Edge, who falls, votes, who wins.

>>> from vendetta_kit.games.vtes.engine.game import Game
>>> view = Game.new(["claw", "court"], seed=7).view(0)
>>> form, prompt, options = PREDICTIONS.of("pool", seat=1).question(view)
>>> form, prompt["en"]
('number', 'How much pool will Bob have then?')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from vendetta_kit.course.predictions import At, Find, PredictionAnswer, PredictionKind, Predictions, Since
from vendetta_kit.course.questions import NOBODY, AnswerOption, Words, seat_options
from vendetta_kit.games.vtes.engine.views import View
from vendetta_kit.games.vtes.wording import say
from vendetta_kit.games.vtes.wording.log_lines import log_lines
from vendetta_kit.kernel.events import Event
from vendetta_kit.rulebook import VTES

_CLOCK: Final = frozenset({"turn", "phase"})
"""Kinds of events that only give the time."""
_DECIDED: Final = ("bled", "succeeds", "fails", "outcome", "combat_over", "ousted")
"""Kinds of events that decide a result even if no counter moves."""
YES, NO = "yes", "no"


def _words(key: str, **values: str) -> Words:
    return {lang: say("predict", key, lang, values) for lang in VTES.languages()}


def _asks(
    key: str, options: Callable[[View], tuple[AnswerOption, ...]]
) -> Callable[..., tuple[Words, tuple[AnswerOption, ...]]]:
    def ask(view: View, at: At | None, seat: int | None) -> tuple[Words, tuple[AnswerOption, ...]]:
        if seat is None:
            return _words(key), options(view)
        return _words(f"{key}.you" if seat == view.me else key, name=view.names[seat]), options(view)

    return ask


def _none(view: View) -> tuple[AnswerOption, ...]:
    return ()


def _yes_no(view: View) -> tuple[AnswerOption, ...]:
    return AnswerOption(YES, _words("yes")), AnswerOption(NO, _words("no"))


def _playing(view: View) -> list[int]:
    return [seat for seat, seen in enumerate(view.seats) if seen.here]


def _players(view: View) -> tuple[AnswerOption, ...]:
    return seat_options(view.names, _playing(view), you=(view.me, _words("you")))


def _players_or_nobody(view: View) -> tuple[AnswerOption, ...]:
    return seat_options(view.names, _playing(view), _words("nobody"), (view.me, _words("you")))


def _vampires(view: View) -> tuple[AnswerOption, ...]:
    """Return an option for each ready vampire, and "nobody". Vampires are unique, so a card's id is enough."""
    ready = [seen.card for seat in view.seats for seen in seat.ready if seen.capacity and seen.card is not None]
    named = {card: {lang: say("account", "card", lang, {"card": card}) for lang in VTES.languages()} for card in ready}
    return (*(AnswerOption(card, words) for card, words in named.items()), AnswerOption(NOBODY, _words("nobody")))


# Answers ---------------------------------------------------------------------------------------------------


def _last(events: Iterable[Event], *kinds: str) -> Event | None:
    return next((event for event in reversed(tuple(events)) if event.kind in kinds), None)


def _blocked(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = tuple(e for e in since.events if e.kind in ("no_block", "block", "block_failed", "blocked", "unblocked"))
    end = _last(rows, "blocked", "unblocked")
    if end is None:
        return None
    return PredictionAnswer((YES if end.kind == "blocked" else NO,), rows, about=end.rules)


def _pool(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    entries = tuple(
        entry
        for entry in since.entries
        if any(account.kind == "pool" and account.seat == seat for account in (entry.source, entry.target))
    )
    end = _last(since.events, *_DECIDED)
    if not entries and end is None:
        return None
    rows = () if entries or end is None else (end,)
    return PredictionAnswer((str(since.after.seats[seat].pool),), rows, entries)


def _edge(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    rows = tuple(event for event in since.events if event.kind in ("edge", "bled", "fails"))
    if not rows:
        return None
    holder = since.after.edge
    return PredictionAnswer((NOBODY if holder is None else str(holder),), rows)


def _torpor(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    end = _last(since.events, "combat_over")
    if end is None:
        return None
    fallen = tuple(event for event in since.events if event.kind == "torpor")
    rows = tuple(event for event in since.events if event.kind in ("damage", "torpor"))
    right = tuple(str(event.data["card"]) for event in fallen) or (NOBODY,)
    causes = tuple(entry for entry in since.entries if entry.cause == "healed")
    return PredictionAnswer(right, (*rows, end), causes)


def _passes(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    end = _last(since.events, "outcome")
    if end is None:
        return None
    votes = tuple(event for event in since.events if event.kind == "vote")
    return PredictionAnswer((YES if end.data["passes"] else NO,), (*votes, end))


def _game(since: Since, at: At | None, seat: int) -> PredictionAnswer | None:
    end = _last(since.events, "over")
    if end is None:
        return None
    points = tuple(event for event in since.events if event.kind == "point")
    return PredictionAnswer(tuple(str(winner) for winner in sorted(since.after.winners)), (*points, end))


def _pool_of(view: View, seat: int) -> int:
    return view.seats[seat].pool


def _kind(
    form: str, key: str, options: Callable[[View], tuple[AnswerOption, ...]], find: Find, main: str
) -> PredictionKind:
    counts = form == "number"
    return PredictionKind(form, _asks(key, options), find, counts, main=main, now=_pool_of if counts else None)


KINDS: Final[dict[str, PredictionKind]] = {
    "blocked": _kind("one", "blocked", _yes_no, _blocked, "BLOCK-06"),
    "pool": _kind("number", "pool", _none, _pool, "BLEED-02"),
    "edge": _kind("one", "edge", _players_or_nobody, _edge, "BLEED-03"),
    "torpor": _kind("many", "torpor", _vampires, _torpor, "DMG-03"),
    "passes": _kind("one", "passes", _yes_no, _passes, "POL-06"),
    "game": _kind("many", "game", _players, _game, "END-04"),
}
"""All kinds of predictions by name."""

PREDICTIONS: Final = Predictions(KINDS, log_lines, _CLOCK)
