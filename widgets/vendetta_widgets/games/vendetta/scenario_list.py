"""The list of the kit's scenarios: in groups by topic, with a search."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from vendetta_kit import rulebook, scenarios
from vendetta_kit.rulebook.rule_search import Index, SearchEntry, ranked

from ...controls import button, text_field
from ...html import Html, HtmlWriter, tag
from ...page_phrases import languages

LONGEST: Final = 80
"""The most characters of a search."""


def story_list(sought: str, chosen: str, own: str, pen: HtmlWriter) -> Html:
    """Return the search field and the scenarios by topic: all of them, or those with every word searched for.

    Args:
        sought: the typed text.
        chosen: the id of the scenario that is shown, whose group is open.
        own: the name of the user's own file that is shown; empty if it is one of the kit's.
        pen: the writer in the page's language.
    """
    words = sought.strip()
    hits = _found(words, pen.lang) if words else frozenset(heading.id for heading in scenarios.headings())
    name, told, of = pen.id(), pen.id(), len(scenarios.headings())
    seeks = {"data_live": True, "data_key": "stories-find", "aria_describedby": told}
    field = text_field(name, sought, "stories.find", LONGEST, **seeks)
    groups = [
        _group(topic, [one for one in found if one.id in hits], chosen, bool(words), pen)
        for topic, found in scenarios.by_topic()
    ]
    key = "stories.all" if not words else "stories.count" if hits else "stories.none"
    count = tag("p", pen.say(key, n=len(hits), of=of, words=words), role="status", id=told, cls="vk-hint")
    mine = tag("p", pen.say("stories.own"), ": ", tag("b", own)) if own else None
    search = tag("p", tag("label", pen.say("stories.find"), for_=name), " ", field, cls="vk-about-row")
    summary = tag("summary", pen.say("stories.found" if words else "stories.topics"))
    every = tag("details", summary, tag("div", groups, cls="vk-stories"), open=bool(words), data_key="every-story")
    return tag("div", tag("h2", pen.say("stories")), search, count, mine, every if hits else None, cls="vk-all-stories")


def _group(
    topic: str, found: list[scenarios.ScenarioHeading], chosen: str, seeks: bool, pen: HtmlWriter
) -> Html | None:
    if not found:
        return None
    items = [
        tag("li", button(one.words(pen.lang), "scenario", one.id, "vk-story", on=one.id == chosen), data_key=one.id)
        for one in found
    ]
    title = tag("summary", rulebook.section_title(topic, pen.lang), " ", tag("small", str(len(found))))
    is_open = seeks or any(one.id == chosen for one in found)
    return tag("details", title, tag("ul", items), open=is_open, data_key=f"stories-{topic}-{int(seeks)}")


def _found(words: str, lang: str) -> frozenset[str]:
    """Return the ids of the scenarios with every word."""
    hits: frozenset[str] | None = None
    for word in re.findall(r"\w+", words[:LONGEST]):
        here = frozenset(ranked(word, [_index(lang)]))
        hits = here if hits is None else hits & here
    return hits or frozenset()


@cache
def _index(lang: str) -> Index[str]:
    """Return the search index of the scenarios: their ids, titles, topics, rules and the rules' titles."""
    lines = []
    for heading in scenarios.headings():
        titles = " ".join([heading.words(lang), *(heading.words(other) for other in languages() if other != lang)])
        about = [f"{rule} {rulebook.find(rule, lang).title}" for rule in heading.rules]
        topic = rulebook.section_title(heading.topic, lang)
        lines.append(SearchEntry(heading.id, heading.id, titles, " ".join([heading.id, *about, topic])))
    return rulebook.VENDETTA.index(lang, lines)
