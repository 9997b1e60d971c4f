"""How Vendetta is written on a page: its words, cards and log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Final

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.markup import MARKUP
from vendetta_kit.games.vendetta.wording import words
from vendetta_kit.games.vendetta.wording.log import log_lines
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.rulebook import VENDETTA
from vendetta_widgets import phrases
from vendetta_widgets.pen import Html, Pen, joined, tag
from vendetta_widgets.writing import Log, Writing

if TYPE_CHECKING:
    from vendetta_kit.games.vendetta.engine.views import View

__all__ = ["WRITING", "numbers_of"]


def numbers_of(person: box.Person) -> dict[str, int]:
    """The four numbers of an Ally or Victim, as ``person.tip`` calls them."""
    return {
        "influence": person.influence,
        "feed": person.feed,
        "blood": person.drain_blood,
        "drained": person.drained_influence,
    }


def _described(card: str, lang: str) -> str:
    record, said = box.find(card), [box.name(card, lang)]
    if isinstance(record, box.ClanCard):
        power = phrases.say("power", lang)
        said.append(f"{power} {record.power}, {phrases.say(f'type.{record.type}', lang)}")
    elif isinstance(record, box.Person):
        said.append(phrases.say("person.tip.alliance", lang, **numbers_of(record)))
    said += [box.text(card, lang), box.shown_doubt(card, lang)]
    return " ".join(f"{words.rstrip('.')}." for words in said if words)


def _card(pen: Pen, name: str) -> Html:
    from vendetta_widgets.games.vendetta import cards

    return joined([cards.card(pen, name), cards.mark(pen, name, short=False)])


def _deck(pen: Pen, clan: str) -> Html:
    from vendetta_widgets.games.vendetta import displays

    return joined([tag("h3", pen.say("deck.title", clan=pen.name(clan))), displays.deck(clan, pen)])


def _cards(lang: str) -> Mapping[str, str]:
    return {name: phrases.say(f"find.kind.{_kind(record)}", lang) for name, record in box.records().items()}


def _kind(record: box.Record) -> str:
    if isinstance(record, box.Person):
        return "ally" if record.ally else "victim"
    if isinstance(record, box.LocationTile | box.LocationCard):
        return "location" if isinstance(record, box.LocationTile) else "location_card"
    return "clan" if isinstance(record, box.Clan) else "card" if isinstance(record, box.ClanCard) else "relic"


def _chapter(line: LogLine) -> Hashable:
    """A phase, or in Resolution a Location."""
    return line.moment.round, line.moment.phase, line.at if line.moment.phase == "resolution" else None


def _title(view: View, line: LogLine, pen: Pen) -> str:
    number, phase = line.moment.round, line.moment.phase
    resolved = phase == "resolution" and line.at is not None
    part = pen.place(line.at or 0) if resolved else pen.game("phase", phase)
    return f"{pen.say('round', n=number)} · {part}" if number else part


def _when(view: View, pen: Pen) -> str:
    phase = pen.game("phase", view.phase)
    where = pen.say("round", n=view.round) + " · " + phase if view.round else phase
    return where if view.at is None else where + " · " + pen.place(view.at)


def _table(view: View, pen: Pen, sums: bool) -> list[Html]:
    from vendetta_widgets.games.vendetta import table

    return [table.clock(view, pen), table.places(view, pen, counts=sums), table.players(view, pen)]


WRITING: Final = Writing(
    game="vendetta",
    book=VENDETTA,
    say=words.say,
    name=box.name,
    text=box.text,
    described=_described,
    card=_card,
    cards=_cards,
    markup=MARKUP,
    log=Log(
        log_lines,
        _chapter,
        _title,
        heads=("round", "phase", "location"),
        ahead=("round",),
        steps=("step",),
        untold=("round", "phase", "location", "step", "turn"),
    ),
    when=_when,
    table=_table,
    sought=lambda card, lang: f"{box.title(card, lang)} {box.text(card, lang)}",
    place=words.place,
    deck=_deck,
    stories="16_for_teachers",
    marks=("community", "kit_name", "kit", "doubt"),
)
