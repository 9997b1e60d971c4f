"""Tables of V:TES for tests: set one in a line, act by the ids of cards, ask what lies where."""

from __future__ import annotations

from typing import Any

from vendetta_kit.games.vtes.engine import actions as do
from vendetta_kit.games.vtes.engine import state as s
from vendetta_kit.games.vtes.engine.board import blood
from vendetta_kit.games.vtes.engine.game import Game
from vendetta_kit.kernel.state import MAX_SEATS

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


def vampire(card_id: str, capacity: int = 5, **more: Any) -> dict[str, Any]:
    """A vampire of a test's own."""
    row = {"id": card_id, "type": "vampire", "name": card_id, "clan": "caitiff", "capacity": capacity}
    return {**row, "disciplines": {}, **more}


def card(card_id: str, kind: str, **more: Any) -> dict[str, Any]:
    """A library card of a test's own, of this type."""
    row = {"id": card_id, "type": kind, "name": card_id, **more}
    if "sort" in row:
        row["kind"] = row.pop("sort")
    return row


class At:
    """A game at a table: seats by number, cards by id (``"A#2"`` is the second one)."""

    def __init__(self, *seats: dict[str, Any], **row: Any) -> None:
        given = [{"name": NAMES[k], **seat} for k, seat in enumerate(seats)]
        self.g = Game.position({"seats": given, **row})

    @classmethod
    def of(cls, game: Game) -> At:
        """A game that has begun otherwise."""
        at = cls.__new__(cls)
        at.g = game
        return at

    def number(self, name: str) -> int:
        """The number of a card."""
        card_id, _, k = name.partition("#")
        printed = self.g.table.printed
        found = [c for c in range(s.FIRST_CARD, len(printed)) if printed[c].id == card_id]
        return found[int(k or 1) - 1]

    def _value(self, given: Any) -> Any:
        return self.number(given) if isinstance(given, str) else given

    def action(self, kind: type[do.Move], *given: Any, **named: Any) -> do.Move:
        """An action, its cards named by their ids."""
        return kind(*map(self._value, given), **{key: self._value(value) for key, value in named.items()})

    def may(self, seat: int, kind: type[do.Move], *given: Any, **named: Any) -> bool:
        """Whether a seat may do this now."""
        action = self.action(kind, *given, **named)
        legal = action in self.g.legal(seat)
        assert legal is (self.g.why_not(seat, action) is None)
        return legal

    def why(self, seat: int, kind: type[do.Move], *given: Any, **named: Any) -> str:
        """The first rule that forbids it."""
        no = self.g.why_not(seat, self.action(kind, *given, **named))
        assert no is not None
        return str(no.reasons[0].rule)

    def do(self, seat: int, kind: type[do.Move], *given: Any, **named: Any) -> At:
        """Do it."""
        self.g.apply(seat, self.action(kind, *given, **named))
        return self

    def on(self, kind: str = "", most: int = 60) -> At:
        """Pass, or answer no, until a decision of this kind is asked; without one until the phase is another."""
        phase = self.g.n[s.PHASE]
        for _ in range(most):
            if self.g.is_over or (self.asked == kind if kind else self.g.n[s.PHASE] != phase):
                return self
            seat = self.g.to_act
            assert seat is not None
            legal = self.g.legal(seat)
            self.g.apply(seat, do.Pass() if do.Pass() in legal else legal[len(legal) - 1])
        raise AssertionError(f"no {kind or 'new phase'} is asked, but {self.asked}")

    def settle(self, *but: str) -> At:
        """Pass until the turn's player is asked for the next action, or one of these kinds is asked."""
        for _ in range(60):
            if self.g.is_over or self.asked in ("minion", "transfer", "discard", *but):
                return self
            seat = self.g.to_act
            assert seat is not None
            legal = self.g.legal(seat)
            self.g.apply(seat, do.Pass() if do.Pass() in legal else legal[0])
        raise AssertionError(f"it does not end: {self.asked}")

    @property
    def asked(self) -> str:
        """The kind of decision, or the question, that waits."""
        if self.g.is_over:
            return "over"
        seat = self.g.to_act
        assert seat is not None
        decision = self.g.decision(seat)
        return str(decision.question or decision.kind)

    @property
    def who(self) -> int | None:
        """The seat that is asked."""
        return self.g.to_act

    def pool(self, seat: int) -> int:
        """Its pool."""
        return self.g.n[s.POOL + seat]

    def points(self, seat: int) -> int:
        """Its victory points."""
        return self.g.n[s.POINTS + seat]

    @property
    def edge(self) -> int:
        """Who has the Edge; -1 is nobody."""
        return self.g.n[s.EDGE]

    @property
    def phase(self) -> str:
        """The phase."""
        return s.PHASES[self.g.n[s.PHASE]]

    def leaving(self, seat: int) -> bool:
        """Whether it has announced to withdraw."""
        return bool(self.g.n[s.LEAVING + seat])

    def blood(self, name: str) -> int:
        """The counters on a card."""
        return blood(self.g, self.number(name))

    def tapped(self, name: str) -> bool:
        """Whether it is tapped."""
        return bool(self.g.rows[s.TAPPED + self.number(name) * s.WIDTH])

    def host(self, name: str) -> str | None:
        """The id of the card on which it lies."""
        host = self.g.rows[s.HOST + self.number(name) * s.WIDTH]
        return self.g.table.printed[host].id if host >= 0 else None

    def where(self, name: str) -> tuple[str, int]:
        """In which region of whose it lies."""
        number = self.number(name)
        index = next(k for k in range(s.HAND, len(self.g.z)) if number in self.g.z[k])
        return s.REGION_NAMES[(index - s.HAND) // MAX_SEATS], (index - s.HAND) % MAX_SEATS

    def region(self, name: str) -> str:
        """In which kind of region it lies."""
        return self.where(name)[0]

    def count(self, region: str, seat: int) -> int:
        """How many cards lie in a region."""
        return len(self.g.z[s.HAND + s.REGION_NAMES.index(region) * MAX_SEATS + seat])

    def told(self, kind: str) -> list[dict[str, Any]]:
        """What was told in events of this kind."""
        return [dict(event.data) for event in self.g.events if event.kind == kind]
