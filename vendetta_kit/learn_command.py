"""The options of ``vendetta learn``, the server. :mod:`.voila_server` is imported only when the command is run."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from vendetta_kit.input_checks import number_of
from vendetta_kit.input_errors import cut

_ROOM: Final = {
    "warm": (500, "N", "kernels that wait for the next pages (default: 1)"),
    "places": (1000, "N", "most pages at once (default: 0, any number)"),
    "idle": (1440, "MINUTES", "an open page that nobody uses so long gives its place back (default: 0, never)"),
    "each": (1000, "N", "most pages of one browser at once (default: 0, any number)"),
    "each_address": (1000, "N", "most pages for one address (default: 0, any number)"),
}
"""The number options of ``vendetta learn``, by their name in ``Room``: largest value, placeholder, help text."""


def add_options(parser: argparse.ArgumentParser, count: Callable[[int, int], Callable[[str], int]]) -> None:
    """Add the command's options to a parser; ``count(least, most)`` returns the argument type of a number."""
    parser.add_argument("--port", type=_port, metavar="N", help="the port to serve at (default: a free one)")
    parser.add_argument("--no-browser", action="store_true", help="only serve; do not open a browser")
    parser.add_argument(
        "--ip", metavar="ADDRESS", help="where to listen (default: 127.0.0.1, this machine only; 0.0.0.0: the network)"
    )
    parser.add_argument(
        "--class",
        dest="learners",
        type=count(1, 500),
        metavar="N",
        help="room for N learners at once: --warm N, --places half as many more, --idle 30, --each 4, --each-address N",
    )
    for name, (most, unit, words) in _ROOM.items():
        parser.add_argument(f"--{name}".replace("_", "-"), type=count(0, most), metavar=unit, help=words)
    parser.add_argument(
        "--host",
        dest="names",
        type=_host,
        action="append",
        metavar="NAME",
        help="a name by which browsers may call this machine, besides its own; may be given again",
    )
    parser.add_argument(
        "--base-url",
        dest="base",
        type=_base,
        metavar="PATH",
        help="the path below which a web server in front has the pages, such as /kit/",
    )
    parser.add_argument(
        "--embed-in",
        dest="frames",
        type=_origin,
        action="append",
        metavar="ORIGIN",
        help="a site that may show the pages in a frame, such as https://school.example (may be given again)",
    )
    parser.add_argument("--hub", action="store_true", help="JupyterHub starts this server for one of its people")


def _port(text: str) -> int:
    port = number_of(text, 1, 65535)
    if port is None:
        raise argparse.ArgumentTypeError(f"{cut(repr(text))} is no port: expected a number from 1 to 65535")
    return port


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no host's name: expected one such as kit.school.example")
    return text


def _base(text: str) -> str:
    """Return a path with a slash at both ends; refuse paths that the server itself uses."""
    names = text.strip("/").split("/")
    if names[0] in ("voila", "api") or not all(
        re.fullmatch(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,99}", name) for name in names
    ):
        raise argparse.ArgumentTypeError(f"{cut(repr(text))} is no path: expected one such as /kit/")
    return f"/{'/'.join(names)}/"


def _origin(text: str) -> str:
    if not re.fullmatch(r"https?://[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:\d{1,5})?", text):
        raise argparse.ArgumentTypeError(
            f"{cut(repr(text))} is no site: expected its beginning alone, such as https://school.example"
        )
    return text.lower()


def run(options: argparse.Namespace) -> int:
    """Run the server until it ends; return the exit code: 0 ended, 2 bad input or cannot serve."""
    try:
        from vendetta_kit.server import voila_server
    except ModuleNotFoundError as fault:
        return _refused(f"the package {fault.name} is missing: expected an installation with vendetta-kit[learn]")
    room = voila_server.Room() if options.learners is None else voila_server.Room.of(options.learners)
    if options.hub and (options.base is not None or options.frames):
        given = "--base-url" if options.base is not None else "--embed-in"
        return _refused(f"{given} and --hub do not go together: the hub decides it")
    wishes = {"host": options.ip, "base": options.base, **{name: getattr(options, name) for name in _ROOM}}
    wished = {name: wish for name, wish in wishes.items() if wish is not None}
    names, frames = tuple(options.names or ()), tuple(options.frames or ())
    room = replace(room, hub=options.hub, names=names, frames=frames, **wished)
    code: int = voila_server.learn(options.port, not options.no_browser, room=room)
    return code


def _refused(fault: str) -> int:
    print(f"vendetta learn: {fault}", file=sys.stderr)
    return 2
