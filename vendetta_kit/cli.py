"""The ``vendetta`` command and its subcommands.

Bad input gives one line on the standard error output and exit code 2, never a traceback. What only one
command needs and takes long to import (bots, lessons, the coach, PDF) is imported when that command is given.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, NoReturn

from vendetta_kit import learn_command, rulebook, simulate_command
from vendetta_kit.course import progress_file
from vendetta_kit.course.progress import BadProgress, Progress
from vendetta_kit.input_checks import number_of
from vendetta_kit.input_errors import cut
from vendetta_kit.output_streams import discard_output, print_error, safe_streams
from vendetta_kit.registered_games import FIRST, registered, with_part
from vendetta_kit.rulebook import terminal_text
from vendetta_kit.safe_files import write_whole
from vendetta_kit.stop_signals import Terminated, code_of, hears_sigterm
from vendetta_kit.version import __version__

_NARROWEST, _WIDEST = 40, 100


class _Fault(Exception):
    """Error: bad input on the command line. The message is one line."""


class _HelpText(argparse.HelpFormatter):
    """Gives each of the examples, which three blanks part, a line of its own."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(super(_HelpText, self)._fill_text(part, width, indent) for part in text.split("   "))


class _Parser(argparse.ArgumentParser):
    def __init__(self, **given: Any) -> None:
        super().__init__(formatter_class=_HelpText, allow_abbrev=False, **given)  # "--bot" is not "--bots"

    def error(self, message: str) -> NoReturn:
        raise _Fault(f"{self.prog}: {message} (see {self.prog} --help)")

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stderr).write(message)  # argparse would ignore that it cannot write


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 a check failed, 2 bad input.

    If the output is closed or full, the command ends with one line and 2. Characters that the output cannot encode are
    replaced by question marks.
    """
    with safe_streams():
        try:
            code = _run(argv)
            sys.stdout.flush()
            return code
        except BrokenPipeError:  # the reader has ended, as in: vendetta rules --section PLAN | head
            discard_output(sys.stdout)
            return 0
        except OSError as fault:
            discard_output(sys.stdout)
            what = fault.filename if fault.filename is not None else "what it says cannot be written"
            print_error(f"vendetta: {what}: {fault.strerror or fault}")
            return 2


def _run(argv: Sequence[str] | None) -> int:
    try:
        options = _parser().parse_args(argv)
        with hears_sigterm():
            code: int = _version() if options.version else options.run(options)
        return code
    except _Fault as fault:
        print_error(str(fault))
        return 2
    except SystemExit as done:  # --help
        return done.code if isinstance(done.code, int) else 0
    except KeyboardInterrupt as stop:
        print_error("vendetta: ended by SIGTERM" if isinstance(stop, Terminated) else "")
        return code_of(stop)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="vendetta", description="Learn, look up and check Vampire: The Masquerade - Vendetta.")
    parser.set_defaults(run=_help_of(parser))
    parser.add_argument("--version", action="store_true", help="show the version and end")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    rules = commands.add_parser(
        "rules",
        help="look up rules, rulings and terms",
        description="Look up rules, rulings and terms by id, by section or by words.",
        epilog="Examples:   vendetta rules PLAN-11   vendetta rules --search frenzy   vendetta rules --section RUL   "
        "vendetta rules vtes:BLOCK-07   vendetta rules --search stealth --game vtes",
    )
    rules.add_argument("ids", nargs="*", metavar="ID", help="a rule (PLAN-11), a ruling (RUL-01) or a term (pool)")
    rules.add_argument(
        "--game",
        metavar="GAME",
        help="vendetta (default), vtes (Vampire: The Eternal Struggle in its rules of 1998) or rivals (its first"
        " pages); vtes:RUL-01 says it too",
    )
    rules.add_argument("--search", metavar="WORDS", help="all that speaks of these words")
    rules.add_argument("--all", action="store_true", help="with --search: all hits, as --json has them")
    rules.add_argument("--section", metavar="SECTION", help="a whole section: PLAN, FRZ, RUL, ...")
    rules.add_argument("--lang", metavar="LANG", help="en, de or both (default: the language of this terminal)")
    rules.add_argument("--json", action="store_true", help="print JSON")
    rules.add_argument("--coverage", action="store_true", help="which tests and scenarios hold which rule")
    rules.add_argument("--tests", metavar="DIR", help="with --coverage: the folder of the tests")
    rules.set_defaults(run=_rules)

    scenario = commands.add_parser("scenario", help="check scenario files")
    actions = scenario.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="run scenario files and check what they expect")
    check.add_argument("files", nargs="+", metavar="FILE")
    check.add_argument("--json", action="store_true", help="print one JSON object for each file")
    check.set_defaults(run=_scenario)

    lesson = commands.add_parser("lesson", help="check lesson files")
    actions = lesson.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="walk through lessons to their ends and check that all of it holds")
    check.add_argument("files", nargs="*", metavar="FILE", help="a lesson file (default: all lessons of the kit)")
    check.add_argument("--json", action="store_true", help="print one JSON object for each file")
    check.set_defaults(run=_lesson)

    puzzles = commands.add_parser("puzzles", help="find and check puzzles")
    actions = puzzles.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="play puzzles to the end of their lines and check that all of it holds")
    check.add_argument("files", nargs="*", metavar="FILE", help="a puzzle file (default: all puzzles of the kit)")
    check.set_defaults(run=_puzzles)
    mine = actions.add_parser(
        "mine",
        help="find puzzles in games of bots, and write them as scenario files",
        description="Find moments in games of bots in which one action is clearly best. What is found is written at "
        "once, and stays if this is stopped; the same seed gives the same files.",
    )
    mine.add_argument("--count", type=_count(1, 10000), default=10, metavar="N", help="so many puzzles (default: 10)")
    mine.add_argument("--seed", type=_count(0, 10**9), default=1, metavar="N", help="of the first game (default: 1)")
    mine.add_argument("--drawn", action="store_true", help="draw clans or decks by lot, so that all come equally often")
    mine.add_argument(
        "--game", choices=with_part("puzzle_mining"), default=FIRST, help=f"of which game (default: {FIRST})"
    )
    mine.add_argument("--out", default="puzzles", metavar="DIR", help="the folder to write to (default: puzzles)")
    mine.set_defaults(run=_mine)

    sheet = actions.add_parser(
        "sheet",
        help="write puzzles to print, with their solutions on pages of their own",
        epilog="Examples:   vendetta puzzles sheet   vendetta puzzles sheet --theme frenzy --grade 2 --out class.pdf   "
        "vendetta puzzles sheet my-puzzle.yaml --lang de",
    )
    sheet.add_argument("files", nargs="*", metavar="FILE", help="a puzzle file (default: some of the kit's)")
    sheet.add_argument("--theme", metavar="THEME", help="of the kit's: withdraw, drain, frenzy, face_down, ...")
    sheet.add_argument("--grade", type=_count(1, 3), metavar="N", help="of the kit's: 1 (easy) to 3")
    sheet.add_argument("--count", type=_count(1, 100), default=6, metavar="N", help="so many of the kit's (default: 6)")
    sheet.add_argument("--seed", type=_count(0, 10**9), default=1, metavar="N", help="decides which (default: 1)")
    _add_lang(sheet)
    sheet.add_argument("--paper", default="a4", help="a4 or letter (default: a4)")
    sheet.add_argument(
        "--out", metavar="FILE", help="an .html or .pdf file, or - for HTML here (default: puzzles-LANG-PAPER.html)"
    )
    sheet.set_defaults(run=_sheet)

    deck = commands.add_parser("deck", help="check lists of decks of V:TES")
    actions = deck.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser(
        "check",
        help="read lists of decks (2x Name) and say line by line what is missing or wrong",
        description="Read lists of decks of V:TES against the practice set and cards of your own: which card is not "
        "here, which number or heading is wrong, what the rules of 1998 say of its size.",
        epilog="Examples:   vendetta deck check rush.txt   vendetta deck check rush.txt --cards mine.yaml --players 4",
    )
    check.add_argument("files", nargs="+", metavar="FILE")
    check.add_argument(
        "--cards", action="append", default=[], metavar="FILE", help="cards of your own (YAML); may be given again"
    )
    check.add_argument("--players", type=_count(2, 6), metavar="N", help="how many play (default: any number)")
    _add_lang(check)
    check.add_argument("--json", action="store_true", help="print one JSON object for each file")
    check.set_defaults(run=_deck)

    aid = commands.add_parser(
        "aid",
        help="write the player aid: a whole game on one sheet to print",
        description="Write the player aid: a whole game on one sheet to print, each line with its rule and page.",
        epilog="Examples:   vendetta aid   vendetta aid --lang de --paper letter --out spielhilfe.pdf   "
        "vendetta aid --game vtes",
    )
    aid.add_argument("--game", metavar="GAME", default="vendetta", help="vendetta (default) or vtes")
    _add_lang(aid)
    aid.add_argument("--paper", default="a4", help="a4 or letter (default: a4)")
    aid.add_argument(
        "--out",
        metavar="FILE",
        help="an .html file, or a .pdf file, which needs Chromium or Chrome; - writes HTML to the standard output "
        "(default: GAME-aid-LANG-PAPER.html)",
    )
    aid.set_defaults(run=_aid)

    progress = commands.add_parser(
        "progress",
        help="look at saved progress, or put several files together",
        description="Show what a learner has met and knows, out of the files that the course saves.",
    )
    progress.add_argument("files", nargs="+", metavar="FILE", help="saved progress; several are put together")
    _add_lang(progress)
    progress.add_argument("--game", metavar="GAME", help="the game whose map is shown (default: vendetta)")
    progress.add_argument("--json", action="store_true", help="print the map as JSON")
    progress.add_argument(
        "--class", dest="pupils", action="store_true", help="one line for each file, and the rules that are missed most"
    )
    progress.add_argument("--csv", action="store_true", help="with --class: print a table of comma-separated values")
    progress.add_argument("--out", metavar="FILE", help="write all of it together into this file")
    progress.set_defaults(run=_progress)

    review = commands.add_parser(
        "review",
        help="review a finished game: chances to win, decisions, what to learn",
        description="Review a finished game from one seat: the curve of chances to win, its turning points, each "
        "decision with its mark, and three things to take along. Ctrl-C shows what is there so far.",
        epilog="Examples:   vendetta review game.json   vendetta review game.json --seat 2 --depth 2 --lang de",
    )
    review.add_argument("save", metavar="SAVE", help="the file of a finished game")
    review.add_argument("--seat", type=_count(0, 5), default=0, metavar="N", help="whose decisions (default: 0)")
    review.add_argument(
        "--depth",
        type=_count(1, 3),
        default=1,
        metavar="N",
        help="1: a minute or two of a core (default); 2: five times, 3: twenty times as long",
    )
    review.add_argument(
        "--moments", action="store_true", help="judge only the choices at the moments that decided: seconds"
    )
    _add_lang(review)
    review.add_argument("--json", action="store_true", help="print JSON")
    review.set_defaults(run=_review)

    learn = commands.add_parser(
        "learn",
        help="open the kit in your browser, or serve it to a class",
        description="Serve the kit as pages: to you on this machine, or to a class.",
        epilog="Examples:   vendetta learn   vendetta learn --class 20 --ip 0.0.0.0 --port 8866   See docs/ways-in.md.",
    )
    learn_command.add_options(learn, _count)
    learn.set_defaults(run=learn_command.run)

    simulate = commands.add_parser(
        "simulate",
        help="let bots play many games, and write tables",
        description="Let bots play many games and write what happened as tables (Parquet).",
        epilog=simulate_command.EPILOG,
    )
    simulate_command.add_options(simulate)
    simulate.set_defaults(run=simulate_command.run)
    return parser


def _help_of(parser: argparse.ArgumentParser) -> Callable[[argparse.Namespace], int]:
    """Return the function that prints a parser's help, for a command without arguments."""

    def run(options: argparse.Namespace) -> int:
        print(parser.format_help(), end="")
        return 0

    return run


def _add_lang(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", metavar="LANG", help="en or de (default: the language of this terminal)")


def _count(least: int, most: int) -> Callable[[str], int]:
    """Return an argument type: a function that reads a whole number from ``least`` to ``most``."""

    def read(text: str) -> int:
        number = number_of(text, least, most)
        if number is None:
            raise argparse.ArgumentTypeError(f"{cut(repr(text))}: expected a number from {least} to {most}")
        return number

    return read


def _version() -> int:
    print(f"vendetta-kit {__version__}")
    return 0


def _scenario(options: argparse.Namespace) -> int:
    from vendetta_kit.scenarios import check_files

    code: int = check_files(options.files, options.json, out=sys.stdout)
    return code


def _lesson(options: argparse.Namespace) -> int:
    from vendetta_kit.course.lessons import check_files

    code: int = check_files(options.files, options.json, out=sys.stdout)
    return code


def _puzzles(options: argparse.Namespace) -> int:
    from vendetta_kit.course.puzzle_set import check_puzzles

    return check_puzzles(options.files, sys.stdout, sys.stderr)


def _mine(options: argparse.Namespace) -> int:
    from vendetta_kit.course.puzzle_set import mined

    try:
        os.makedirs(options.out, exist_ok=True)
    except OSError as fault:
        raise _Fault(f"vendetta puzzles: {options.out}: cannot be written: {fault.strerror}") from None
    told = sys.stderr if sys.stderr.isatty() else None
    for name, content in mined(options.game, options.count, options.seed, told, options.drawn):
        path = os.path.join(options.out, name)
        _write("puzzles", path, content)
        print(path, flush=True)
    return 0


def _sheet(options: argparse.Namespace) -> int:
    from vendetta_kit.games.vendetta.puzzles import puzzle_sheet
    from vendetta_kit.scenarios import BadScenario

    lang = _lang("puzzles sheet", options.lang)
    out = options.out if options.out is not None else f"puzzles-{lang}-{options.paper}.html"
    try:
        files = puzzle_sheet.read_puzzles(options.files) or puzzle_sheet.random_puzzles(
            options.count, options.theme, options.grade, options.seed
        )
    except (BadScenario, puzzle_sheet.NoPuzzle) as fault:
        raise _Fault(str(fault) if options.files else f"vendetta puzzles sheet: {fault}") from None
    return _printed("puzzles sheet", out, lambda: puzzle_sheet.sheet(files, lang, options.paper))


def _deck(options: argparse.Namespace) -> int:
    from vendetta_kit.games.vtes import deck_check

    lang = _lang("deck check", options.lang)
    try:
        return deck_check.check_decks(options.files, options.cards, options.players, lang, options.json, sys.stdout)
    except deck_check.BadScenario as fault:
        raise _Fault(fault.text(lang)) from None


def _aid(options: argparse.Namespace) -> int:
    if options.game not in with_part("aid"):
        raise _Fault(f"vendetta aid: --game {options.game!r:.60}: expected one of {', '.join(with_part('aid'))}")
    lang = _lang("aid", options.lang)
    out = options.out if options.out is not None else f"{options.game}-aid-{lang}-{options.paper}.html"
    return _printed("aid", out, lambda: registered(options.game).aid().sheet(lang, options.paper))


def _printed(command: str, out: str, make: Callable[[], str]) -> int:
    """Write a page for printing, as HTML or, with this machine's browser, as PDF; return the exit code."""
    from vendetta_kit.course import pdf, player_aid

    kind = os.path.splitext(out)[1].lower()
    if out != "-" and kind not in (".html", ".htm", ".pdf"):
        raise _Fault(f"vendetta {command}: --out {out!r}: expected a name that ends in .html or .pdf, or -")
    try:
        page = make()
        if out == "-":
            print(page.rstrip())
            return 0
        _write(command, out, pdf.to_pdf(page) if kind == ".pdf" else page.encode())
    except (player_aid.UnknownPaper, pdf.NoBrowser) as fault:
        raise _Fault(f"vendetta {command}: {fault}") from None
    print(out)
    return 0


def _progress(options: argparse.Namespace) -> int:
    from vendetta_kit.course import rule_map as maps

    lang = _lang("progress", options.lang)
    if options.csv and not options.pupils:
        raise _Fault("vendetta progress: --csv without --class: expected both or none")
    if options.pupils and options.game is not None:
        raise _Fault("vendetta progress: --game and --class do not go together: expected one of them")
    if options.pupils:
        return _class(options, lang)
    progress = Progress(game=_game("progress", options.game))
    for name in options.files:
        try:
            progress = progress.merge(progress_file.load(name))
        except BadProgress as fault:
            raise _Fault(f"vendetta progress: {fault.text(lang)}") from None
    picture = maps.rule_map(progress, lang, datetime.now(UTC))
    if options.out is not None:
        _write("progress", options.out, f"{progress.dumps()}\n".encode())
    if options.json:
        _print_json(picture.to_json())
    else:
        print("\n".join(maps.map_lines(picture, progress)))
    return 0


def _class(options: argparse.Namespace, lang: str) -> int:
    """Print the report on a class, with a line for each file that cannot be read; return the exit code."""
    from vendetta_kit.course import class_report

    files: list[tuple[str, Progress]] = []
    for name in options.files:
        try:
            files.append((name, progress_file.load(name)))
        except BadProgress as fault:
            print(f"vendetta progress: {fault.text(lang)}", file=sys.stderr)
    found = class_report.report(files, lang, datetime.now(UTC))
    if options.json:
        _print_json(found.to_json())
    elif options.csv:
        print(class_report.csv_of(found).rstrip())
    elif files:
        print("\n".join(class_report.report_lines(found)))
    return 0 if len(files) == len(options.files) else 2


def _review(options: argparse.Namespace) -> int:
    from vendetta_kit.coach import review_command

    lang = _lang("review", options.lang)
    try:
        code, text = review_command.review(
            options.save, options.seat, options.depth, lang, options.json, options.moments
        )
    except review_command.CannotReview as fault:
        raise _Fault(f"vendetta review: {fault}") from None
    print(text)
    return code


def _write(command: str, path: str, content: bytes) -> None:
    """Write a file completely or not at all."""
    try:
        write_whole(path, content)
    except OSError as fault:
        raise _Fault(f"vendetta {command}: {path}: cannot be written: {fault.strerror}") from None


def _rules(options: argparse.Namespace) -> int:
    wishes = {"ID": options.ids, "--search": options.search is not None, "--section": options.section}
    for name, given in wishes.items():
        if given and options.coverage:
            raise _Fault(f"vendetta rules: {name} and --coverage do not go together: expected one of them")
    if options.coverage:
        return _coverage(options)
    if options.tests is not None:
        raise _Fault("vendetta rules: --tests without --coverage: expected both or none")
    if options.ids and (options.search is not None or options.section):
        raise _Fault("vendetta rules: ids together with --search or --section: expected one or the other")

    if options.all and options.search is None:
        raise _Fault("vendetta rules: --all without --search: expected both or none")

    langs = _langs(options.lang)
    game = _game("rules", options.game)
    found: list[_Found] = []
    try:
        for lang in langs:
            found += _chosen(options, game, lang)
    except (rulebook.UnknownGame, rulebook.UnknownRule) as fault:
        raise _Fault(f"vendetta rules: {fault}") from None
    if options.search is not None and not found:
        nothing = rulebook.GAMES[game].word("labels", "nothing", langs[0])
        print(nothing.format(words=repr(options.search)), file=sys.stderr)
        return 1
    if options.json:
        _print_json([{"game": one.game, **one.entry.to_json()} for one in found])
    else:
        _print_entries(options, game, langs, found)
    return 0


class _Found(NamedTuple):
    """An entry, and the game of its rulebook."""

    game: str
    entry: Any


def _chosen(options: argparse.Namespace, game: str, lang: str) -> list[_Found]:
    """Return the wanted entries in one language; all of them, for --json, if none are named."""
    if options.ids:
        return [_find(*rulebook.game_and_name(name, game), lang) for name in options.ids]
    book = rulebook.GAMES[game]
    section = None
    if options.section:
        book.section_title(options.section, lang)
        section = options.section.strip().upper()
    entries: Sequence[rulebook.Entry]
    if options.search is not None:
        if not any(letter.isalnum() for letter in options.search):
            raise _Fault(f"vendetta rules: nothing to search for in {options.search!r}: expected a word")
        entries = book.search(options.search, lang)
    else:
        entries = (*book.all_rules(lang), *book.all_rulings(lang), *book.all_terms(lang))
    if section is not None:
        entries = [entry for entry in entries if not isinstance(entry, rulebook.Term) and entry.section == section]
    return [_Found(game, entry) for entry in entries]


def _find(game: str, name: str, lang: str) -> _Found:
    """Return an entry by its id; a term may be named in any language."""
    book = rulebook.GAMES[game]
    for other in (lang, *book.languages()):
        try:
            return _Found(game, book.find(book.find(name, other).id, lang))
        except rulebook.UnknownRule:
            continue
    return _Found(game, book.find(name, lang))


def _game(command: str, wanted: str | None) -> str:
    """Return the game that a command is about."""
    try:
        return rulebook.game_and_name("", FIRST if wanted is None else wanted)[0]
    except rulebook.UnknownGame as fault:
        raise _Fault(f"vendetta {command}: {fault}") from None


def _lang(command: str, wanted: str | None) -> str:
    """Return the one language of a command's output."""
    if wanted is not None and wanted not in rulebook.languages():
        raise _Fault(f"vendetta {command}: unknown language {wanted!r}: expected {' or '.join(rulebook.languages())}")
    return _langs(wanted)[0]


def _langs(wanted: str | None) -> tuple[str, ...]:
    known = rulebook.languages()
    if wanted is None:
        spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
        return (spoken[:2].lower() if spoken[:2].lower() in known else "en",)
    if wanted == "both":
        return ("en", *(lang for lang in known if lang != "en"))
    if wanted not in known:
        raise _Fault(f"vendetta rules: unknown language {wanted!r}: expected {', '.join(known)} or both")
    return (wanted,)


def _print_entries(options: argparse.Namespace, game: str, langs: Sequence[str], found: Sequence[_Found]) -> None:
    width = max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns))
    bold = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    blocks: list[list[str]] = []
    if options.ids:
        # Both languages of one entry stand together.
        order = [
            found[start + step] for start in range(len(options.ids)) for step in range(0, len(found), len(options.ids))
        ]
        blocks = [
            terminal_text.entry_lines(one.entry, rulebook.GAMES[one.game], width=width, bold=bold) for one in order
        ]
    elif options.search is not None or options.section:
        for lang in langs:
            entries = [one.entry for one in found if one.entry.lang == lang]
            few = options.search is not None and not options.all
            blocks.append(terminal_text.list_lines(entries, rulebook.GAMES[game], width=width, bold=bold, few=few))
    else:
        blocks = [terminal_text.section_lines(lang, rulebook.GAMES[game], width=width) for lang in langs]
    print("\n\n".join("\n".join(block) for block in blocks if block))


def _coverage(options: argparse.Namespace) -> int:
    from vendetta_kit.rulebook import rule_coverage

    try:
        coverage = rule_coverage.read_coverage(options.tests, game=_game("rules", options.game))
    except rule_coverage.CoverageError as fault:
        raise _Fault(f"vendetta rules: {fault}") from None
    if options.json:
        _print_json(coverage.to_json())
    else:
        print("\n".join(coverage.lines()))
    return 0 if coverage.complete else 1


def _print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))
