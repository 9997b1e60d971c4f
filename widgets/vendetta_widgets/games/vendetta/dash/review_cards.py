"""What a review tells of its moments: cards with a picture, the choice that was judged, and the ways on from there."""

from __future__ import annotations

from typing import Final

from vendetta_kit import Game
from vendetta_kit.coach.game_for_coach import GamePattern
from vendetta_kit.coach.move_marks import MoveMark
from vendetta_kit.coach.review import Highlight, JudgedDecision, Review
from vendetta_kit.coach.review_model import LEAST_PATTERN
from vendetta_kit.coach.review_text import ReviewSentence, ReviewText
from vendetta_kit.games.vendetta import flows
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.kernel.game import AnyGame
from vendetta_widgets.controls import button, link
from vendetta_widgets.games.vendetta.card_html import face
from vendetta_widgets.games.vendetta.end_scene import moment_text
from vendetta_widgets.games.vendetta.stage_scenes import frenzy_picture, location_picture
from vendetta_widgets.html import Html, HtmlWriter, joined, tag
from vendetta_widgets.lesson_page import notebook_of
from vendetta_widgets.parts import card as large_card
from vendetta_widgets.parts.closing_scene import MOMENTS

from .game_dashboard import VendettaDashboard

_SIGNS: Final = {
    MoveMark.BRILLIANT: "‼",
    MoveMark.FINE: "✓",
    MoveMark.SECOND: "≈",
    MoveMark.MISTAKE: "?",
    MoveMark.BLUNDER: "⁇",
    MoveMark.CLOSE: "=",
    MoveMark.UNCLEAR: "…",
    MoveMark.BRIEF: "·",
    MoveMark.ONLY: "–",
}


class ReviewCards(VendettaDashboard):
    """A finished game whose review is told. ``found``: the review so far."""

    def __init__(self, game: AnyGame | None = None, *, seat: int | None = None, lang: str | None = None) -> None:
        super().__init__(game, seat=seat, lang=lang)
        self.found: Review | None = None
        self._telling: dict[str, ReviewText] = {}
        self._tried: int | None = None
        """After how many moves the game is ready to be gone on with otherwise."""

    @property
    def seat(self) -> int:
        """The seat whose decisions are judged."""
        if self.who is not None:
            return self.who
        return self.source.me or 0

    @property
    def told(self) -> ReviewText:
        """The text of the review in the page's language."""
        return self._telling[self.lang]

    def _highlights(self, pen: HtmlWriter) -> Html:
        """Return the moments that decided, each with the reader's choice there, what weighed besides, and patterns."""
        found = self.found
        if found is None or self._coming is not None:
            return Html("")
        items = [self._moment(number, moment, pen) for number, moment in enumerate(found.deciding)]
        told = {one.action for one in map(found.choice_at, range(len(found.deciding))) if one is not None}
        frenzied = any(moment.mistake for moment in found.deciding)
        shown = [one for one in found.highlights if one.decision is not None and one.decision.action not in told]
        shown = shown if found.settled else []
        tips = [each for each in found.patterns if each.mistake or each.cost < LEAST_PATTERN]
        others = [each for each in tips if not (frenzied and each.rules[0] == "FRZ-01")][:MOMENTS]
        judged = [one for one in map(found.choice_at, range(len(found.deciding))) if one is not None]
        fine = bool(judged) and not any(one.cost for one in judged)
        own = not self.working and self.source.me == found.seat and any(self._costly(found))
        due = tag("p", pen.say("dash.review.lessons.due"), cls="vk-hint") if own else None
        more = [self._highlight(number, one, pen) for number, one in enumerate(shown)]
        pieces = [
            tag("h2", pen.say("over.moments" if len(items) == MOMENTS else "over.moments.few")) if items else None,
            tag("ol", items, cls="vk-weighed-list") if items else None,
            tag("h2", pen.say("dash.review.highlights")) if more else None,
            tag("ol", more, cls="vk-weighed-list") if more else None,
            due,
            tag("h3", pen.say(f"dash.review.patterns{'.fine' if fine else ''}")) if others else None,
            tag("ul", [self._pattern(each, pen) for each in others], cls="vk-weighed-more") if others else None,
        ]
        return tag("section", pieces, cls="vk-weighed", lang=pen.lang)

    def _moment(self, number: int, moment: GamePattern, pen: HtmlWriter) -> Html:
        """Return one of the moments that decided, as the end tells it, with what was judged of the choice there."""
        one, text, found = Highlight(0.0, None, moment), moment_text(moment, pen), self.found
        assert found is not None
        sign = "−" if text.worth < 0 else "+"
        worth = tag("b", f"{sign}{abs(text.worth)} {text.unit}", cls="vk-weighed-worth") if text.worth else None
        when = tag("small", pen.say("round", n=moment.values["round"]), " ", worth, cls="vk-hint")
        decision = found.choice_at(number)
        kind = "hung" if not text.against else "cost"
        pieces = [self._picture(one, pen), when, tag("h3", text.title), tag("p", pen.told(text.told, moment.rules[:1]))]
        ways = [self._then(self._before_count(one) if decision is None else self._before_choice(decision), pen)]
        if decision is not None:
            pieces.append(self._judged(decision, f"m{number}", pen))
            ways += self._try_ways(decision, pen)
            rule = self.told.highlight(Highlight(decision.weight, decision)).heading if decision.cost else None
            if rule is not None:
                ways.append(
                    link(pen.say("dash.review.lesson", lesson=rule.title[pen.lang]), notebook_of(rule.id, "vendetta"))
                )
        elif number not in found.early:
            now = self.working and number == max(set(range(len(found.deciding))) - set(found.early))
            words = pen.say(
                "dash.review.judging"
                if now
                else "dash.review.judged.later"
                if self.working
                else "dash.review.judged.not"
            )
            pieces.append(
                tag(
                    "p",
                    tag("span", cls="vk-thinks", aria_hidden="true") if now else None,
                    words,
                    cls="vk-hint vk-judged",
                )
            )
        else:
            pieces.append(tag("p", pen.say("dash.review.judged.none"), cls="vk-hint vk-judged"))
        pieces.append(tag("div", ways, cls="vk-buttons"))
        if decision is not None and self._tried == decision.action:
            pieces.append(self._tried_way(decision, pen))
        return tag("li", pieces, cls=f"vk-weighed-one vk-weighed-{kind}")

    def _judged(self, decision: JudgedDecision, key: str, pen: HtmlWriter) -> Html:
        """Return the reader's choice at a moment, its mark, and why."""
        asked = self.told.question(decision)
        question = tag("p", asked, cls="vk-hint") if asked else None
        answer = tag("b", self.told.answer(decision))
        choice = joined([question, tag("p", pen.say("dash.review.choice"), " ", answer, " ", self._badge(decision))])
        reasons = [tag("p", self._sentence(sentence, pen)) for sentence in self.told.decision(decision)]
        return tag("div", choice, reasons, self._figures(decision, key, pen), cls="vk-judged")

    def _pattern(self, pattern: GamePattern, pen: HtmlWriter) -> Html:
        """Return a pattern that is not among the first moments, in a line."""
        one = Highlight(0.0, None, pattern)
        told = self.told.highlight(one)
        why = pen.told(told.why, (told.rule,))
        return tag("li", tag("b", told.what), " ", why, " ", self._then(self._before_count(one), pen))

    def _highlight(self, number: int, one: Highlight, pen: HtmlWriter) -> Html:
        told = self.told.highlight(one)
        worth = tag("b", told.worth, cls="vk-weighed-worth") if told.worth else None
        when = tag("small", told.when or pen.say("dash.review.whole_game"), " ", worth, cls="vk-hint")
        better = tag("p", tag("b", told.better)) if told.better else None
        why = tag("p", pen.told(told.why, (told.rule,))) if told.why else tag("p", pen.told("", (told.rule,)))
        ways = [self._then(self._before_count(one) if one.decision is None else self._before_choice(one.decision), pen)]
        if told.heading is not None:
            words = pen.say("dash.review.lesson", lesson=told.heading.title[pen.lang])
            ways.append(link(words, notebook_of(told.heading.id, "vendetta")))
        sure = self._figures(one.decision, f"h{number}", pen) if one.decision is not None else None
        return tag(
            "li",
            self._picture(one, pen),
            when,
            tag("h3", told.what),
            better,
            why,
            sure,
            tag("div", ways, cls="vk-buttons"),
            cls=f"vk-weighed-one vk-weighed-{one.kind}",
        )

    def _before_count(self, one: Highlight) -> int:
        """Return the running number at which to look at a moment: while its cards and numbers lie there still."""
        game = self.source.whole()
        if one.pattern is None or one.pattern.at is None or game is None:
            return one.n
        table = game.fork(max(0, self.source.moment_of(one.n) - 1))
        return table.rec.next - 1 if table.rec is not None else one.n

    def _before_choice(self, decision: JudgedDecision) -> int:
        """Return the running number at which the table is as it was when a decision was made."""
        game = self.source.whole()
        table = game.fork(decision.action) if game is not None else None
        return table.rec.next - 1 if table is not None and table.rec is not None else decision.n

    def _picture(self, one: Highlight, pen: HtmlWriter) -> Html | None:
        """Return what lay at the Location then, the Frenzy, or the card that it was about."""
        found = self.found
        assert found is not None
        after = one.decision.action if one.decision is not None else self.source.moment_of(one.n)
        at = one.decision.at if one.decision is not None else one.pattern.at if one.pattern is not None else None
        if one.decision is not None and one.decision.verdict.kind == "plan":
            elsewhere = self._better_place(one.decision)
            at = at if elsewhere is None else elsewhere
            after += elsewhere is None  # with the card that was played, unless it is about another place
        eyes = found.seat if self.source.open else None
        counted = None
        if one.pattern is not None and not one.pattern.mistake and at is not None:
            counted = flows.powers(self.source.view_at(after, eyes), at, int(one.pattern.values["round"]))
            after -= 1  # as it lay before it was counted
        view = self.source.view_at(after, eyes)
        frenzy = next((event for event in view.events if event.n == one.n and event.kind == "frenzy"), None)
        chosen = one.decision.chosen if one.decision is not None else None
        card = getattr(chosen, "card", None) or next(iter(getattr(chosen, "cards", ())), None)
        if one.pattern is not None:
            card = one.pattern.values.get("card")
        scene: Html | None = None
        if frenzy is not None and one.pattern is not None:
            scene = frenzy_picture(view, frenzy, range(frenzy.n, max(event.n for event in view.events) + 1), pen)
        elif at is not None:
            scene = location_picture(view, at, pen, counted)
        elif isinstance(card, str) and card:
            scene = pen.opens_card(card, large_card(pen, face(pen, card), "hand"), "vk-mini-card")
        return tag("div", scene, cls="vk-weighed-picture") if scene is not None else None

    def _better_place(self, decision: JudgedDecision) -> int | str | None:
        """Return where the better choice of a decision would have gone, if it is another place."""
        game = self.source.whole()
        if decision.better is None or game is None:
            return None
        table = game.fork(decision.action)
        assert isinstance(table, Game)
        at = COACHING.place_of(table, decision.verdict.seat, decision.better)
        return at if at != decision.at else None

    def _figures(self, decision: JudgedDecision, key: str, pen: HtmlWriter) -> Html | None:
        """Return the figures behind a decision, with their intervals, behind a press."""
        rows = [tag("li", sentence.text) for sentence in self.told.figures(decision)]
        summary = tag("summary", pen.say("dash.review.sure"))
        return tag("details", summary, tag("ul", rows), data_key=f"{key}-sure") if rows else None

    def _sentence(self, sentence: ReviewSentence, pen: HtmlWriter) -> Html:
        return tag("span", pen.told(sentence.text, sentence.rules, most=3))

    def _then(self, n: int, pen: HtmlWriter) -> Html:
        return button(pen.say("dash.review.then"), "look_at", n, "vk-quiet")

    def _badge(self, decision: JudgedDecision) -> Html:
        """Return the mark of a decision."""
        mark = decision.mark
        sign = tag("span", f"{_SIGNS[mark]} ", aria_hidden="true")
        return tag("b", sign, self.told.mark(mark), title=self.told.means(mark), cls=f"vk-mark vk-mark-{mark.value}")

    def _try_ways(self, decision: JudgedDecision, pen: HtmlWriter) -> list[Html]:
        """Return the press that makes ready to go on from before a decision."""
        if not self._may_try:
            return []
        label = pen.say("dash.review.try.label", action=self.told.action(decision))
        return [button(pen.say("dash.review.try"), "try", decision.action, "vk-quiet", aria_label=label)]

    def _tried_way(self, decision: JudgedDecision, pen: HtmlWriter) -> Html:
        """Return the link to the game before a decision, which is followed once the browser has stored it.

        It takes along which of the legal choices is better, so that the table can name it.
        """
        label = pen.say("dash.review.try.label", action=self.told.action(decision))
        where = f"{self._played_at}?what_if={decision.action}"
        if decision.better is not None:
            legal = self.told.game.fork(decision.action).legal(decision.verdict.seat)
            where += f"&better={legal.index(decision.better)}"
        way = link(label, where, "vk-link vk-primary-link", data_follow=True)
        return tag("p", way, cls="vk-tried vk-hint-box")

    @property
    def _may_try(self) -> bool:
        """Whether the user can play on from the reviewed seat: the player's own, or the first in a game of bots."""
        return self.seat == (self.source.me or 0)

    @staticmethod
    def _costly(found: Review) -> list[Highlight]:
        """Return what cost most, as far as it has been judged."""
        early = [one for one in map(found.choice_at, range(len(found.deciding))) if one is not None and one.cost]
        return [one for one in found.highlights if one.cost] + [Highlight(one.weight, one) for one in early]
