"""The game of Rivals as far as its source text goes: the set-up, the draw of Rivals, and the frame of each turn.

Cards are stand-ins made for the kit; their effects are not played. The End Phase stops in its third step, where the
source ends (END-06). The action ``Done`` then begins the next turn, for practice only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Final, NamedTuple

from vendetta_kit.data_paths import read_words
from vendetta_kit.kernel import agenda, game
from vendetta_kit.kernel.actions import Action
from vendetta_kit.kernel.decisions import DecisionKind
from vendetta_kit.kernel.event_kinds import FieldKind, kind
from vendetta_kit.kernel.events import Account, Entry, Event, Recorder
from vendetta_kit.kernel.ledger import account_of, move
from vendetta_kit.kernel.options import Options
from vendetta_kit.kernel.refusal import Reason, SetupChecks, WhyNot
from vendetta_kit.kernel.rng import scramble, shuffled
from vendetta_kit.kernel.saves import set_up
from vendetta_kit.kernel.state import ASK, RNG, Step
from vendetta_kit.kernel.visibility import Observation
from vendetta_kit.registered_games import registered

from . import actions as do
from . import state as s
from .rival_draw import last_assignment

TAKE, ACT, MEND, ENDS, OVER = range(1, 6)
PHASES: Final = ("set_up", "beginning", "action", "end", "over")
SET_UP, BEGINNING, ACTION, END, AFTER = range(5)
PRACTICES: Final = ("none", "torpor")
TURN_ACTIONS: Final = 2
NAMES: Final = ("Ann", "Bob", "Cy", "Dee")
VERSION: Final = 2
"""The version of the rules that new games follow. A save without a version follows version 1.

Version 1 let vampires move and regroup after the second action, left a vampire that began in torpor exhausted
after it healed, and allowed all ten Events in a described position.
"""


def _tell(g: Game, what: str, seat: int | None = None, **data: Any) -> None:
    if g.rec is not None:
        g.rec.event(g, what, seat, **data)


# The set-up --------------------------------------------------------------------------------------------------


def set_up_city(g: Game, step: Step) -> None:
    """Put 4 of the 10 Events away unseen, and shuffle the rest (SET-01, SET-02)."""
    first = s.FIRST_CITY
    events = shuffled(g.n, tuple(range(first, first + s.EVENTS)))
    g.z[s.BOX] = events[: s.BOXED]
    g.z[s.CITY] = shuffled(g.n, events[s.BOXED :] + tuple(range(first + s.EVENTS, first + s.CITY_SIZE)))
    _tell(g, "city_deck", cards=len(g.z[s.CITY]), away=len(g.z[s.BOX]))


def set_up_leaders(g: Game, step: Step) -> None:
    """Bring each player's strongest vampire into play, with Blood paid from Prestige (SET-06 to SET-08)."""
    for seat in range(g.seats):
        leader = max(s.vampires_of(seat), key=s.blood_potency)
        g.n[s.LEADER + seat] = leader
        g.z[s.HAVEN + seat] = (leader,)
        g.z[s.FACTION + seat] = tuple(card for card in g.z[s.FACTION + seat] if card != leader)
        _tell(g, "leader", seat, card=s.card_id(leader))
        move(g, s.PRESTIGE + seat, s.BLOOD + s.index_of(leader), s.blood_potency(leader), "recruit", leader, seat)


def set_up_rivals(g: Game, step: Step) -> None:
    """Mix the Rival tokens; with two players, assign them at once (SET-10, SET-11)."""
    _tell(g, "first_player", 0)
    tokens = tuple(range(s.FIRST_TOKEN, s.FIRST_TOKEN + g.seats))
    if g.seats == 2:
        for seat in range(2):
            _give(g, seat, tokens[1 - seat])
        return
    g.z[s.TOKENS] = shuffled(g.n, tokens)
    g.agenda.append((next_token, 0))


def next_token(g: Game, step: Step) -> None:
    """Ask the next seat to take a token, or assign the last two where only one way is left (SET-11, SET-12)."""
    seat = step[1]
    left = tuple(range(seat + 1, g.seats + 1))
    if not left:
        return
    last = last_assignment(left, tuple(card - s.FIRST_TOKEN + 1 for card in g.z[s.TOKENS]))
    if last is not None:
        _tell(g, "turned_up", cards=tuple(map(s.card_id, sorted(g.z[s.TOKENS]))))
        g.z[s.TOKENS] = ()
        for number, token in zip(left, last, strict=True):
            _give(g, number - 1, token + s.FIRST_TOKEN - 1)
        return
    g.agenda.append((next_token, seat + 1))
    agenda.ask_all(g, TAKE, 1 << seat)


def token_answered(g: Game, seat: int, code: int) -> None:
    """Give a seat a random token; one with its own number is replaced by another and mixed in again (SET-11)."""
    agenda.close_decision(g)
    token, *rest = g.z[s.TOKENS]
    if token == s.FIRST_TOKEN + seat:
        _tell(g, "own_token", seat, card=s.card_id(token))
        other, *rest = rest
        rest, token = [*rest, token], other
    g.z[s.TOKENS] = shuffled(g.n, tuple(rest))
    _give(g, seat, token)


def _give(g: Game, seat: int, token: int) -> None:
    g.z[s.TAKEN + seat] = (token,)
    _tell(g, "rival", seat, card=s.card_id(token), rival=token - s.FIRST_TOKEN)


def set_up_hands(g: Game, step: Step) -> None:
    """Shuffle both decks of each player, and draw the first hands (SET-14 to SET-16)."""
    for seat in range(g.seats):
        library = shuffled(g.n, g.z[s.LIBRARY + seat])
        faction = shuffled(g.n, g.z[s.FACTION + seat])
        vampires = 2 if seat else 1
        hand = library[:4] + faction[:vampires]
        g.z[s.LIBRARY + seat], g.z[s.FACTION + seat] = library[4:], faction[vampires:]
        g.z[s.HAND + seat] = hand
        if g.rec is not None:
            secret = {"hand": tuple(map(s.card_id, hand))}
            g.rec.event(g, "hand", seat, (), secret, 1 << seat, library=4, vampires=vampires)
    if g.table.setup["practice"] == "torpor":
        _lay_practice(g)


def _lay_practice(g: Game) -> None:
    """Put two more vampires of each player into play, one in torpor and one short of Blood, to practise mending."""
    for seat in range(g.seats):
        spare = [card for card in g.z[s.FACTION + seat] if s.blood_potency(card) > 2][:2]
        g.z[s.FACTION + seat] = tuple(card for card in g.z[s.FACTION + seat] if card not in spare)
        g.z[s.TORPOR + seat], g.z[s.HAVEN + seat] = (spare[0],), (*g.z[s.HAVEN + seat], spare[1])
        for card, blood in zip(spare, (s.blood_potency(spare[0]) - 2, 1), strict=True):
            move(g, s.SUPPLY, s.BLOOD + s.index_of(card), blood, "practice", card, seat)


# A turn ------------------------------------------------------------------------------------------------------


def begin_turn(g: Game, step: Step) -> None:
    """Play the three steps of the Beginning Phase (BEG-01 to BEG-04)."""
    seat = g.n[s.TURN] % g.seats
    g.n[s.TURN] += 1
    g.n[s.ACTIVE], g.n[s.PHASE] = seat, BEGINNING
    _tell(g, "turn", seat, number=g.n[s.TURN])
    for which in range(s.ONGOING):
        if g.n[s.COLOUR + which] == seat + 1:
            event = s.FIRST_CITY + which
            g.n[s.COLOUR + which] = 0
            move(g, s.MARKED + which, s.SUPPLY, 1, "burned", event, seat)
            _burn(g, event)
    for _ in range(g.seats if g.n[s.TURN] == 1 else 1):
        _reveal(g, seat)
    _tell(g, "start_of_turn", seat)
    g.n[s.EXHAUSTED + seat] = 0
    back = g.z[s.OUT + seat]
    for card in back:
        g.n[s.PARTY + s.index_of(card)] = 0
    g.z[s.HAVEN + seat] += back
    g.z[s.OUT + seat] = ()
    _tell(g, "returned", seat, cards=tuple(map(s.card_id, back)))
    action_phase(g, step)


def action_phase(g: Game, step: Step) -> None:
    """Ask the active player for actions and moves (ACT-01, MOVE-01)."""
    g.n[s.PHASE], g.n[s.ACTIONS_LEFT] = ACTION, TURN_ACTIONS
    agenda.ask_all(g, ACT, 1 << g.n[s.ACTIVE])


def _reveal(g: Game, seat: int) -> None:
    """Turn up the City Deck's top card; an Event is discarded, or gets a token (BEG-01, CITY-03, CITY-05)."""
    if not g.z[s.CITY]:  # the discard pile of this table is empty: nothing here puts a card there (CITY-06)
        _tell(g, "city_empty")
        return
    card, g.z[s.CITY] = g.z[s.CITY][0], g.z[s.CITY][1:]
    g.z[s.STREETS] += (card,)
    _tell(g, "revealed", seat, card=s.card_id(card))
    which = card - s.FIRST_CITY
    if which < s.ONGOING:
        g.n[s.COLOUR + which] = seat + 1
        move(g, s.SUPPLY, s.MARKED + which, 1, "ongoing", card, seat)
    elif which < s.EVENTS:
        _burn(g, card)


def _burn(g: Game, card: int) -> None:
    g.z[s.STREETS] = tuple(other for other in g.z[s.STREETS] if other != card)
    g.z[s.BURNED] += (card,)
    _tell(g, "burned", card=s.card_id(card))


def action_answered(g: Game, seat: int, code: int) -> None:
    """Carry out an action, a move or a regrouping; begin the End Phase after both actions (ACT-01, END-01)."""
    action = do.ACTIONS[code]
    n, z = g.n, g.z
    agenda.close_decision(g)
    if isinstance(action, do.Done):
        g.agenda.append((end_phase,))
        return
    if isinstance(action, do.Move):
        z[s.HAVEN + seat] = tuple(card for card in z[s.HAVEN + seat] if card != action.vampire)
        z[s.OUT + seat] += (action.vampire,)
        n[s.PARTY + s.index_of(action.vampire)] = _free_party(g, seat)
        _tell(g, "moved", seat, card=s.card_id(action.vampire))
    elif isinstance(action, do.Regroup):
        n[s.PARTY + s.index_of(action.vampire)] = action.party
        _tell(g, "regrouped", seat, card=s.card_id(action.vampire), party=action.party)
    else:
        n[s.ACTIONS_LEFT] -= 1
        vampire = action.vampire if isinstance(action, do.Act) else None
        if vampire is not None:
            n[s.EXHAUSTED + seat] |= 1 << s.own_index(vampire)
        _tell(g, "action", seat, card=vampire and s.card_id(vampire), left=n[s.ACTIONS_LEFT])
    agenda.ask_all(g, ACT, 1 << seat)


def _free_party(g: Game, seat: int) -> int:
    used = {g.n[s.PARTY + s.index_of(card)] for card in s.vampires_of(seat)}
    return next(party for party in range(1, s.FACTION_SIZE + 1) if party not in used)


def end_phase(g: Game, step: Step) -> None:
    """Give 1 Blood to each vampire in torpor, and offer mending (END-02, END-03)."""
    seat = g.n[s.ACTIVE]
    g.n[s.PHASE], g.n[s.MENDED] = END, 0
    _tell(g, "end_phase", seat)
    for card in g.z[s.TORPOR + seat]:
        _heal(g, seat, card, "torpor")
    agenda.ask_all(g, MEND, 1 << seat)


def _heal(g: Game, seat: int, card: int, cause: str) -> None:
    """Add 1 Blood to a vampire; one in torpor that reaches its full Blood returns to its Haven, ready (END-04)."""
    move(g, s.SUPPLY, s.BLOOD + s.index_of(card), 1, cause, card, seat)
    if card in g.z[s.TORPOR + seat] and g.n[s.BLOOD + s.index_of(card)] == s.blood_potency(card):
        g.z[s.TORPOR + seat] = tuple(other for other in g.z[s.TORPOR + seat] if other != card)
        g.z[s.HAVEN + seat] += (card,)
        if _version(g) > 1:
            g.n[s.EXHAUSTED + seat] &= ~(1 << s.own_index(card))
        _tell(g, "awake", seat, card=s.card_id(card))


def mend_answered(g: Game, seat: int, code: int) -> None:
    """Discard a card to mend 1 Blood, or stop where the source text ends (END-03, END-05, END-06)."""
    action = do.ACTIONS[code]
    agenda.close_decision(g)
    if isinstance(action, do.Mend):
        g.z[s.HAND + seat] = tuple(card for card in g.z[s.HAND + seat] if card != action.card)
        g.z[s.DISCARDED + seat] += (action.card,)
        g.n[s.MENDED] |= 1 << s.own_index(action.vampire)
        _tell(g, "discarded", seat, card=s.card_id(action.card))
        _heal(g, seat, action.vampire, "mend")
        agenda.ask_all(g, MEND, 1 << seat)
        return
    _tell(g, "end_of_turn", seat)
    _tell(g, "text_ends", seat)
    agenda.ask_all(g, ENDS, 1 << seat)


def next_turn_answered(g: Game, seat: int, code: int) -> None:
    """Begin the next turn after the place where the source text ends, for practice."""
    agenda.close_decision(g)


def finish(g: Game, step: Step) -> None:
    """End the game after the chosen number of turns."""
    g.n[s.PHASE] = AFTER
    agenda.end_game(g)
    _tell(g, "over")


# What is legal -----------------------------------------------------------------------------------------------


def _version(g: Game) -> int:
    """Return the version of the rules that a game follows (:data:`VERSION`)."""
    return int(g.table.setup["version"])


def _acts_on(g: Game) -> bool:
    """Return whether the active player has an action left in this Action Phase (END-01)."""
    return g.n[s.ACTIONS_LEFT] > 0 or _version(g) == 1


def _parties(g: Game, seat: int, card: int) -> list[int]:
    """Return the numbers of the parties that a vampire in The Streets can join or form (MOVE-03)."""
    out = g.z[s.OUT + seat]
    numbers = {*range(1, len(out) + 1), *(g.n[s.PARTY + s.index_of(other)] for other in out)}
    return sorted(numbers - {g.n[s.PARTY + s.index_of(card)]})


def _ready(g: Game, seat: int, card: int) -> bool:
    return not g.n[s.EXHAUSTED + seat] >> s.own_index(card) & 1


def options(g: Game, seat: int, asked: int) -> Options:
    """Return the legal actions of a seat for the decision with code ``asked``."""
    n, z = g.n, g.z
    if asked == TAKE:
        return Options((do.TakeToken().code,), do.ACTIONS)
    if asked == ENDS:
        return Options((do.Done().code,), do.ACTIONS)
    may: list[Action] = []
    if asked == MEND:
        mine = (*z[s.HAVEN + seat], *z[s.OUT + seat], *z[s.TORPOR + seat])
        for card in mine:
            lacks = n[s.BLOOD + s.index_of(card)] < s.blood_potency(card)
            if lacks and not n[s.MENDED] >> s.own_index(card) & 1:
                may += [do.Mend(card, paid) for paid in z[s.HAND + seat]]
        may.append(do.Done())
    else:
        home, out = ([card for card in z[place + seat] if _ready(g, seat, card)] for place in (s.HAVEN, s.OUT))
        if n[s.ACTIONS_LEFT]:
            may += [do.Unhosted(), *map(do.Act, (*home, *out))]
        if _acts_on(g):
            may += map(do.Move, home)
            may += [do.Regroup(card, party) for card in out for party in _parties(g, seat, card)]
        if not n[s.ACTIONS_LEFT]:
            may.append(do.Done())
    return Options(tuple(action.code for action in may), do.ACTIONS)


@dataclass(frozen=True, slots=True)
class RivalsReason(Reason):
    """One rule that forbids an action, with a sentence that says why."""

    def text(self, lang: str = "en") -> str:

        return str(read_words("messages.json", lang, "rivals")["reason"][self.key]).format(**self.shown())


def why_not(g: Game, seat: Any, action: Any) -> WhyNot:
    """Return the rules that forbid an action; an empty result if it is legal."""
    rule, key = _against(g, seat, action)
    legal = g.legal(seat)
    return WhyNot((RivalsReason(rule, key, {}),), legal[0] if len(legal) else None)


def _against(g: Game, seat: Any, action: Any) -> tuple[str, str]:
    asked = g.n[ASK]
    if seat not in g.pending:
        return "TURN-01", "not_yours"
    if isinstance(action, do.Move | do.Regroup) and asked == ACT and not _acts_on(g):
        return "END-01", "both_done"
    if isinstance(action, do.Move) and asked != ACT:
        return "MOVE-01", "move_when"
    if isinstance(action, do.Move) and action.vampire in g.z[s.OUT + seat]:
        return "MOVE-02", "no_way_back"
    if isinstance(action, do.Move):
        return "MOVE-01", "move_who"
    if isinstance(action, do.Regroup):
        return "MOVE-03", "regroup" if asked == ACT else "regroup_when"
    if isinstance(action, do.Act | do.Unhosted) and asked == ACT and not g.n[s.ACTIONS_LEFT]:
        return "ACT-01", "two_actions"
    if isinstance(action, do.Act) and asked == ACT:
        return "ACT-04", "exhausted"
    if isinstance(action, do.Mend):
        return ("END-03", "mend") if asked == MEND else ("END-03", "mend_when")
    if isinstance(action, do.Done) and asked == ACT:
        return "ACT-01", "actions_left"
    if isinstance(action, do.TakeToken):
        return "SET-11", "take_when"
    return ("END-01", "end_phase") if asked in (MEND, ENDS) else ("TURN-01", "not_now")


# What a seat may know, and the functions that the kernel asks for -------------------------------------------


class RivalsMoment(NamedTuple):
    """A point in time of a game: turn, phase and whose turn it is."""

    turn: int
    phase: str
    seat: int = 0
    """The active seat."""

    def sentence(self, row: Event | Entry) -> str:
        """Return an event or a ledger entry of this time in one English sentence, as a spectator may know it."""
        told: str = registered("rivals").written().sentence(row)
        return told


def when(g: Game) -> RivalsMoment:
    """Return the current turn, phase and active seat."""
    return RivalsMoment(g.n[s.TURN], PHASES[g.n[s.PHASE]], g.n[s.ACTIVE])


def imagine(g: Game, seat: int, rng: Random) -> Game:
    """Return a random game that this seat cannot tell from the real one; the box still holds 4 Events (SET-01)."""
    other: Game = s.KNOWN.imagine(g, seat, rng)
    box, city = list(other.z[s.BOX]), list(other.z[s.CITY])
    events = [k for k, card in enumerate(city) if card < s.FIRST_CITY + s.EVENTS]
    rng.shuffle(events)
    for k, card in enumerate(box):
        if card >= s.FIRST_CITY + s.EVENTS:
            place = events.pop()
            box[k], city[place] = city[place], card
    other.z[s.BOX], other.z[s.CITY] = tuple(box), tuple(city)
    return other


def _account(g: Game, index: int) -> Account:
    plain = account_of(s.SCHEMA, index)
    if plain.kind == "blood":
        vampire = s.FIRST_VAMPIRE + index - s.BLOOD
        return Account("blood", s.seat_of(vampire), s.card_id(vampire))
    return Account("event", None, s.card_id(s.FIRST_CITY + index - s.MARKED)) if plain.kind == "event" else plain


def _table(g: Game) -> Iterator[str]:
    for seat, name in enumerate(g.names):
        home = " ".join(f"{s.card_id(card)}:{g.n[s.BLOOD + s.index_of(card)]}" for card in g.z[s.HAVEN + seat])
        yield f"  | {name}: {g.n[s.PRESTIGE + seat]} Prestige, {len(g.z[s.HAND + seat])} cards; {home}"


def _view(g: Any, seen: Observation, events: tuple[Event, ...], ledger: tuple[Entry, ...]) -> Any:
    from .views import view

    return view(g, seen, events, ledger)


_KEYS: Final = ("seats", "seed", "turns", "practice", "names", "version")


def _begin(setup: Mapping[str, Any], file: Any) -> Game:
    """Return the game that a save begins with, from its set-up or described position; version 1 by default."""
    version = setup.get("version", 1)
    laid = partial(Game.position, version=version)
    begun: Game = set_up({**setup, "version": version}, file, _KEYS, Game.new, laid)
    return begun


RULES: Final = game.Rules(
    id="rivals",
    actions=do.ACTIONS,
    kinds=(
        DecisionKind(""),
        DecisionKind("take", ("SET-11",), token_answered),
        DecisionKind("act", ("ACT-01", "MOVE-01", "MOVE-03"), action_answered),
        DecisionKind("mend", ("END-03",), mend_answered),
        DecisionKind("text_ends", ("END-06",), next_turn_answered),
        DecisionKind("over", ()),
    ),
    events={
        "city_deck": kind("SET-01", "SET-02", cards=FieldKind.NUMBER, away=FieldKind.NUMBER),
        "leader": kind("SET-06", "SET-07", card=FieldKind.CARD),
        "first_player": kind("SET-09"),
        "own_token": kind("SET-11", card=FieldKind.CARD),
        "turned_up": kind("SET-12", cards=FieldKind.CARDS),
        "rival": kind("SET-13", card=FieldKind.CARD, rival=FieldKind.SEAT),
        "hand": kind("SET-14", "SET-15", hand=FieldKind.CARDS, library=FieldKind.NUMBER, vampires=FieldKind.NUMBER),
        "turn": kind("TURN-01", number=FieldKind.NUMBER),
        "revealed": kind("BEG-01", card=FieldKind.CARD),
        "city_empty": kind("CITY-06"),
        "burned": kind("CITY-04", "CITY-05", card=FieldKind.CARD),
        "start_of_turn": kind("BEG-03"),
        "returned": kind("BEG-04", cards=FieldKind.CARDS),
        "moved": kind("MOVE-01", card=FieldKind.CARD),
        "regrouped": kind("MOVE-03", card=FieldKind.CARD, party=FieldKind.NUMBER),
        "action": kind("ACT-01", "ACT-04", card=FieldKind.CARD, left=FieldKind.NUMBER),
        "end_phase": kind("END-01"),
        "discarded": kind("END-03", card=FieldKind.CARD),
        "awake": kind("END-04", card=FieldKind.CARD),
        "end_of_turn": kind("END-05"),
        "text_ends": kind("END-06"),
        "over": kind("END-06"),
    },
    causes={
        "recruit": ("SET-08",),
        "practice": (),
        "ongoing": ("CITY-03",),
        "burned": ("CITY-04",),
        "torpor": ("END-02",),
        "mend": ("END-03",),
    },
    options=options,
    why_not=why_not,
    reason=RivalsReason,
    basics={"no_action": "TURN-01", "no_seat": "COMP-01"},
    observe=s.KNOWN.observe,
    imagine=imagine,
    view=_view,
    moment=when,
    card=lambda g, number: s.card_id(number),
    account=_account,
    token=lambda index: s.SCHEMA.at(index).counts,
    begin=_begin,
    table=_table,
    scores=lambda g: (None,) * g.seats,
    winners=lambda g: (),
)


class Game(game.Game[game.Table]):
    """A game of Rivals: the set-up and the frame of its turns.

    >>> game = Game.new(4, seed=1)
    >>> game.legal(0)[0]
    TakeToken()
    """

    @classmethod
    def new(
        cls,
        seats: int = 2,
        seed: int = 0,
        turns: int = 4,
        practice: str = "none",
        names: Sequence[str] | None = None,
        record: bool = True,
        version: int = VERSION,
    ) -> Game:
        """Return a new game, set up as far as the first decision.

        Args:
            seats: number of players, 2 to 4 (COMP-01).
            seed: seed of all random events.
            turns: number of turns after which the game stops.
            practice: ``torpor`` starts each player with one vampire in torpor and one short of Blood, which no
                rule does.
            names: the players' names; the usual ones by default.
            record: whether to keep events and ledger.
            version: :data:`VERSION`; 1 for a save without a version.

        Raises:
            BadSetup: a value is out of range; the message is one line.
        """
        g = cls.unbegun(seats, seed, turns, practice, names, record, version)
        agenda.run(g)
        return g

    @classmethod
    def unbegun(
        cls,
        seats: int,
        seed: int,
        turns: int,
        practice: str,
        names: Sequence[str] | None,
        record: bool,
        version: int = VERSION,
    ) -> Game:
        """Return a new game before the first step of its set-up, for a story that stops during the set-up."""
        read = SetupChecks()
        read.whole(seats, ("seats",), 2, s.MOST)
        read.whole(turns, ("turns",), 1, 40)
        read.whole(seed, ("seed",), 0, 2**53)
        read.whole(version, ("version",), 1, VERSION)
        read.one_of(practice, ("practice",), PRACTICES)
        called = read.player_names(names, seats, NAMES)
        n, z = s.SCHEMA.blank()
        n[RNG] = scramble(seed)
        n[s.PRESTIGE : s.PRESTIGE + seats] = [s.PRESTIGE_EACH] * seats
        for seat in range(seats):
            first = s.FIRST_LIBRARY + seat * s.LIBRARY_SIZE
            z[s.LIBRARY + seat] = tuple(range(first, first + s.LIBRARY_SIZE))
            z[s.FACTION + seat] = tuple(s.vampires_of(seat))
        setup = {
            "seats": seats,
            "seed": seed,
            "turns": turns,
            "practice": practice,
            "names": list(called),
            "version": version,
        }
        steps: list[Step] = [(set_up_city,), (set_up_leaders,), (set_up_rivals,), (set_up_hands,)]
        todo = [(finish,), *([(begin_turn,)] * turns), *reversed(steps)]
        return cls(game.Table(RULES, called, setup), n, z, todo, Recorder() if record else None)

    @classmethod
    def position(cls, row: Any, record: bool = True, version: int = VERSION) -> Game:
        """Return a game that begins at a described position (:func:`.position.game_at`). Raises ``BadPosition``."""
        from .position import game_at

        g = game_at(row, record, version)
        agenda.run(g)
        return g
