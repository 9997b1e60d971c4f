"""The words of puzzles: titles of at most six words, and what a move leads to at a Location and at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from vendetta_kit.data_paths import read_words
from vendetta_kit.games.vendetta import box
from vendetta_kit.games.vendetta.engine.actions import Play
from vendetta_kit.games.vendetta.engine.card_hooks import SCORES
from vendetta_kit.games.vendetta.engine.card_tables import AT, CLANS, DRAINED_INFLUENCE, IDS, INFLUENCE, NUMBER
from vendetta_kit.games.vendetta.engine.game import Game
from vendetta_kit.games.vendetta.engine.state import CLAN, LOC, ROUND, TURN_NUMBER
from vendetta_kit.games.vendetta.wording.message_text import action_text, fill
from vendetta_kit.rulebook import languages

from .played_move import PlayedMove, ResolvedLocation


def puzzle_words(lang: str) -> dict[str, str]:
    """Return the texts of puzzles in a language: titles, answers, and those of the printed sheet.

    >>> puzzle_words("de")["title.haven"]
    'in der Zuflucht'
    """
    found: dict[str, str] = read_words("puzzles.json", lang)
    return found


def at_place(at: int | str, lang: str) -> str:
    """Return where a Location is.

    >>> at_place(1, "en"), at_place("haven", "en")
    ('at The Rack', 'at the Haven')
    """
    words = puzzle_words(lang)
    return words["title.haven"] if at == "haven" else words["title.place"].format(name=box.name(str(at), lang))


def title_of(here: Game, seat: int, themes: Sequence[str]) -> dict[str, str]:
    """Return a title in each language, made from public information and without a hint at the solution.

    Args:
        here: the game at the decision.
        seat: the seat that decides.
        themes: the themes of the puzzle.
    """
    return {lang: _title(here, seat, themes, lang) for lang in languages()}


def _title(here: Game, seat: int, themes: Sequence[str], lang: str) -> str:
    words, n = puzzle_words(lang), here.n
    values: dict[str, Any] = {"clan": box.name(CLANS[n[CLAN + seat]], lang), "turn": n[TURN_NUMBER], "round": n[ROUND]}
    key = next((theme for theme in ("effect", "hand", "drain") if theme in themes), "planning")
    if key == "drain" and any(isinstance(action, Play) for action in here.legal(seat)):
        key = "turn"
    if n[LOC] < 0:
        key += ".planning" if key == "effect" else ""
    else:
        at = AT[n[LOC]]
        key = "effect" if key == "effect" else "withdraw"
        values["at"] = at_place(at, lang)
    return words[f"title.{key}"].format(**values)


# What a move leads to --------------------------------------------------------------------------------------


def signed(n: int) -> str:
    """Return a number with its sign.

    >>> signed(3), signed(0), signed(-1)
    ('+3', '0', '\u22121')
    """
    return f"+{n}" if n > 0 else f"\u2212{-n}" if n else "0"


def tie_told(key: str, own: bool, words: dict[str, str]) -> str:
    """Return why a tie goes to the reader (``own``) or another; empty without a tie."""
    return words[f"why.tie.{key}{'.you' if own and key == 'order' else ''}"] if key else ""


def bids_told(one: PlayedMove, lang: str) -> str:
    """Return what everybody bid in an auction, whose bid was the lowest, and the card that was turned down for it."""
    words, view = puzzle_words(lang), one.locations[-1].view
    auction = next((row for row in reversed(view.events) if row.kind == "bids"), None)
    if auction is None:
        return ""
    lowest, order = auction.data["lowest"], [seat for seat in view.order if seat in auction.data["bids"]]
    bids = [
        words["why.bids.own" if who == one.seat else "why.bids.each"].format(name=view.names[who], n=n)
        for who, n in ((who, auction.data["bids"][who]) for who in order)
    ]
    key = ".you" if lowest == one.seat else ""
    told = words[f"why.bids{key}"].format(told=fill("{told:list}", lang, {"told": bids}), name=view.names[lowest])
    down = (row for row in view.events if row.n > auction.n and (row.kind, row.seat) == ("face_down", lowest))
    turned = next((row.data["card"] for row in down if row.data.get("by") == auction.data["card"]), None)
    told += words["why.bids.tied"] if auction.data["tied"] and auction.data["ally"] is None else ""
    return told + (words["why.bids.down"].format(card=box.name(turned, lang)) if turned is not None else "")


def then_told(one: PlayedMove, names: tuple[str, ...], lang: str) -> str:
    """Return what the seat plays after its move, if that is a play or two; else nothing."""
    told = "; ".join(action_text(play, names, lang).rstrip(".") for play in one.then)
    return puzzle_words(lang)["why.then"].format(told=told) if 0 < len(one.then) <= _MOST_THEN else ""


def place_told(one: PlayedMove, at: int | str, names: tuple[str, ...], lang: str) -> str:
    """Return who wins a Location and with what Power, and what its place and the people it takes bring the seat."""
    found = one.location(at)
    if found is None:
        return ""
    held = found.before.seats[one.seat].alliance
    taken = [card for card in (*found.view.seats[one.seat].alliance, *one.drained_at(at)) if card not in held]
    gains = found.gain(one.seat) or taken
    return _winner_told(one, found, names, lang) + (_gains_told(found, one, taken, lang) if gains else "")


def _gains_told(found: ResolvedLocation, one: PlayedMove, taken: Sequence[str], lang: str) -> str:
    """Return what makes the Influence that a seat gains at a Location: place, Frenzies, people it takes and Drains."""
    words, seat = puzzle_words(lang), one.seat
    rows = [row for row in found.view.ledger if row.n in found.span and row.token == "influence"]
    own = [row for row in rows if (row.target.kind, row.target.seat) == ("pool", seat)]
    sums = {key: sum(row.amount for row in own if row.cause == cause) for key, cause in _GAINS.items()}
    now, then = found.view.seats[seat], found.before.seats[seat]
    tokens = now.influence - then.influence
    sums["besides"] = tokens - sum(sums.values())
    lost = one.drained_at(found.at)
    drain = sum(DRAINED_INFLUENCE[NUMBER[card]] - INFLUENCE[NUMBER[card]] for card in lost)
    texts = _by_texts(now.alliance, then.alliance)
    rest = found.gain(seat) - tokens - drain - sum(texts.values())
    sums |= {"people": rest, "texts": sum(texts.values()), "drained": drain}
    ally = next((place.ally for place in found.before.locations if place.at == found.at), None)
    named = [box.name(card, lang) + ("" if card == ally else words["why.takes.victim"]) for card in taken]
    values = {
        key: fill("{told:list}", lang, {"told": told})
        for key, told in {
            "cards": named,
            "frenzied": _frenzied(found, seat, words, lang),
            "drained": [box.name(card, lang) for card in lost],
            "texts": [box.name(card, lang) for card in texts],
        }.items()
    }
    told = [words[f"why.takes.{key}"].format(n=signed(n).lstrip("+"), **values) for key, n in sums.items() if n]
    return words["why.takes.sum"].format(told=fill("{told:list}", lang, {"told": told})) if told else ""


def _frenzied(found: ResolvedLocation, seat: int, words: dict[str, str], lang: str) -> list[str]:
    """Return for whose Frenzies at a Location a seat is paid, with the number where one has several, and by what card.

    The card is the last one by which the seat took Blood from the Pool that was emptied, if there is one.
    """
    by: dict[str | None, Counter[str]] = {}
    for row in found.view.events:
        who = row.seat
        if row.n not in found.span or row.kind != "frenzy" or who is None or not row.data.get("causer") == seat != who:
            continue
        taken = [one for one in found.view.ledger if one.n < row.n and one.n in found.span and one.token == "blood"]
        own = (one.card for one in reversed(taken) if (one.source.kind, one.source.seat) == ("pool", who))
        by.setdefault(next(own, None), Counter())[found.view.names[who]] += 1
    told = []
    for card, names in by.items():
        often = [words["why.takes.times"].format(name=name, n=n) if n > 1 else name for name, n in names.items()]
        who_all = fill("{told:list}", lang, {"told": often})
        told.append(words["why.takes.by"].format(names=who_all, card=box.name(card, lang)) if card else who_all)
    return told


def _by_texts(now: Sequence[str], then: Sequence[str]) -> dict[str, int]:
    """Return what people of an Alliance bring more or less than before by what they say, where that has changed."""
    after, before = (tuple(NUMBER[card] for card in held) for held in (now, then))
    own = {
        card: (SCORES[card](after) if card in after else 0) - (SCORES[card](before) if card in before else 0)
        for card in SCORES
        if card in after or card in before
    }
    return {IDS[card]: n for card, n in own.items() if n}


_MOST_THEN: Final = 2
"""So many further plays of the seat are told."""
_GAINS: Final = {"place": "reward", "frenzy": "frenzy_paid"}
"""What is told apart of the Influence that is gained at a Location, with the cause of its entries in the ledger."""


def _winner_told(one: PlayedMove, found: ResolvedLocation, names: tuple[str, ...], lang: str) -> str:
    words, at = puzzle_words(lang), found.at
    where = at_place(at, lang)
    me, power = one.seat, found.power
    if found.winner is None:
        return words["why.nobody"].format(at=where)
    values = {"at": where, "name": names[found.winner], "n": power.get(found.winner, 0)}
    values["tie"] = tie_told(found.tie, found.winner == me, words)
    rivals = sorted((n, seat) for seat, n in power.items() if seat != found.winner)
    if found.winner == me:
        if not rivals:
            return words["why.win.alone"].format(**values)
        key = "why.win.tie" if rivals[-1][0] == values["n"] else "why.win"
        return words[key].format(**values, other=names[rivals[-1][1]], m=rivals[-1][0])
    if me in power:
        return words["why.lose.tie" if power[me] == values["n"] else "why.lose"].format(**values, m=power[me])
    lay = next(spot for spot in found.before.seats[me].positions if spot.at == at)
    if lay.cards and one.made_at != at:
        return words["why.left.later"].format(**values)
    return words["why.left" if rivals else "why.left.alone"].format(**values)


def end_told(one: PlayedMove, names: tuple[str, ...], words: dict[str, str]) -> str:
    """Return who wins the game that ends so, and with how much Influence."""
    scores = {seat: score for seat, score in enumerate(one.scores) if score is not None}
    me = one.seat
    if me not in scores:
        return words["why.out"]
    if me in one.winners:
        most = max((score for seat, score in scores.items() if seat != me), default=0)
        return words["why.game.win.tie" if most == scores[me] else "why.game.win"].format(n=scores[me], m=most)
    first = one.winners[0]
    key = "why.game.lose.tie" if scores[first] == scores[me] else "why.game.lose"
    return words[key].format(name=names[first], n=scores[first], m=scores[me])
