"""Write docs/vtes-cards.md: every verb of a V:TES card with its argument, where it may stand, its rules and an example.

    .venv/bin/python scripts/vtes_cards.py

The verbs come from the engine, the examples from ``data/vtes/cards/examples.yaml``, what they say from the kit's own
words. A test holds that the page is what this writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from vendetta_kit.games.vtes.engine.card_reader import read_cards
from vendetta_kit.games.vtes.engine.card_verbs import TYPES, VERBS, Verb, beside
from vendetta_kit.games.vtes.wording import card_lines
from vendetta_kit.rulebook import VTES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "vtes-cards.md"
EXAMPLES = ROOT / "data" / "vtes" / "cards" / "examples.yaml"
PARTS = ("gives", "tap", "untap")
TAKES = {
    "number": "a whole number",
    "truth": "`true`",
    "discipline": "a Discipline, such as `auspex`",
    "clan": "a clan, such as `ventrue`",
    "sect": "`camarilla`, `sabbat` or `independent`",
    "barred": "who cannot block: `ally`, `vampire`, `younger`, `older` (vampires), `{without: auspex}`",
    "fetch": "`ash_heap` or `library`, or `{from: library, type: equipment}` with a type of cards",
    "one_of": "a list of lists of verbs, of which one is chosen",
    "title": "a title: `primogen`, `{prince: Ghent}`, `{justicar: brujah}`, `{independent: 2}`",
    "strike": "what a strike does, as in [the keys of a strike](../data/vtes/cards/README.md#a-strike)",
}
HEAD = """\
# The verbs of a V:TES card

A card's text is put together from these verbs. What the other keys of a card are, and how a strike is written, is in
[data/vtes/cards/README.md](../data/vtes/cards/README.md). This page is written by `scripts/vtes_cards.py` from the
engine's list of verbs and from `data/vtes/cards/examples.yaml`; the rules are those of the text of 1998
(`vendetta rules vtes:BLOCK-07`).
"""


def examples() -> dict[str, dict[str, Any]]:
    """Return the example card of each verb, as it is written; ``verb.type`` is a further one, on another type."""
    rows: dict[str, dict[str, Any]] = yaml.safe_load(EXAMPLES.read_text("utf-8"))
    return rows


@cache
def _sources() -> dict[str, str]:
    lines = EXAMPLES.read_text("utf-8").splitlines()
    return {verb: row.strip() for verb, _, row in (line.partition(":") for line in lines if line[0] != "#")}


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(line for name, verb in VERBS.items() for line in _verb(name, verb))])


def _verb(name: str, verb: Verb) -> Iterator[str]:
    takes = TAKES[verb.takes] if isinstance(verb.takes, str) else "one of " + _codes(verb.takes)
    types = [kind for kind in TYPES if kind in verb.on]
    parts = [part for part in PARTS if part in verb.on]
    yield f"## {name}\n"
    yield f"- Argument: {takes}."
    if types:
        yield f"- In `basic` and `superior` of a card of the type {_codes(types)}."
    if parts:
        yield f"- In the part {_codes(parts)} of a card."
    for places, where in ((types, "on a card of the type"), (parts, "in the part")):
        for needed in sorted({beside(name, place) for place in places} - {()}):
            here = _codes(place for place in places if beside(name, place) == needed)
            one = "this" if len(needed) == 1 else "one of these"
            yield f"- Needs beside it, {where} {here}, {one}: {_codes(needed)}."
    if verb.aims:
        aims = [aim for aim in verb.aims if aim]
        yield f"- Target{' (or none)' if '' in verb.aims else ''}: {_codes(aims)}."
    yield "- Rules: " + "; ".join(f"{rule} ({VTES.rule(rule).title})" for rule in verb.rules) + "."
    yield ""
    for key in examples():
        if key.partition(".")[0] == name:
            yield f"```yaml\n- {_sources()[key]}\n```\n"
            yield "\n".join(f"> {line}  " for line in card_lines(*read_cards([examples()[key]]).values())) + "\n"


def _codes(words: Any) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
