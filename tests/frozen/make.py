"""How the frozen files were made: ``python -m tests.frozen.make`` makes what is missing, and never writes a file again.

See README.md. A case that is added here is made by the kit of that day; the others stay what they are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.frozen import named, rivals, vtes
from tests.frozen.pages import opened, shown
from tests.golden.playthroughs import move
from vendetta_kit import Game, rulebook
from vendetta_kit.coach.review import Review, review_in_steps
from vendetta_kit.coach.review_file import dump_review
from vendetta_kit.course.progress import Progress
from vendetta_kit.games.vendetta.coach import COACHING
from vendetta_kit.games.vendetta.course.drills import by_id, moments
from vendetta_kit.games.vendetta.engine import saves
from vendetta_kit.games.vendetta.engine.game import RULINGS
from vendetta_kit.games.vendetta.engine.position import position
from vendetta_kit.scenarios import find, load
from vendetta_widgets.games.vendetta.session_setup import Wish
from vendetta_widgets.play_session import Session

HERE = Path(__file__).resolve().parent
FILES, VALUES = HERE / "files", HERE / "values"
Rest = list[list[Any]]
Stop = Callable[[Game], bool]
MOST_SEEDS = 300

REVIEWED = "game-4-players.json"
"""The frozen game that the frozen review is of."""

# Games of the engine ------------------------------------------------------------------------------------------


def asked(kind: str, *questions: str, answered: bool = False, since: int = 0) -> Stop:
    """Stop where this is asked, from a round on; ``answered``: where some have answered already, in secret."""

    def here(game: Game) -> bool:
        found = list(game.pending.values())
        if not found or found[0].kind != kind or game.round < since:
            return False
        if answered:
            return bool(game.actions) and game.actions[-1][1].do in ("stay", "withdraw", "keep", "bid")
        return not questions or found[0].question in questions

    return here


def over(game: Game) -> bool:
    """Stop at the end."""
    return game.is_over


def in_frenzy(game: Game) -> bool:
    """Stop where a Frenzy waits for an answer."""
    return asked("choose", "use_relic", "tremere_ready")(game) and game.events[-1].kind == "frenzy"


def asked_by_eyes(game: Game) -> bool:
    """Stop where Eyes in the Dark asks about the mate, not as it is played but before the mate's turn."""
    found = list(game.pending.values())
    return bool(found) and (found[0].question, found[0].card) == ("mate", "NO03") and game.events[-1].kind != "play"


def spent_it_all(game: Game) -> bool:
    """Stop where the last Blood has been played in Planning, which one reading of a switch allows."""
    return game.phase == "planning" and game.events[-1].kind != "phase" and told(game, "frenzy")


def told(game: Game, kind: str) -> bool:
    """Whether such an event has happened."""
    return any(event.kind == kind for event in game.events)


SAVES: dict[str, tuple[dict[str, Any], Stop]] = {
    "start": ({"seats": 4}, lambda game: not game.actions),
    "choosing-clans": ({"seats": 5}, lambda game: len(game.actions) == 2),
    "3-keeping": ({"seats": 3}, asked("keep", answered=True, since=2)),
    "4-planning": ({"seats": 4}, asked("plan", since=2)),
    "4-after-a-play": ({"seats": 4, "names": ["Zoë", "Ødön", "李", "D'Arc"]}, asked("after_play")),
    "5-withdraw": ({"seats": 5}, asked("withdraw", answered=True, since=2)),
    "5-bidding": (
        {"seats": 5, "clans": ["malkavian", "toreador", "tremere", "gangrel", "nosferatu"]},
        asked("bid", answered=True),
    ),
    "4-in-teams-a-mate": ({"seats": 4, "teams": True}, asked("choose", "mate")),
    "6-in-teams-planning": ({"seats": 6, "teams": True}, asked("plan", since=3)),
    "6-in-teams-everything-over": ({"seats": 6, "teams": True, "location_cards": True, "relics": True}, over),
    "location-cards-order": ({"seats": 5, "location_cards": True}, asked("choose", "order", since=2)),
    "location-cards-chosen": ({"seats": 4, "location_cards": ["LC07", "LC01"]}, asked("withdraw", since=3)),
    "relics-frenzy": ({"seats": 4, "relics": True}, in_frenzy),
    "relics-picking": ({"seats": 3, "relics": True}, asked("pick_relic")),
    "relics-open": ({"seats": 4, "relics": True}, asked("pick_clan", answered=False)),
    "all-other-readings": (
        {"seats": 4, "teams": True, "relics": True, "rulings": {name: other for name, (_, other) in RULINGS.items()}},
        asked("plan", since=3),
    ),
    "eyes-before-the-mates-turn": (
        {"seats": 4, "teams": True, "clans": ["nosferatu", "brujah", "toreador", "tremere"]},
        asked_by_eyes,
    ),
    "last-blood-allow": ({"seats": 4, "rulings": {"last_blood": "allow"}}, spent_it_all),
    "last-blood-forbid-over": ({"seats": 3, "rulings": {"last_blood": "forbid"}}, over),
    "nobody-left-after-withdraw": (
        {"seats": 3, "rulings": {"nobody_left": "after_withdraw"}},
        lambda game: told(game, "nobody"),
    ),
    "nobody-left-after-conflict": (
        {"seats": 3, "rulings": {"nobody_left": "after_conflict"}},
        lambda game: told(game, "nobody"),
    ),
    "version-3-blood-after-the-card": ({"seats": 5}, asked("choose", "blood_after_card")),
    "version-3-relics-before-clans": ({"seats": 3, "relics": True}, asked("pick_clan")),
    "version-3-in-teams-everything": (
        {"seats": 6, "teams": True, "location_cards": True, "relics": True},
        asked("withdraw", since=2),
    ),
    "version-3-all-other-readings": (
        {"seats": 4, "teams": True, "relics": True, "rulings": {name: other for name, (_, other) in RULINGS.items()}},
        asked("plan", since=3),
    ),
}
"""By name: arguments of ``Game.new``, and where the game is stopped."""

GAMES: dict[str, dict[str, Any]] = {
    "4-players": {"seats": 4, "seed": 2026},
    "6-in-teams-everything": {"seats": 6, "seed": 2027, "teams": True, "location_cards": True, "relics": True},
}


def play_until(game: Game, stop: Stop, rng: Random) -> bool:
    """Play at random until there; whether the game came to it."""
    while not stop(game):
        if game.is_over:
            return False
        seat = rng.choice(sorted(game.pending))
        game.apply(seat, move(game, seat, rng))
    return True


def stopped(name: str) -> tuple[Game, Random]:
    """The first game of this case, by its seed, that comes to where it is to be stopped."""
    setting, stop = SAVES[name]
    for seed in range(1, MOST_SEEDS):
        rng = Random(f"{name} {seed}")
        game = Game.new(**setting, seed=seed)
        if play_until(game, stop, rng):
            return game, rng
    raise AssertionError(f"{name}: no such moment in {MOST_SEEDS} games")


def the_rest(game: Game, rng: Random) -> Rest:
    """Play a game to its end; gives back what was done."""
    done = len(game.actions)
    play_until(game, over, rng)
    return rows(game, done)


def rows(game: Game, after: int = 0) -> Rest:
    """Actions as a save has them."""
    return [[seat, action.to_json()] for seat, action in game.actions[after:]]


def a_save(game: Game, rng: Random) -> tuple[str, Any]:
    """The save of a game, and what it is and comes to."""
    text = json.dumps(saves.to_json(game), ensure_ascii=False, separators=(",", ":")) + "\n"
    now, rest = named.table(game), the_rest(game, rng)
    return text, {"table": now, "rest": rest, "end": named.end(game)}


def stopped_save(name: str) -> tuple[str, Any]:
    return a_save(*stopped(name))


def counted() -> tuple[Game, Random]:
    """A moment at which kit 0.1.0 still had a flag set that its count had left behind, and put it into its marks."""
    game, rng = Game.new(seats=4, seed=202, teams=True), Random("counted 202")
    play_until(game, lambda g: len(g.actions) == 124, rng)
    return game, rng


def set_by_hand() -> tuple[Game, Random]:
    """A table that was set, not dealt."""
    game, rng = position(load(find("relic-02-mask")).table), Random("set by hand")
    for _ in range(6):
        seat = rng.choice(sorted(game.pending))
        game.apply(seat, move(game, seat, rng))
    return game, rng


def whole(name: str) -> tuple[str, Any]:
    """A whole game, with a mark of the table after each action."""
    game, rng = Game.new(**GAMES[name]), Random(name)
    play_until(game, over, rng)
    text, values = a_save(game, rng)
    marks = [named.mark(game.fork(after)) for after in range(len(game.actions) + 1)]
    return text, {**values, "marks": marks, "events": named.events(game), "ledger": named.ledger(game)}


# Games of the page --------------------------------------------------------------------------------------------

KEPT: dict[str, tuple[Wish, int, int]] = {
    "random": (Wish(seats=3, bots="random", name="Mina"), 20, 100),
    "greedy": (Wish(seats=4, name="Søren"), 25, 100),
    "greedy-start": (Wish(seats=5), 0, 4),
    "greedy-over": (Wish(seats=3, relics=True, location_cards=True), 100, 0),
    "greedy-teams": (Wish(seats=4, teams=True, rulings=(("last_blood", "allow"),)), 20, 100),
    "handed-round": (Wish(seats=4, name="Ada", others=("Bo", "Cy")), 30, 200),
    "careful": (Wish(seats=3, bots="careful"), 8, 4),
    "search": (Wish(seats=3, bots="search"), 3, 1),
}
"""By name: the game wished for, how many moves the person has made, and how many more are made."""


def hand_round(session: Session) -> None:
    """Give the machine to who must decide, where several people share it."""
    if session.next_person is not None:
        session.hand_over(session.next_person)


def person(session: Session, moves: int, rng: Random) -> Rest:
    """So many moves of the person, or as many as there are."""
    made = []
    for _ in range(moves):
        hand_round(session)
        if session.view.decision is None:
            break
        action = rng.choice(sorted(session.view.decision.legal, key=repr))
        made.append(action.to_json())
        session.act(action)
    return made


def kept(session: Session, more: int, rng: Random) -> tuple[str, Any]:
    """What a page keeps, and what it is and comes to."""
    text, now = session.save_text(), named.table(session._game)
    return text, {"table": now, "rest": person(session, more, rng), "end": named.end(session._game)}


def kept_by_a_page(name: str) -> tuple[str, Any]:
    wish, moves, more = KEPT[name]
    session, rng = Session(31, wish=wish), Random(name)
    person(session, moves, rng)
    return kept(session, more, rng)


def kept_counted() -> tuple[str, Any]:
    """The moment of :func:`counted`, met at a page."""
    session, rng = Session(139, wish=Wish(seats=6, teams=True, bots="random")), Random("counted 139")
    person(session, 16, rng)
    return kept(session, 100, rng)


def kept_of_a_file() -> tuple[str, Any]:
    """The page has loaded a save of the engine, and the person has gone on with it."""
    rng = Random("of a file")
    game = Game.new(seats=4, seed=12, names=("Ann", "Bob", "Cy", "Dee"))
    play_until(game, lambda g: len(g.actions) == 40, rng)
    session = Session(1)
    session.load_bytes(json.dumps(saves.to_json(game)).encode(), "mine.json")
    person(session, 5, rng)
    return kept(session, 100, rng)


# Learners and teachers ------------------------------------------------------------------------------------------

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
DUE = MONDAY + timedelta(days=9)


def progress() -> tuple[str, Any]:
    """A learner's weeks: rules met, used, refused, questions answered, lessons walked."""
    rng, learner = Random("progress"), Progress()
    rules = [entry.id for entry in (*rulebook.all_rules(), *rulebook.all_rulings())]
    learner.met(rng.sample(rules, 60))
    learner.used(rng.sample(rules, 15))
    learner.refused(rng.sample(rules, 5))
    ids = drill_ids()
    for k in range(40):
        question = by_id(ids[k % len(ids)])
        now = MONDAY + timedelta(hours=5 * k)
        learner.answered(question.rules, rng.random() < 0.7, question.id, now)
    learner.met(["ABC-01"])
    for moment in ("first-fight", "last-blood"):
        learner.lesson("first_steps", moment)
    learner.lesson("planning", finished=True)
    return learner.dumps() + "\n", named_progress(learner)


LEARNT = ("vendetta", "vtes", "a-game-of-tomorrow")


def progress_of_games() -> tuple[str, Any]:
    """A learner of several games, one of which no kit knows yet; the same ids stand for other rules in each."""
    learner = Progress()
    for k, game in enumerate(LEARNT):
        learner = learner.of(game)
        learner.met(["COMP-08", "PLAN-11", "BLOCK-07"])
        learner.used(["COMP-08"] * (k + 1))
        learner.answered(["PLAN-11"], k != 1, f"statement:PLAN-11:{k}", MONDAY + timedelta(hours=k))
        learner.lesson("planning", "first-move", finished=k == 2)
        learner.mark_done(f"drill:set-{k}")
    found = {game: named_progress(learner.of(game)) for game in LEARNT}
    return learner.dumps() + "\n", found


def named_progress(learner: Progress) -> Any:
    """What progress says of its learner."""
    return named.plain(
        {
            "levels": {rule: learner.level(rule) for rule in sorted(learner.rules)},
            "refused": sorted(rule for rule in learner.rules if learner.was_refused(rule)),
            "lessons": {name: [sorted(done.moments), done.finished] for name, done in sorted(learner.lessons.items())},
            "due": learner.due(DUE),
            "answers": len(learner.log),
        }
    )


def drill_ids() -> list[str]:
    """Ids of drills of all families, from scenarios and from games, and what rules say."""
    known = sorted({name for places in moments().values() for name in (*places["ids"], *places["shown"])})
    families: dict[str, list[str]] = {}
    for name in known:
        families.setdefault(name.partition(":")[0], []).append(name)
    rng = Random("drills")
    ids = [name for names in families.values() for name in rng.sample(names, min(2, len(names)))]
    return [*ids, "statement:PLAN-11:0", "statement:RUL-01:3", "statement:FRZ-01:5"]


def drills() -> tuple[str, Any]:
    ids = drill_ids()
    found = {name: by_id(name) for name in ids}
    return a_list(ids), {name: [question.form, list(question.right)] for name, question in found.items()}


def rules() -> tuple[str, Any]:
    entries = (*rulebook.all_rules(), *rulebook.all_rulings(), *rulebook.all_terms())
    return a_list([entry.id for entry in entries]), None


def a_list(things: list[Any]) -> str:
    """A JSON list, one thing a line."""
    return json.dumps(things, ensure_ascii=False, indent=0) + "\n"


LINKS = (
    "00_start_here",
    "00_start_here?lang=de",
    "03_planning?moment=needs-two&lang=de",
    "07_diablerie?moment=third",
    "13_tag_team",
    "09_whole_game?seed=7",
    "09_whole_game?seed=42&lang=de&name=Lucy&players=3&location_cards=1&relics=on&help=shown",
    "09_whole_game?seed=5&players=6t&bots=random&last_blood=allow",
    "09_whole_game?seed=5&players=4&teams=1&nobody_left=after_withdraw",
    "15_drills?about=FRZ-01",
    "15_drills?about=planning&lang=de",
    "15_drills?about=all",
    "16_for_teachers?scenario=tie-03-blood-in-the-pool",
    "dashboards/balance?study=clan&table=3%2Fgreedy%2F&lang=de",
    "dashboards/blood?game=frenzy&who=all&lang=en",
    "dashboards/blood?seed=9&players=3&at=60&who=1&round=2",
    "dashboards/influence?game=teams&at=80&who=2&lang=de",
    "dashboards/locations?seed=4&players=5&location_cards=1&who=0",
    "dashboards/watch?seed=5&players=3&at=50&eyes=1&who=2&lang=de",
    "dashboards/watch?game=five",
)
"""Addresses as the kit's own pages and its documentation give them."""


def links() -> tuple[str, Any]:
    return a_list(list(LINKS)), {address: shown(opened(address)) for address in LINKS}


LINKS_OF_RULINGS = (
    "15_drills?about=RUL-11",
    "15_drills?about=RUL-17&lang=de",
    "15_drills?about=KIT-05",
)
"""They name what was a ruling when they were given out, and is a rule now."""


def links_of_rulings() -> tuple[str, Any]:
    return a_list(list(LINKS_OF_RULINGS)), {address: shown(opened(address)) for address in LINKS_OF_RULINGS}


VTES_LINKS = (
    "dashboards/vtes_pool?seed=7&players=4&who=1&at=60",
    "dashboards/vtes_pool?game=four&who=all&lang=de",
    "dashboards/vtes_blood?seed=3&players=2&deck=claw&who=0",
    "dashboards/vtes_ring?seed=5&players=5&ante=yes&kind=all&who=all",
    "dashboards/vtes_ring?game=five&who=2&kind=vote&lang=de",
    "dashboards/vtes_watch?seed=5&players=3&at=50&eyes=1",
)
"""Addresses of V:TES's dashboards."""


def vtes_links() -> tuple[str, Any]:
    return a_list(list(VTES_LINKS)), {address: shown(opened(address)) for address in VTES_LINKS}


CLASS_LINKS = (
    "00_start_here?todo=lesson:planning,scenario:frenzy-02-vampire,drill:planning,drill:met&name=For+Tuesday",
    "00_start_here?todo=drill:all&lang=de",
    "16_for_teachers?story=w-07-vanish",
    "16_for_teachers?room=class",
    "16_for_teachers?room=maker&lang=de",
)
"""Addresses that teachers give to their classes, and those of their own rooms."""


def class_links() -> tuple[str, Any]:
    return a_list(list(CLASS_LINKS)), {address: shown(opened(address)) for address in CLASS_LINKS}


def class_progress() -> tuple[str, Any]:
    """Progress of a pupil who was told stories and has answered sets of drills."""
    learner = Progress()
    learner.met(["PLAN-11"])
    learner.lesson("planning", finished=True)
    for what in ("scenario:frenzy-02-vampire", "drill:planning", "scenario:of-another-kit"):
        learner.mark_done(what)
    return learner.dumps() + "\n", {**named_progress(learner), "done": sorted(learner.done)}


COMMANDS = {
    "rules PLAN-11": 0,
    "rules pool --lang de": 0,
    "rules --search frenzy --section vtag --json": 0,
    "rules --search qqqq": 1,
    "rules PLAN-99": 2,
    "scenario check {files}/scenario.yaml": 0,
    "scenario check {files}/lesson.yaml": 2,
    "lesson check {files}/lesson.yaml": 0,
    "lesson check {files}/scenario.yaml": 2,
    "progress {files}/progress.json": 0,
    "progress {files}/rules.json": 2,
}
"""Command lines, after ``vendetta``, and their exit codes."""


def kept_review() -> tuple[str, Any]:
    """A review of a seat of a frozen game, as the browser stores it."""
    game = Game.load(str(FILES / REVIEWED))
    *_, review = review_in_steps(game, 0, COACHING)
    return dump_review(review, game), named_review(review)


def named_review(review: Review) -> Any:
    """What a review has found."""
    chances = [[d.action, d.mark.value, d.verdict.chosen.chance, d.verdict.first.chance] for d in review.decisions]
    found = {"done": review.done, "of": review.of, "finished": review.finished, "decisions": chances}
    found["points"] = [[point.after, *(chance.won for chance in point.seats)] for point in review.points]
    found["weightiest"] = list(review.weightiest)
    return named.plain(found)


def commands() -> tuple[str, Any]:
    return json.dumps(COMMANDS, indent=0) + "\n", None


# Writing ----------------------------------------------------------------------------------------------------


def cases() -> Iterator[tuple[str, Callable[[], tuple[str, Any]]]]:
    """Every file that is made here, by name, with what makes its text and its values."""
    for name in SAVES:
        yield f"save-{name}.json", partial(stopped_save, name)
    yield "save-set-by-hand.json", lambda: a_save(*set_by_hand())
    yield "save-4-in-teams-counted.json", lambda: a_save(*counted())
    for name in GAMES:
        yield f"game-{name}.json", partial(whole, name)
    for name in KEPT:
        yield f"kept-{name}.json", partial(kept_by_a_page, name)
    yield "kept-of-a-file.json", kept_of_a_file
    yield "kept-counted.json", kept_counted
    yield "progress.json", progress
    yield "progress-of-games.json", progress_of_games
    yield "drills.json", drills
    yield "rules.json", rules
    yield "links.json", links
    yield "ruling-links.json", links_of_rulings
    yield "vtes-links.json", vtes_links
    yield "commands.json", commands
    yield "class-links.json", class_links
    yield "class-progress.json", class_progress
    yield "review.json", kept_review
    yield from vtes.cases()
    yield from rivals.cases()


def write_new(path: Path, text: str) -> None:
    """Write a file that must not be there yet."""
    path.parent.mkdir(exist_ok=True)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def values_text(values: Any) -> str:
    """Values as JSON that can be read: one line for each thing of the first two levels."""
    lines = []
    for key, value in values.items():
        if isinstance(value, list) and value:
            inner = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f'"{key}": [\n {inner}]')
        else:
            lines.append(f'"{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> int:
    """Make what is missing; returns the exit code."""
    for name, make in cases():
        there = [folder / name for folder in (FILES, VALUES) if (folder / name).exists()]
        if there:
            print(f"stays: {name}")
            continue
        text, values = make()
        write_new(FILES / name, text)
        if values is not None:
            write_new(VALUES / name, values_text(values))
        print(f"made: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
