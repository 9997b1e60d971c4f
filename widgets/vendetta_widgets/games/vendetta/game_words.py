"""The words, cards and log of Vendetta for pages."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.course.markup import MARKUP
from vendetta_kit.games.vendetta.engine.views import View
from vendetta_kit.games.vendetta.wording import message_text
from vendetta_kit.games.vendetta.wording.log_lines import log_lines
from vendetta_kit.kernel.log import LogLine
from vendetta_kit.rulebook import VENDETTA
from vendetta_widgets import page_phrases
from vendetta_widgets.game_words import GameWords, Log
from vendetta_widgets.html import Html, HtmlWriter, joined, tag


def numbers_of(person: box.Person) -> dict[str, int]:
    """Return the four numbers of an Ally or Victim by their names in ``person.tip``."""
    return {
        "influence": person.influence,
        "feed": person.feed,
        "blood": person.drain_blood,
        "drained": person.drained_influence,
    }


def _described(card: str, lang: str) -> str:
    record, said = box.find(card), [box.name(card, lang)]
    if isinstance(record, box.ClanCard):
        power = page_phrases.say("power", lang)
        said.append(f"{power} {record.power}, {page_phrases.say(f'type.{record.type}', lang)}")
    elif isinstance(record, box.Person):
        said.append(page_phrases.say("person.tip.alliance", lang, **numbers_of(record)))
    said += [box.text(card, lang), box.shown_doubt(card, lang)]
    return " ".join(f"{words.rstrip('.')}." for words in said if words)


def _card(pen: HtmlWriter, name: str) -> Html:
    from vendetta_widgets.games.vendetta import card_html

    return card_html.card(pen, name, short=False)


def _deck(pen: HtmlWriter, clan: str) -> Html:
    from vendetta_widgets.games.vendetta import lesson_displays

    return joined([tag("h3", pen.say("deck.title", clan=pen.name(clan))), lesson_displays.deck(clan, pen)])


def _cards(lang: str) -> Mapping[str, str]:
    return {name: page_phrases.say(f"find.kind.{_kind(record)}", lang) for name, record in box.records().items()}


def _kind(record: box.Record) -> str:
    if isinstance(record, box.Person):
        return "ally" if record.ally else "victim"
    if isinstance(record, box.LocationTile | box.LocationCard):
        return "location" if isinstance(record, box.LocationTile) else "location_card"
    return "clan" if isinstance(record, box.Clan) else "card" if isinstance(record, box.ClanCard) else "relic"


def _chapter(line: LogLine) -> Hashable:
    """Return the chapter of a line: its phase, and in Resolution its Location."""
    return line.moment.round, line.moment.phase, line.at if line.moment.phase == "resolution" else None


def _title(view: View, line: LogLine, pen: HtmlWriter) -> str:
    number, phase = line.moment.round, line.moment.phase
    resolved = phase == "resolution" and line.at is not None
    part = pen.place(line.at or 0) if resolved else pen.game("phase", phase)
    return f"{pen.say('round', n=number)} · {part}" if number else part


def _when(view: View, pen: HtmlWriter) -> str:
    phase = pen.game("phase", view.phase)
    where = pen.say("round", n=view.round) + " · " + phase if view.round else phase
    return where if view.at is None else where + " · " + pen.place(view.at)


def _table(
    view: View, pen: HtmlWriter, sums: bool, shows: Sequence[str] | None = None, before: View | None = None
) -> list[Html]:
    from vendetta_widgets.games.vendetta import page_frame

    if shows is None:
        return page_frame.table_in_pieces(view, pen, sums)
    return page_frame.table_for_question(view, pen, sums, shows, before)


WRITING: Final = GameWords(
    game="vendetta",
    book=VENDETTA,
    say=message_text.say,
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
    asked=_table,
    sought=lambda card, lang: f"{box.translated_name(card, lang)} {box.title(card, lang)} {box.text(card, lang)}",
    place=message_text.place,
    deck=_deck,
    stories="16_for_teachers",
    marks=("community", "kit_name", "kit", "doubt"),
    translated=box.with_translated_names,
)
