"""The learner's map as HTML: each rule a field, with its level by shape, shade and word."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.rule_map import MappedRule, RuleMap, Section, levels, map_signs

from .html import Html, HtmlWriter, tag

__all__ = ["html"]

SIGNS: Final = {"new": "·", "met": "○", "used": "◐", "learning": "◍", "known": "●"}


def html(picture: RuleMap, pen: HtmlWriter) -> Html:
    """Return the map: all sections with their rules, which open their cards."""
    names = {level.id: level.name for level in levels(pen.lang)}
    total = sum(picture.counts.values())
    known, due = picture.counts["known"], len(picture.due)
    summary = tag("p", pen.say("map.summary", proved=picture.proved, total=total, known=known, due=due))
    key = [
        tag(
            "li",
            tag("span", SIGNS[level.id], cls=f"vk-field vk-level-{level.id}"),
            " ",
            tag("b", level.name),
            ": ",
            level.means,
        )
        for level in levels(pen.lang)
    ]
    key += [
        tag("li", tag("span", "·", cls=f"vk-field vk-flag-{flag.id}"), " ", tag("b", flag.name), ": ", flag.means)
        for flag in map_signs(pen.lang)
    ]
    legend = tag("details", tag("summary", pen.say("map.key")), tag("ul", key, cls="vk-map-key"))
    sections = [_section(section, names, pen) for section in picture.sections]
    return tag("div", summary, legend, tag("div", sections, cls="vk-map"), lang=pen.lang)


def _section(section: Section, names: dict[str, str], pen: HtmlWriter) -> Html:
    title = tag("h3", section.title, " ", tag("small", f"{section.proved}/{len(section.places)}"))
    fields = [tag("li", _field(place, names, pen)) for place in section.places]
    return tag("section", title, tag("ul", fields, cls="vk-fields-of-rules"))


def _field(place: MappedRule, names: dict[str, str], pen: HtmlWriter) -> Html:
    words = f"{place.id}: {place.title}. {names[place.level]}"
    cls = f"vk-field vk-level-{place.level}"
    for flag in map_signs(pen.lang):
        if getattr(place, flag.id):
            words += f". {flag.name}"
            cls += f" vk-flag-{flag.id}"
    return pen.opens(f"rule:{place.id}", SIGNS[place.level], cls, aria_label=words, title=words)
