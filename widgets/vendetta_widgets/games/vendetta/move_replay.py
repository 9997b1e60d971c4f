"""The bots' moves since the person's last one, shown one after the other: what was done, and what it rests on.

What comes of a Location is shown in beats, on the table as it lay then: the tokens and the cards that turn up, what
cards do, the Power of each Position, the crown, what each player gets, and what cards do after it. A beat says nothing
that comes later.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from vendetta_kit.games.vendetta import box, flows
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.kernel.events import Entry, Event
from vendetta_kit.kernel.log import LogLine, next_row_number

from ... import art
from ...html import Html, HtmlWriter, joined, tag
from ...move_replay import MoveReplay, ShownMove, lines_of, moves_since, several, time_of
from ...page_parts import colour_of
from ...parts import ToldBeat, beat_bar
from ...parts.beat import MOST_WORDS
from ...play_session import Session
from .. import writing
from . import table_html
from .effect_captions import MOST_TOLD, called, effects_in_brief
from .location_outcome import VERDICTS, own_sum, round_sum, verdict_in_brief
from .resolution_summary import ResolutionStop
from .stage_scenes import GREAT, Told, great_scene, location_scene, round_scene

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


BRIEF: Final = ("play", "drain")
"""Moves that can be told in brief, beside others."""
CHANGES: Final = ("printed", "moved", "withdraw", "face_down", "held", "play", "returned", "silenced", "drain")
"""What cards may do beside moving tokens."""
_UNSEEN: Final = re.compile(r"<svg.*?</svg>|<span class=\"vk-unseen\">[^<]*</span>|<[^>]+>", re.DOTALL)
ENDS_GREAT: Final = ("act", "step", "count", "resolved", "revealed", *VERDICTS)
"""What begins something else after a great moment."""


class ReplayStep(NamedTuple):
    """What is shown at once: a bot's move, or a beat of what comes of a Location.

    ``at``: after how many actions; ``since``: the number of the first thing that is told.
    """

    at: int
    since: int
    beat: str = ""
    """``""``: a bot's move; ``reveal``, ``act``, ``crown``, ``after``, a great moment, or ``round``: one begins."""
    until: int = 0
    """Of a beat: the number of the last thing that is told …"""
    state: int = 0
    """… and of the last thing that has been carried out on the table that is shown …"""
    before: int = 0
    """… and on the table before it, against which changes are marked."""
    begun: int = 0
    """… and that of the tokens, with which the outcome of the Location begins."""
    moves: tuple[ShownMove, ...] = ()
    """Of several moves that are told at once: each of them."""

    @property
    def first(self) -> int:
        """After how many actions the first move of it was done."""
        return self.moves[0].at if self.moves else self.at

    def place(self, view: View) -> int | str | None:
        """Return the Location that a beat is about."""
        return next((event.at for event in view.events if event.n == self.begun), None)


class VendettaMoveReplay(MoveReplay):
    """The moves that are still to be shown, and in beats what comes of Locations.

    ``together``: what does not touch the reader is told several things at once, since each step takes a press.
    """

    together = False

    def begin(self, session: Session, since: int, stops: Sequence[ResolutionStop] = ()) -> None:
        view = session.view
        found: list[ReplayStep] = []
        spans = []
        for tokens in (event for event in view.events if event.kind == "tokens"):
            ends = (event.n for event in view.events if event.kind == "resolved" and event.n > tokens.n)
            span = range(tokens.n, next(ends, next_row_number(view)))
            if span.stop > since:
                spans.append(span)
                found += [_from(step, since) for step in _beats(session, span) if step.until >= since]
        shown = {n for span in spans for n in (*span, span.stop)}  # that it is resolved is told by its winner
        rounds = {step.at: step for step in _rounds(session, since)}
        shown |= {n for step in rounds.values() for n in range(step.since, step.until + 1)}
        ended = {session.moment_of(view.events[-1].n)} if view.over else set()  # the scene of the end tells it
        for move in moves_since(session, since, ended | {stop.at for stop in stops}, shown):
            if move.at in rounds:  # it has ended the round before, and is told with the next one
                rounds[move.at] = rounds[move.at]._replace(since=move.since, before=move.since - 1)
            else:
                found.append(ReplayStep(*move))
        found += rounds.values()
        found.sort(key=lambda step: step.since)
        self.lay(_grouped(view, found, stops) if self.together else found)

    def asked_with(self, view: View) -> ReplayStep | None:
        """Return the last step and drop it, if the reader can be told it together with what she is asked next.

        That holds for others' moves that do not touch her, and for a Location without a fight.
        """
        if not self.together or view.decision is None or len(self._steps) != 1:
            return None
        step: ReplayStep = self._steps[0]
        if step.beat == "round" and view.round > 1:  # how all stand is looked at before it goes on
            return None
        if any(_kind(row) in GREAT or (_touches(row, view.me) and not _is_feed(row)) for row in _rows(view, step)):
            return None
        if step.beat not in ("", "round", "reveal") and not _is_idle(view, step) and not _is_no_fight(view, step):
            return None
        self.go_on()
        return step

    def told(
        self, view: View, before: View | None, place: tuple[int, int], pen: HtmlWriter, counts: bool, pace: str
    ) -> Html:
        """Return the caption of the step that is due, with the ways on and what it rests on.

        Args:
            view: what the reader may know at that moment.
            before: what she knew before it.
            place: which of how many steps it is.
            pen: writes.
            counts: whether the Power that lies open is added up.
            pace: how the steps go on: one of :data:`.PACES`.
        """
        step: ReplayStep = self._steps[0]
        lines = _lines(view, step, pen)
        caption = caption_of(view, step, pen)
        facts = [several(lines)] if step.beat else _facts(view, lines, pen, counts)
        touches = any(_touches(one, view.me) for one in _rows(view, step))
        every = time_of(pace, str(caption), bool(step.beat) or touches)
        summed = step.beat not in ("", "round")  # a round's caption has the sum; not each card has room in a caption
        mine = own_sum(view, range(step.since, step.until + 1), pen, str(caption)) if summed else None
        if step.beat:
            caption = caption_of(view, step, pen, before, MOST_WORDS - _word_count(mine or ""))
        why = [*facts, self.rules(lines, pen)]
        asks = "show.why" if step.beat else "show.what" if facts else "show.rules"
        kind = step.beat or "move"
        told = ToldBeat(joined([caption, mine]), place, kind, every, touches, why, str(step.since), asks=asks)
        return beat_bar(pen, told, pen.say(f"show.{step.beat}" if step.beat else "show"))

    def scene(self, view: View, before: View | None, pen: HtmlWriter, counts: bool) -> Html:
        """Return the stage of the step that is due; empty where it is told at the table."""
        step: ReplayStep = self._steps[0]
        great = _great(view, step)
        now = range(step.since, (step.until if step.beat else next_row_number(view)) + 1)
        if great is not None and (step.beat in GREAT or not step.beat):
            return great_scene(view, before, great, now, pen)
        if step.beat == "round" and view.round > 1:
            return round_scene(view, before, pen, counts)
        at = step.place(view) if step.beat else None
        if at is None:
            return Html("")
        return location_scene(view, before, at, Told(range(step.begun, step.until + 1), now), pen, counts)

    def has_told(self, stop: ResolutionStop | None) -> bool:
        """Return whether the winner of a stop's Location has been told in a step."""
        return stop is not None and any(step.beat == "crown" and step.begun == stop.tokens for step in self._all)

    def touched(self, view: View) -> frozenset[int]:
        """Return the seats that the step that is due is about."""
        step: ReplayStep = self._steps[0]
        return frozenset(event.seat for event in _events(view, step) if event.seat is not None)


def _rounds(session: Session, since: int) -> Iterator[ReplayStep]:
    """Return the rounds that begin from a number on, each with all that happens before somebody is asked."""
    last = next_row_number(session.view)
    for event in session.view.events:
        if event.n >= since and event.kind == "round":
            at = session.moment_of(event.n)
            until = max(n for n in range(event.n, last) if session.moment_of(n) == at)
            yield ReplayStep(at, event.n, "round", until, until, event.n - 1, event.n)


def _lines(view: View, step: ReplayStep, pen: HtmlWriter) -> list[LogLine]:
    """Return what the log says of a step."""
    lines = lines_of(view, step.since, pen)
    return [line for line in lines if line.n <= step.until] if step.beat else lines


def _events(view: View, step: ReplayStep) -> list[Event]:
    last = step.until if step.beat else next_row_number(view)
    return [event for event in view.events if step.since <= event.n <= last]


def _great(view: View, step: ReplayStep) -> Event | None:
    """Return the great moment of a step: of several of one player the last, which tells most."""
    found = [event for event in _events(view, step) if event.kind in GREAT]
    return (found[-1] if step.beat else found[0]) if found else None


def _rows(view: View, step: ReplayStep) -> list[Event | Entry]:
    last = step.until if step.beat else next_row_number(view)
    every: list[Event | Entry] = [*view.events, *view.ledger]
    return [row for row in every if step.since <= row.n <= last]


def _is_feed(row: Event | Entry) -> bool:
    return isinstance(row, Entry) and row.cause == "feed"


def _is_idle(view: View, step: ReplayStep) -> bool:
    """Return whether a step is of cards that act and change nothing."""
    return step.beat in ("act", "after") and not any(map(_changes, _rows(view, step)))


def _is_no_fight(view: View, step: ReplayStep) -> bool:
    """Return whether a step is all that comes of a Location where nobody stands against anybody, and not the reader."""
    tokens = next(event for event in view.events if event.n == step.begun)
    won = [event.kind for event in _events(view, step) if event.kind in VERDICTS]
    return step.beat == "crown" and won in (["lone"], ["nobody"]) and view.me not in tokens.data["staying"]


def _touches(row: Event | Entry, me: int | None) -> bool:
    """Return whether something is about the reader."""
    if me is None:
        return False
    if isinstance(row, Event):
        return row.seat == me and row.kind in (*VERDICTS, *GREAT, "drain", "ally")
    return me in (row.source.seat, row.target.seat)


def _changes(row: Event | Entry) -> bool:
    """Return whether a row of what cards do changes anything on the table."""
    return isinstance(row, Entry) or row.kind in CHANGES


def caption_of(
    view: View, step: ReplayStep, pen: HtmlWriter, before: View | None = None, most: int = MOST_WORDS
) -> str | Html:
    """Return what a step tells in a few words; several moves are told by who has done what where.

    With the table ``before`` it, who has withdrawn is told with the Power from which they have, in at ``most`` so many
    words.
    """
    if step.moves:
        ends = [move.since for move in step.moves[1:]] + [next_row_number(view)]
        told = [_in_brief(view, range(move.since, end), pen) for move, end in zip(step.moves, ends, strict=True)]
        return joined([tag("span", one, " ", cls="vk-told-one") for one in told])
    said = _caption(view, step, _foremost(view, _lines(view, step, pen)), pen)
    if before is None or step.beat not in ("reveal", "crown"):
        return said
    if step.beat == "reveal":
        return _withdrawn(view, step, before, pen) or said
    both = (f"{said} {_withdrawn(view, step, before, pen, brief)}".strip() for brief in (False, True))
    return next((words for words in both if _word_count(words) <= most), said)


def _word_count(words: str) -> int:
    """Return how many words are seen, numbers apart."""
    return sum(any(sign.isalpha() for sign in word) for word in _UNSEEN.sub(" ", words).split())


def _withdrawn(view: View, step: ReplayStep, before: View, pen: HtmlWriter, brief: bool = False) -> str:
    """Return which others have withdrawn in a step; if not ``brief``, where to and from which Power against which."""
    tokens = next((event for event in _events(view, step) if event.kind == "tokens"), None)
    gone = [seat for seat in tokens.data["leaving"] if seat != view.me] if tokens is not None else []
    if tokens is None or tokens.at is None or not gone:
        return ""
    power = {found.seat: found.known for found in flows.powers(before, tokens.at)}
    names = pen.say("comma").join(view.names[seat] for seat in gone)
    home = brief or tokens.at == "haven"
    if len(gone) > 1:
        words = pen.say("beat.left.haven.several" if home else "beat.left.several", names=names)
    else:
        words = pen.say("beat.left.haven" if home else "beat.left", names=names)
    if brief or len(gone) > 1 or len(power) < 2:
        return f"{words}."
    against = max(n for seat, n in power.items() if seat != gone[0])
    return pen.say("beat.left.against", left=words, mine=power.get(gone[0], 0), most=against)


def _in_brief(view: View, span: range, pen: HtmlWriter) -> Html:
    """Return one of several moves: a play by its place and its Blood, a Drain by whom it befalls."""
    done = [event for event in view.events if event.n in span and event.kind in BRIEF]
    one = next((event for event in done if event.kind == "play"), done[0])
    assert one.seat is not None
    sign = art.use(f"seat{colour_of(one.seat, view.me)}", "vk-sign")
    if one.kind == "drain":
        return joined([sign, _drains(view, one, pen)])
    n = one.data["blood"]
    unit = pen.unseen(f" {pen.say('step.blood')}")
    blood = tag("b", f" +{n}", art.use("blood"), unit) if n else None
    return joined([sign, pen.say("beat.brief", name=view.names[one.seat], at=pen.name(str(one.at))), blood])


def _drains(view: View, event: Event, pen: HtmlWriter) -> Html:
    """Return who Drains whom, the Blood that it brings, and the Influence that it costs at the end."""
    person = box.find(event.data["card"])
    assert isinstance(person, box.Person)
    assert event.seat is not None
    words = pen.say("beat.brief.drain", name=view.names[event.seat], card=pen.name(person.id))
    parts = [(person.drain_blood, "blood", "step.blood")]
    parts.append((person.drained_influence - person.influence, "influence", "influence.brief"))
    shown = [
        tag("b", f" {n:+d}".replace("-", "−"), art.use(sign), pen.unseen(f" {pen.say(key)}"))
        for n, sign, key in parts
        if n
    ]
    return joined([words, ":" if shown else "", shown])


def _caption(view: View, step: ReplayStep, line: LogLine | None, pen: HtmlWriter) -> str | Html:
    """Return what one move or one beat tells in a few words."""
    begun = next((event for event in _events(view, step) if event.n == step.begun and event.kind == "round"), None)
    fed = sum(row.amount for row in _rows(view, step) if isinstance(row, Entry) and row.target.seat == view.me)
    if begun is not None and begun.moment.round > 1 and view.me is not None:
        return round_sum(view, begun, fed, pen)
    if begun is not None:
        return pen.say("beat.round", n=begun.moment.round, blood=fed)
    play = next((event for event in _events(view, step) if event.kind == "play" and not step.beat), None)
    if play is not None and play.seat is not None and play.at is not None:
        known = play.data.get("card")
        card = pen.name(known) if isinstance(known, str) and play.data["face"] == "up" else None
        values = {"name": view.names[play.seat], "at": pen.name(str(play.at)), "n": play.data["blood"], "card": card}
        down, alone = card is None, not play.data["blood"]
        if down:
            return pen.say("beat.play.down" if alone else "beat.play.down.blood", **values)
        return pen.say("beat.play" if alone else "beat.play.blood", **values)
    great = _great(view, step) if step.beat not in ("", "crown", "after") else None
    if great is not None and great.kind != "eliminated":
        return _in_short(view, great, pen)
    won = next((event for event in _events(view, step) if event.kind in VERDICTS), None)
    if won is not None and step.beat == "crown":
        return verdict_in_brief(view, won, pen)
    if step.beat == "reveal" or line is None:
        return pen.say(f"beat.{step.beat or 'move'}")
    event = next((event for event in view.events if event.n == line.n), None)
    if event is not None and event.kind == "drain" and not step.beat:
        return _drains(view, event, pen)
    acts = event is not None and event.kind in ("act", "choice", "silenced")
    did = effects_in_brief(view, sorted(_rows(view, step), key=lambda row: row.n), pen) if acts else None
    if did is not None:
        return did
    if len(line.text.split()) <= MOST_WORDS:
        return line.text
    if event is None or event.seat is None or not isinstance(event.data.get("card"), str):
        return pen.say(f"beat.{step.beat or 'move'}")
    return pen.say("beat.brief", name=view.names[event.seat], at=pen.name(event.data["card"]))


def _in_short(view: View, great: Event, pen: HtmlWriter) -> str:
    """Return a Frenzy or a Diablerie in a few words: whose it is, and who or what brought it."""
    assert great.seat is not None
    by, card = great.data.get("causer"), great.data.get("card")
    name = called(view, great.seat, pen)
    name = name[:1].upper() + name[1:]
    if great.kind == "diablerie":
        return pen.say("beat.great.diablerie", name=name, card=pen.name(str(card)))
    if isinstance(by, int):
        return pen.say("beat.great.frenzy", name=name, by=pen.say("by.you") if by == view.me else view.names[by])
    return pen.say("beat.great.frenzy_alone", name=name)


_RANK: Final = {kind: k for k, kind in enumerate((*GREAT, *VERDICTS, "ally", "victim", "act", "drain"))}
_LEAST: Final = ("tokens", "revealed", "order")
"""Kinds of lines that tell least of a step."""


def _foremost(view: View, lines: list[LogLine]) -> LogLine | None:
    """Return the line that tells most of a step."""
    return min(lines, key=lambda line: _RANK.get(line.kind, len(_RANK) + (line.kind in _LEAST)), default=None)


def meanwhile(session: Session, since: int) -> int | None:
    """Return up to which number a move is shown while the bots still think: what it has revealed, but no outcome.

    ``None``: nothing has come of it yet that is told in beats.

    Args:
        session: the game, in which the person has moved.
        since: the number of the first thing that has followed from it.
    """
    outcome = ("tokens", "count", *VERDICTS, "resolved")
    first = next((event for event in session.view.events if event.n >= since and event.kind in outcome), None)
    if first is None:
        return None
    return _reveal(session, first.n).until if first.kind == "tokens" else first.n - 1


def _reveal(session: Session, tokens: int) -> ReplayStep:
    """The moment in which tokens are revealed, and then cards; ``tokens`` is the number of that event.

    It ends with the Revelation (REV-01), with a great moment that a card has brought before it, or where the action
    ends: a card may ask before.
    """
    at = session.moment_of(tokens)
    last = tokens
    for event in session.view.events:
        if event.n > tokens and event.kind != "tokens":
            if event.kind in GREAT:
                last = event.n - 1
                break
            if event.moment.step not in ("withdraw", "revelation") or session.moment_of(event.n) != at:
                break
            last = event.n
    return ReplayStep(at, tokens, "reveal", last, last, tokens - 1, tokens)


def _beats(session: Session, span: range) -> Iterator[ReplayStep]:
    """How the outcome of a Location is shown, beat by beat; ``span``: from the tokens on, as far as anything is known.

    Power is counted, and the winner told, before anything is carried out: until the rewards the table stays as it lay.
    """
    first = _reveal(session, span.start)
    yield first
    view = session.view
    untold = (*writing("vendetta").log.untold, "act", "ignored")
    told = {line.n for line in log_lines(view) if line.kind not in untold}
    every: list[Event | Entry] = [*view.events, *view.ledger]
    rows = sorted((row for row in every if first.until < row.n < span.stop), key=lambda row: row.n)
    ruled = next((row.n for row in rows if _kind(row) in ("count", *VERDICTS)), None)
    lay = None  # the last number before the step of the engine that counts, which may begin with its name
    if ruled is not None:
        lay = ruled - 2 if any(row.n == ruled - 1 and _kind(row) == "step" for row in rows) else ruled - 1
    before = first.state
    for beat, numbers in _groups(rows, ruled):
        if told.isdisjoint(numbers):
            continue
        until = numbers[-1]
        state = until if lay is None or beat in ("crown", "after", *GREAT) else min(until, lay)
        yield ReplayStep(session.moment_of(until), numbers[0], beat, until, state, before, span.start)
        before = state


def _groups(rows: Sequence[Event | Entry], ruled: int | None) -> list[tuple[str, list[int]]]:
    """Return what happens at a Location by its beats; a great moment is one of its own, with all that it brings."""
    found: dict[tuple[int, str], list[int]] = {}
    great, greats = "", 0
    for row in rows:
        kind = _kind(row)
        if kind in GREAT:
            great, greats = kind, greats + 1
        elif kind in ENDS_GREAT:
            great = ""
        found.setdefault((greats, great or _beat(row, ruled)), []).append(row.n)
    return [(beat, numbers) for (_, beat), numbers in found.items()]


def _beat(row: Event | Entry, ruled: int | None) -> str:
    """To which beat something belongs; ``ruled`` is the number with which Power is counted, or the winner told."""
    if ruled is None or row.n < ruled:
        return "reveal" if _kind(row) == "revealed" or row.moment.step == "withdraw" else "act"
    return "after" if row.moment.step == "aftermath" else "crown"


def _kind(row: Event | Entry) -> str:
    return row.kind if isinstance(row, Event) else ""


def _from(step: ReplayStep, since: int) -> ReplayStep:
    """A beat without what the reader has seen before number ``since``, when she was asked amid it."""
    return step._replace(since=max(step.since, since), before=max(step.before, since - 1))


# Several steps at once ---------------------------------------------------------------------------------------------


def _grouped(view: View, steps: Sequence[ReplayStep], stops: Sequence[ResolutionStop]) -> list[ReplayStep]:
    """Return these steps with those as one that hang together, and without what a stop right after them tells."""
    found: list[ReplayStep] = []
    for step in steps:
        both = _both(view, found[-1], step) if found else None
        if both is None:
            found.append(step)
        else:
            found[-1] = both
    while len(found) > 1 and _is_idle(view, found[-1]):
        found.pop()
    for stop in stops:
        while (last := _last_before(stop, found)) is not None and last.beat in ("crown", "after"):
            found.remove(last)
    return found


def _last_before(stop: ResolutionStop, steps: Sequence[ReplayStep]) -> ReplayStep | None:
    """Return the last step of the Location at which a stop is, if any is left."""
    return next((step for step in reversed(steps) if step.begun == stop.tokens and step.beat), None)


def _both(view: View, one: ReplayStep, other: ReplayStep) -> ReplayStep | None:
    """Return two steps as one; ``None`` where each is told by itself.

    Moves of others are told up to three at once. Of a Location the cards that turn up go with what comes first, and
    what cards do after it with the winner; where the reader does not fight, all of it is one, and cards that act and
    change nothing have no step of their own. What touches her later stays apart, and so does each great moment, but for
    the cards that turned up just before it at a Location where she does not fight.
    """
    rows = _rows(view, other._replace(until=other.until or other.since))
    if not one.beat and not other.beat:
        moves = one.moves or (ShownMove(one.at, one.since),)
        done = [next((event for event in view.events if event.n == step.since), None) for step in (one, other)]
        if len(moves) == MOST_TOLD or any(event is None or event.kind not in BRIEF for event in done):
            return None
        return one._replace(at=other.at, moves=(*moves, ShownMove(other.at, other.since)))
    if not (one.beat and one.begun == other.begun):
        return None
    touched = any(_touches(row, view.me) for row in rows)
    tokens = next(event for event in view.events if event.n == one.begun)
    fights = view.me in tokens.data["staying"]
    if one.beat in GREAT:
        last, now = (_great(view, step) for step in (one, other))
        both = last is not None and now is not None and last.seat == now.seat and now.kind != "eliminated"
        apart = not both or fights or touched or any(_touches(row, view.me) for row in _rows(view, one))
        return None if apart else other._replace(since=one.since, before=one.before)
    if other.beat in GREAT:
        return None if fights or one.beat != "reveal" else other._replace(since=one.since)
    if (
        one.beat == "reveal"
        or _is_idle(view, one)
        or (other.beat == "after" and not touched)
        or not (fights or touched)
    ):
        beat = "crown" if "crown" in (one.beat, other.beat) else other.beat
        return other._replace(since=one.since, before=one.before, beat=beat)
    return None


def _facts(view: View, lines: list[LogLine], pen: HtmlWriter, counts: bool) -> list[Html]:
    """Of a move what lies open there. The bot's own reason stays with it: it is made from its hand."""
    at = lines[0].at
    facts = []
    for found in flows.powers(view, at) if counts and at is not None else ():
        facts.append(tag("li", f"{view.names[found.seat]}: {table_html.power_words(found, pen)}"))
    return [tag("p", pen.say("show.open", at=pen.place(at))), tag("ul", facts)] if facts and at is not None else []
