"""The review of a finished game: it repeats, can be stopped, and tells nothing of a game that goes on."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import count, islice, pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.coach import game_of, mistakes, named_worst, reviewed
from tests.bots.helpers import played
from vendetta_kit import Game, cli
from vendetta_kit.coach import review_command, review_depths, review_text
from vendetta_kit.coach.game_for_coach import AnsweredChances, EquilibriumShares
from vendetta_kit.coach.judge import result_of
from vendetta_kit.coach.move_marks import MoveMark
from vendetta_kit.coach.paired_statistics import Interval
from vendetta_kit.coach.review import Highlight, Review, moments_in_steps, review, review_in_steps
from vendetta_kit.coach.review_depths import Depth
from vendetta_kit.coach.win_curve import CurvePoint, WinChance, phase_changes, turning_point
from vendetta_kit.games.vendetta import bots, coach
from vendetta_kit.games.vendetta.bots import Bot
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.coach.coach_bot import CoachBot
from vendetta_kit.games.vendetta.flows import location_rounds, whole_history
from vendetta_kit.games.vtes.engine.game import Game as VtesGame
from vendetta_kit.kernel.events import Account
from vendetta_kit.kernel.refusal import BadSetup
from vendetta_kit.rulebook import find


@cache
def ended() -> Game:
    """A game of three, one of whom plays by chance."""
    table: list[Bot] = [bots.make("random"), bots.make("greedy"), bots.make("greedy")]
    return played(Game.new(seats=3, seed=5), table, 1)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same work with fewer simulations."""
    monkeypatch.setitem(review_depths.DEPTHS, 1, Depth(8, 3, 3, 4, 4, 3, 8, 30, 2))


@cache
def whole() -> Review:
    return review(ended(), 0, COACHING)


def test_the_same_seed_gives_the_same_review() -> None:
    one = whole().to_json()
    assert one == review(ended(), 0, COACHING, seed=0).to_json()
    assert one["finished"]
    json.dumps(one, allow_nan=False)


@pytest.mark.long
def test_another_seed_gives_another_curve() -> None:
    assert review(ended(), 0, COACHING, seed=1).points != whole().points


def test_every_choice_of_the_seat_is_judged_once_and_no_other() -> None:
    game, found = ended(), whole()
    tables = [game.fork(k) for k in range(len(game.actions))]
    own = [k for k, (seat, _) in enumerate(game.actions) if seat == 0 and len(tables[k].legal(0)) > 1]
    own = [k for k in own if tables[k].decision(0).kind != "pick_clan"]
    assert [decision.action for decision in found.decisions] == own
    for decision in found.decisions:
        assert decision.chosen == game.actions[decision.action][1]
        assert decision.verdict.chosen is not None
        assert decision.rules
        for rule in decision.rules:
            assert find(rule).id == rule


def test_the_curve_has_a_point_wherever_the_table_was_told_something_and_ends_with_the_winner() -> None:
    game, found = ended(), whole()
    assert found.points[0].after == 0
    assert [point.n for point in found.points] == sorted({point.n for point in found.points})
    for point in found.points:
        assert sum(chance.won for chance in point.seats) == pytest.approx(1.0, abs=0.001)
        assert all(chance.low <= chance.won <= chance.high for chance in point.seats)
    last = found.points[-1]
    assert last.n == game.events[-1].n or last.n >= game.events[-1].n
    assert [chance.won for chance in last.seats] == [float(seat in game.winners) for seat in range(3)]


def test_it_can_be_stopped_and_what_is_there_is_whole() -> None:
    part = list(islice(review_in_steps(ended(), 0, COACHING), 60))[-1]
    assert not part.finished
    assert 0 < part.done < part.of
    words = review_text.review_lines(part, ended(), COACHING)
    assert any(f"{part.done} of {part.of}" in line for line in words)


def test_the_curve_knows_no_hand() -> None:
    """Whatever the others held, the table could see the same: so the point is the same."""
    from vendetta_kit.coach.win_curve import estimate_point
    from vendetta_kit.games.vendetta.engine.imagined_games import imagine

    for k in range(4, len(ended().actions), 23):
        game = ended().fork(k)
        other = imagine(game, -1, Random(k))
        ends = []
        for table in (game.copy(record=False), other):
            steps = estimate_point(table, k, COACHING, 4, "x", 0.95)
            while True:
                try:
                    next(steps)
                except StopIteration as end:
                    ends.append(end.value)
                    break
        assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("seat", "depth", "said"), [(3, 1, "number from 0 to 2"), (-1, 1, "number from 0"), (0, 4, "number from 1 to 3")]
)
def test_what_cannot_be_is_refused(seat: int, depth: int, said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        review(ended(), seat, COACHING, depth)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(BadSetup, match="not over"):
        review(ended().fork(20), 0, COACHING)


def point(after: int, won: float, count: int) -> CurvePoint:
    return CurvePoint(after, after, (WinChance(won, 0, 1, 0), WinChance(1 - won, 0, 1, 0)), count)


def test_a_turning_point_is_a_change_that_is_surely_there() -> None:
    assert turning_point(point(1, 0.5, 40), point(2, 0.45, 40), 0, 0.95) is None, "too little"
    assert turning_point(point(1, 0.5, 10), point(2, 0.3, 10), 0, 0.95) is None, "by luck, perhaps"
    turn = turning_point(point(1, 0.5, 400), point(2, 0.2, 400), 1, 0.95)
    assert turn is not None
    assert (turn.seat, turn.action, turn.first, turn.last) == (1, 1, 2, 2)
    assert turn.low <= turn.change <= turn.high


def curve_of(*chances: tuple[float, float, float]) -> list[CurvePoint]:
    return [CurvePoint(k, k, (WinChance(won, low, high, 0),), 100) for k, (won, low, high) in enumerate(chances)]


def test_a_phase_over_which_the_chance_surely_changed_is_told_with_the_step_that_did_most() -> None:
    points = curve_of((0.3, 0.2, 0.4), (0.28, 0.2, 0.4), (0.05, 0.01, 0.1), (0.04, 0.01, 0.1), (0.12, 0.05, 0.2))
    phases = [(1, "planning"), (1, "planning"), (1, "planning"), (2, "feed"), (3, "planning")]
    (fell,) = phase_changes(points, phases, 0)
    assert (fell.phase, fell.before.won, fell.after.won) == ((1, "planning"), 0.3, 0.04)
    assert (fell.first, fell.last) == (2, 2), "between the points 1 and 2"
    assert phase_changes(points[3:], phases[3:], 0) == [], "that may be chance"
    told = review_text.ReviewText(ended(), COACHING, "en")
    won = next(line for line in told.log if line.kind == "winner")
    for change in (fell, fell._replace(before=fell.after, after=fell.before)):
        words = told.change(change._replace(first=won.n, last=won.n)).text
        way = "fell" if change is fell else "rose"
        assert words.startswith(f"In {told.when(won.moment)}, your chance to win {way} "), "when what it tells happened"
        assert words.endswith(won.text)


def test_an_even_chance_is_no_mistake() -> None:
    assert EquilibriumShares(0.5, 0.3).even
    assert not EquilibriumShares(0.05, 1.0).even
    tokens = [decision for decision in whole().decisions if decision.tokens is not None]
    assert tokens
    for decision in tokens:
        assert decision.tokens is not None
        assert not (decision.tokens.even and (decision.mark.bad or decision.mark is MoveMark.SECOND))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_it_is_told_in_whole_sentences(lang: str) -> None:
    found = whole()
    rows = review_text.review_lines(found, ended(), COACHING, lang)
    text = "\n".join(rows)
    assert not set(text) & set("{}"), text
    assert "None" not in text
    told = review_text.ReviewText(ended(), COACHING, lang)
    for decision in found.decisions:
        for sentence in (*told.decision(decision), *told.hindsight(decision)):
            assert sentence.text[-1] in ".!?", sentence
    assert all(told.mark(mark) for mark in MoveMark)


@cache
def lost() -> Game:
    """A game that was lost clearly, with Frenzies."""
    table: list[Bot] = [bots.make("random"), *(bots.make("greedy") for _ in range(3))]
    return played(Game.new(seats=4, seed=46), table, 1)


def test_a_game_that_was_lost_by_frenzies_names_them_whatever_the_figures_say() -> None:
    game = lost()
    frenzies = [event for event in game.events if event.kind == "frenzy" and event.seat == 0]
    assert len(frenzies) >= 3
    found = Review(COACHING.game, 0, 1, 0.95, 0, patterns=tuple(COACHING.patterns(game, 0)), finished=True)
    costly = replace(whole().decisions[-1], mark=MoveMark.BLUNDER)
    found.decisions = [replace(costly, together=(k,)) for k in range(4)]
    for lang, words in (("en", "ran out of Blood"), ("de", "das Blut ausgegangen")):
        told = review_text.ReviewText(game, COACHING, lang)
        text = next(told.highlight(one) for one in found.highlights if one.pattern is not None)
        assert words in text.what
        assert str(len(frenzies)) in text.what
        assert text.heading is not None


def test_patterns_are_what_the_record_shows() -> None:
    for game, seat in ((lost(), 0), (lost(), 1), (ended(), 0)):
        patterns = COACHING.patterns(game, seat)
        assert [p.cost for p in patterns] == sorted((p.cost for p in patterns), reverse=True)
        frenzies = sum(event.kind == "frenzy" and event.seat == seat for event in game.events)
        assert sum(p.times for p in patterns if p.key.startswith("frenzy")) == frenzies
        for pattern in patterns:
            assert any(row.n == pattern.n for row in (*game.events, *game.ledger))
            assert pattern.cost > 0
            for lang in ("en", "de"):
                text = review_text.ReviewText(game, COACHING, lang).highlight(Highlight(1.0, None, pattern))
                assert not set(f"{text.what}{text.why}") & set("{}")


def test_tips_over_the_whole_game_follow_from_the_record_and_are_no_moments_that_weighed() -> None:
    """Blood that others' cards took or that was left, and what lower places brought."""
    met = set()
    for game, seat in ((lost(), 0), (lost(), 1), (ended(), 0), (ended(), 1)):
        tips = {p.key: p for p in COACHING.patterns(game, seat) if p.key in ("taken", "unspent", "placed")}
        left = game.view(None).seats[seat].blood
        assert ("unspent" in tips) == (left >= 3)
        assert "unspent" not in tips or tips["unspent"].values["n"] == left
        if "taken" in tips:
            card = tips["taken"].values["card"]
            own = (e for e in game.ledger if e.token == "blood" and e.source == Account("pool", seat))
            assert tips["taken"].values["n"] <= sum(e.amount for e in own if e.card == card)
        found = Review(COACHING.game, seat, 1, 0.95, 0, patterns=tuple(tips.values()), finished=True)
        assert found.highlights == ()
        met |= tips.keys()
    assert met == {"taken", "unspent", "placed"}


def test_an_answer_to_a_card_does_not_stand_for_a_moment_at_which_a_card_was_played_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vendetta_kit.coach.review.FIRST", review_depths.DEPTHS[1])
    game = lost()
    *_, found = moments_in_steps(game, 0, COACHING)
    own = [(k, action) for k, (who, action) in enumerate(game.actions) if who == 0 and len(game.fork(k).legal(0)) > 1]
    places = [
        (game.fork(k).moment.round, COACHING.place_of(game.fork(k), 0, action))
        for k, action in own
        if game.fork(k).decision(0).kind in ("plan", "withdraw")
    ]
    judged = [one for one in found.early.values() if one is not None]
    assert judged
    for one in judged:
        assert one.verdict.kind in ("plan", "withdraw") or (one.moment.round, one.at) not in places


@pytest.mark.parametrize("seed", [1, 41])
def test_where_an_answer_led_to_a_frenzy_at_once_it_is_judged_and_no_play_before_it(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Blood given to a Hunt though another price was offered: that was the choice, not the card played there."""
    monkeypatch.setattr("vendetta_kit.coach.review.FIRST", review_depths.DEPTHS[1])
    game, rng, bot = Game.new(seats=4, seed=seed), Random(seed), bots.make("greedy")
    while (seat := game.to_act) is not None:
        by_chance = seat == 0 and rng.random() < 0.5
        game.apply(seat, game.legal(0).sample(rng) if by_chance else bots.move(game, seat, bot, rng))
    *_, found = moments_in_steps(game, 0, COACHING)
    number, moment = next((k, one) for k, one in enumerate(found.deciding) if one.key == "frenzy")
    judged = found.early[number]
    assert judged is not None
    assert judged.verdict.kind == "choose"
    assert judged.n < moment.n
    table = game.fork(judged.action)
    came = {
        action: any(event.kind == "frenzy" and event.seat == 0 for event in table.fork().apply(0, action))
        for action in table.legal(0)
    }
    assert set(came.values()) == {True, False}
    spared = next(action for action, frenzy in came.items() if not frenzy)
    ways = result_of(COACHING.consequences(table, 0, judged.chosen, spared, 8, "ways"))
    here = next(way for way in ways if way.key == "frenzy" and way.at == moment.at)
    assert here.chosen == 1 > here.best
    for lang, word in (("en", "Frenzy"), ("de", "Raserei")):
        why = review_text.ReviewText(game, COACHING, lang).why(replace(judged, ways=(here,))).text
        assert word in why
        assert COACHING.fill("{at:in}", lang, {"at": moment.at}) in why


def test_a_cards_question_and_the_answer_to_it_are_told_apart() -> None:
    game = lost()
    told = review_text.ReviewText(game, COACHING, "en")
    asked = next(
        (k, who, action)
        for k, (who, action) in enumerate(game.actions)
        if game.fork(k).decision(who).question is not None
    )
    decision: Any = SimpleNamespace(action=asked[0], verdict=SimpleNamespace(seat=asked[1]), chosen=asked[2])
    question, answer = told.question(decision), told.answer(decision)
    assert question
    assert answer
    assert answer not in question


def test_a_stay_was_without_a_chance_only_where_its_place_brings_nothing() -> None:
    """Of two at a Location the last is second, who gets a Victim and Influence (REW-02, REW-05)."""
    seen = 0
    for seed in range(12):
        game, rng = Game.new(seats=5, seed=seed), Random(seed)
        while (seat := game.to_act) is not None:
            game.apply(seat, game.legal(seat).sample(rng))
        for seat in range(5):
            for pattern in COACHING.patterns(game, seat):
                if pattern.key == "hopeless":
                    places = location_rounds(whole_history(game))
                    place = next(one for one in places if any(choice.n == pattern.n for choice in one.choices))
                    assert place.ranking.index(seat) >= 3
                    seen += 1
    assert seen


def test_what_weighed_most_comes_first_and_what_hangs_together_once() -> None:
    found = replace(whole(), patterns=())
    marks = [MoveMark.MISTAKE, MoveMark.BLUNDER, MoveMark.FINE, MoveMark.BLUNDER]
    worse = next(d for d in found.decisions if d.close_look)
    own = worse.verdict.chosen
    assert own is not None
    for k, loss in enumerate((0.1, 0.3, 0.0, 0.2)):
        chosen = replace(own, loss=Interval(loss, loss - 0.02, loss + 0.02))
        verdict = replace(worse.verdict, chosen=chosen)
        found.decisions[k] = replace(worse, verdict=verdict, mark=marks[k], together=(k % 3,))
    found.decisions = found.decisions[:4]
    assert [one.decision.loss for one in found.highlights if one.decision is not None] == [0.3, 0.2]
    assert all(one.cost for one in found.highlights)


def test_no_blunder_stays_untold_for_what_was_well_done() -> None:
    found = replace(whole(), patterns=())
    seen = next(d for d in found.decisions if d.close_look and len(d.verdict.looks) > 1)
    first, second = seen.verdict.looks[:2]
    praised = [replace(first, loss=Interval(0.0, 0.0, 0.0)), replace(second, loss=Interval(0.7, 0.6, 0.8))]
    praise = replace(
        seen, answered=None, mark=MoveMark.FINE, verdict=replace(seen.verdict, looks=tuple(praised), chosen=praised[0])
    )
    lost = [praised[0], replace(second, loss=Interval(0.1, 0.08, 0.12), loss_score=None)]
    blunder = replace(
        seen, answered=None, mark=MoveMark.BLUNDER, verdict=replace(seen.verdict, looks=tuple(lost), chosen=lost[1])
    )
    assert praise.weight > blunder.weight > 0
    found.decisions = [*(replace(praise, together=(k,)) for k in range(4)), replace(blunder, together=(3,))]
    assert [one.cost for one in found.highlights] == [True, False, False], "before what was well done"
    found.decisions = [*found.decisions[:2], *(replace(blunder, together=(k,)) for k in range(4, 8))]
    assert [one.cost for one in found.highlights] == [True] * 3


def name_of(one: Highlight) -> str | int:
    if one.pattern is not None:
        return one.pattern.key
    assert one.decision is not None
    return one.decision.action


def test_what_has_been_told_stays_where_it_is_while_the_review_goes_on() -> None:
    game = lost()
    shown: list[tuple[str | int, ...]] = []
    for found in review_in_steps(game, 0, COACHING):
        told = [name_of(one) for one in found.highlights]
        if found.judging is not None:
            assert found.judging.action in found.weightiest
            assert not found.settled
        shown.append(tuple(told))
    assert shown[0], "what the record shows is told at once"
    assert all(later[: len(one)] == one for one, later in pairwise(shown))
    assert len(shown[-1]) > len(shown[0])


def test_no_percentage_rests_on_fewer_than_a_hundred_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for depth in review_depths.DEPTHS.values():
        assert min(depth.point, depth.ways, depth.most) >= review_depths.LEAST_GAMES
    told = review_text.ReviewText(ended(), COACHING, "en")
    for decision in whole().decisions:
        assert decision.verdict.simulations < review_depths.LEAST_GAMES
        assert told.figures(decision) == []
        said = " ".join(sentence.text for sentence in told.decision(decision))
        assert "of 100 games" not in said or decision.mark is MoveMark.CLOSE


def test_only_what_is_surely_worse_names_something_better() -> None:
    told = review_text.ReviewText(ended(), COACHING, "en")
    for decision in whole().decisions:
        assert decision.verdict.kind != "pick_clan"
        for mark in MoveMark:
            marked = replace(decision, mark=mark, tokens=None, answered=None)
            names = any(sentence.text.startswith("Better") for sentence in told.decision(marked))
            assert names == (marked.better is not None) == (mark.bad or mark is MoveMark.SECOND)
        if decision.mark.bad:
            assert decision.close_look
            assert decision.loss > 0


def test_where_equilibrium_and_games_disagree_both_are_defensible() -> None:
    told = review_text.ReviewText(ended(), COACHING, "en")
    decision = next(d for d in whole().decisions if d.close_look)
    shares = EquilibriumShares(0.5, 0.3), EquilibriumShares(0.1, 0.3)
    both = replace(decision, mark=MoveMark.FINE, simulated=MoveMark.MISTAKE, tokens=shares[0])
    rare = replace(decision, mark=MoveMark.FINE, simulated=None, tokens=shares[1])
    answered = AnsweredChances(0.31, 0.32, Interval(0.01, -0.02, 0.04))
    answer = replace(decision, mark=MoveMark.FINE, simulated=MoveMark.MISTAKE, tokens=None, answered=answered)
    for one, share in ((both, "50 of 100"), (rare, "10 of 100"), (answer, "32 of 100, yours 31")):
        (said,) = told.decision(one)
        assert "defensible" in said.text
        assert share in said.text


def test_what_defends_a_choice_is_no_mistake_and_stands_behind_what_surely_cost_more() -> None:
    decision = max(whole().decisions, key=lambda each: each.loss)
    answered = AnsweredChances(0.31, 0.32, Interval(0.01, -0.02, 0.04))
    defended = replace(decision, mark=MoveMark.FINE, simulated=decision.mark, answered=answered)
    assert answered.even
    assert not AnsweredChances(0.2, 0.3, Interval(0.1, 0.02, 0.18)).even
    assert defended.better is None
    assert 0 < defended.weight < replace(decision, mark=MoveMark.MISTAKE, answered=None).weight
    for lang, word in (("en", "defensible"), ("de", "vertreten")):
        told = review_text.ReviewText(ended(), COACHING, lang).highlight(Highlight(defended.weight, defended))
        assert word in told.why
        assert not told.better


def test_the_same_words_are_there_in_both_languages() -> None:
    from vendetta_kit.data_paths import read_json

    english, german = (read_json("lang", lang, "coach.json") for lang in ("en", "de"))
    assert english.keys() == german.keys()


# The command -------------------------------------------------------------------------------------------------


def test_the_command_reviews_a_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        review_depths.DEPTHS, 1, Depth(2, 1, 1, 2, 2, 1, 2, 6, 1)
    )  # what is said, not how well it is known
    path = tmp_path / "game.json"
    ended().save(str(path))
    assert cli.main(["review", str(path), "--lang", "en"]) == 0
    assert "Turning points" in capsys.readouterr().out
    assert cli.main(["review", str(path), "--seat", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seat"] == 1


def test_the_command_says_what_it_costs_and_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also without a terminal: a line beforehand, then one each time when some seconds are over."""
    clock = count(0.0, 3.0)
    monkeypatch.setattr(review_command, "monotonic", lambda: next(clock))
    path = tmp_path / "game.json"
    ended().save(str(path))
    assert cli.main(["review", str(path), "--lang", "en", "--moments"]) == 0
    told, lines = capsys.readouterr(), []
    assert "Judged: " in told.out
    assert "Chances to win" not in told.out
    lines = told.err.splitlines()
    assert lines[0].startswith("Reviewing: 0 of the ")
    monkeypatch.setitem(review_depths.DEPTHS, 1, Depth(2, 1, 1, 2, 2, 1, 2, 6, 1))
    assert cli.main(["review", str(path), "--lang", "en"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert "games are played on" in lines[0]
    assert len(lines) > 2
    assert all(" min more." in line for line in lines[1:])


def test_it_is_a_table_in_python() -> None:
    """Of the whole review each decision, of the deciding moments what is judged at them; the rest is refused."""
    rows = whole().frame()
    compared = rows[rows.loss_low.notna()]
    assert len(compared)
    assert ((compared.loss_low <= compared.loss) & (compared.loss <= compared.loss_high)).all()
    assert rows.action.tolist() == [one.action for one in whole().decisions]
    assert rows.loss.between(-1, 1).all()
    first = coach.review(ended(), 0, moments=True)
    judged = [one for one in first.early.values() if one is not None]
    assert first.frame().action.tolist() == sorted({one.action for one in judged})
    assert [row["action"] for row in first.to_json()["decisions"]] == first.frame().action.tolist()
    with pytest.raises(BadSetup, match="expected a game of vendetta"):
        coach.review(VtesGame.new(["whispers", "claw"], seed=1))  # type: ignore[arg-type]


def test_the_command_says_in_one_line_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    going_on = tmp_path / "on.json"
    ended().fork(20).save(str(going_on))
    other = tmp_path / "other.json"
    other.write_text('{"format": "vtes-save/1"}')
    rubbish = tmp_path / "rubbish.json"
    rubbish.write_text("{")
    for path, said in (
        (going_on, "is not over"),
        (other, "a game of vtes"),
        (rubbish, "vendetta-save/1"),
        ("no", "no"),
    ):
        assert cli.main(["review", str(path), "--lang", "en"]) == 2
        line = capsys.readouterr().err
        assert said in line
        assert line.count("\n") == 1


def test_stopped_by_ctrl_c_it_shows_what_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def pressed(*given: object) -> object:
        yield from islice(review_in_steps(*given), 40)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    monkeypatch.setattr(review_command, "review_in_steps", pressed)
    path = tmp_path / "game.json"
    ended().save(str(path))
    assert cli.main(["review", str(path), "--lang", "en"]) == 130
    assert "Stopped:" in capsys.readouterr().out


# The coach as a player ---------------------------------------------------------------------------------------


def test_the_coach_plays_a_whole_game_legally_and_repeats_itself() -> None:
    def actions() -> tuple[object, ...]:
        table: list[Bot] = [CoachBot(budget=6), bots.make("greedy"), bots.make("greedy")]
        return played(Game.new(seats=3, seed=4), table, 1).actions

    assert actions() == actions()


def test_the_coach_is_blind_to_what_is_hidden() -> None:
    from tests.bots.test_sees import views_on_the_way
    from vendetta_kit.games.vendetta.engine.imagined_games import imagine

    bot = CoachBot(budget=8)
    for number, (game, seat) in enumerate(views_on_the_way("4-relics", 0, 9)):
        world = imagine(game, seat, Random(number))
        assert bots.move(game, seat, bot, Random(7)) == bots.move(world, seat, bot, Random(7))
        assert bots.hint(game, seat, bot) == bots.hint(world, seat, bot)


def test_the_coach_is_made_by_its_name_at_the_third_depth() -> None:
    bot = bots.make("coach")
    assert isinstance(bot, CoachBot)
    assert bot.name == "coach"
    assert bot.budget == review_depths.DEPTHS[3].decision
    with pytest.raises(ValueError, match="expected one of"):
        CoachBot(depth=4)


# How often it is right -------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 7])
def test_a_seat_that_searches_is_scolded_for_one_moment_at_most(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In both games the simulations alone would call two of them mistakes (30 games: ``benchmarks.coach``)."""
    monkeypatch.undo()  # with all the games of a review
    assert len(mistakes(reviewed(game_of("search", number), 1))) <= 1


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 2])
def test_the_worst_moment_of_a_random_seat_is_among_the_three_worst(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    came = named_worst(game_of("random", number), depth=1, times=10)
    assert came.named
    assert 1 <= came.place <= 3, came.losses


def test_a_review_without_the_curve_names_each_mistake_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(review_depths.DEPTHS, 1, Depth(2, 1, 1, 2, 2, 1, 2, 6, 1))
    found = reviewed(game_of("random", 1), 1)
    assert found.finished
    assert not found.points
    groups = [decision.together for decision in mistakes(found)]
    assert len(set(groups)) == len(groups)
