"""The learner's map as HTML: each rule a field, with its level by shape, shade and word."""

from __future__ import annotations

from typing import Final

from vendetta_kit.course.rule_map import MappedRule, RuleMap, Section, levels, map_signs

from .html import Html, HtmlWriter, tag

SIGNS: Final = {"new": "·", "met": "○", "used": "◐", "learning": "◍", "known": "●"}


def html(picture: RuleMap, pen: HtmlWriter) -> Html:
    """Return the map: all sections with their rules, which open their cards."""
    names = {level.id: level.name for level in levels(pen.lang)}
    known, due = picture.counts["known"], len(picture.due)
    words = pen.say("map.summary", proved=picture.proved, known=known, due=due)
    summary = tag("div", ring(picture), tag("p", words), cls="vk-map-sum")
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
    return tag("div", summary, legend, tag("div", sections, cls="vk-map", data_along=True), lang=pen.lang)


def ring(picture: RuleMap) -> Html:
    """Return a ring that grows with each rule shown in a move or an answer, with their number inside."""
    share = picture.proved / max(sum(picture.counts.values()), 1)
    number = tag("b", str(picture.proved))
    return tag("span", number, cls="vk-rule-ring", style=f"--share:{share:.3f}", aria_hidden="true")


def _section(section: Section, names: dict[str, str], pen: HtmlWriter) -> Html:
    title = tag("h3", section.title, " ", tag("small", f"{section.proved}/{len(section.places)}"))
    fields = [tag("li", _field(place, names, pen, first=k == 0)) for k, place in enumerate(section.places)]
    return tag("section", title, tag("ul", fields, cls="vk-fields-of-rules"))


def _field(place: MappedRule, names: dict[str, str], pen: HtmlWriter, *, first: bool) -> Html:
    """Return a rule's button. The Tab key stops at the first of each section; arrows go on from there."""
    words = f"{place.id}: {place.title}. {names[place.level]}"
    cls = f"vk-field vk-level-{place.level}"
    for flag in map_signs(pen.lang):
        if getattr(place, flag.id):
            words += f". {flag.name}"
            cls += f" vk-flag-{flag.id}"
    stop = None if first else "-1"
    return pen.opens(f"rule:{place.id}", SIGNS[place.level], cls, aria_label=words, title=words, tabindex=stop)
