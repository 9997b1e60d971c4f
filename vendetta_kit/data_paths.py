"""Finds and reads the kit's data files: a folder for each game, and ``lang`` for the texts of all games.

The data folder is inside the installed package (as ``_data`` in a wheel), or beside the package in a checkout. Nothing
is ever written there.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


@cache
def data_dir() -> str:
    """Return the folder of all data files, as an absolute path.

    >>> import os.path
    >>> os.path.isdir(os.path.join(data_dir(), "vendetta", "cards"))
    True
    """
    bundled = os.path.join(_PACKAGE, "_data")
    checkout = os.path.join(os.path.dirname(_PACKAGE), "data")
    for folder in (bundled, checkout):
        if os.path.isdir(os.path.join(folder, "lang")):
            return folder
    raise FileNotFoundError(f"The kit's data is missing: neither {bundled} nor {checkout} holds it.")


@cache
def read_json(*parts: str) -> Any:
    """Return the content of one JSON file, named by its path below the data folder.

    Each file is read once, and all callers get the same object, which they must not change.

    >>> read_json("vendetta", "cards", "clans.json")[0]["id"]
    'brujah'
    """
    with open(os.path.join(data_dir(), *parts), encoding="utf-8") as file:
        return json.load(file)


@cache
def read_yaml(*parts: str) -> Any:
    """Return the content of one YAML file, in the same way as :func:`read_json`.

    >>> read_yaml("vtes", "cards", "claw.yaml")["cards"][0]["id"]
    'CV01'
    """
    import yaml

    with open(os.path.join(data_dir(), *parts), encoding="utf-8") as file:
        return yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def languages_of(name: str, folder: str = "") -> tuple[str, ...]:
    """Return the languages that have a file of texts of this name, sorted.

    >>> languages_of("messages.json"), languages_of("rules.json", "vtes")
    (('de', 'en'), ('de', 'en'))
    """
    home = os.path.join(data_dir(), folder, "lang")
    return tuple(lang for lang in sorted(os.listdir(home)) if os.path.isfile(os.path.join(home, lang, name)))


def languages() -> tuple[str, ...]:
    """Return the languages of the kit: those with messages of their own; what else one lacks is read in English."""
    return languages_of("messages.json")


@cache
def read_words(name: str, lang: str, folder: str = "") -> dict[str, Any]:
    """Return the texts of a file below ``lang``, by key or by group and key; English is used for what a language lacks.

    Args:
        name: name of the file.
        lang: language, a folder of ``lang``.
        folder: folder of a game; empty for the texts of all games.

    >>> read_words("progress.json", "de")["levels"]["new"]["name"]
    'Neu'
    """
    own: dict[str, Any] = read_json(folder, "lang", lang, name) if lang in languages_of(name, folder) else {}
    return own if lang == "en" else _over(own, read_words(name, "en", folder))


def _over(own: dict[str, Any], words: dict[str, Any]) -> dict[str, Any]:
    """Return the English texts with those of a language in their place, group by group."""
    deep = {key: _over(new, words[key]) for key, new in own.items() if isinstance(words.get(key), dict)}
    return {**words, **own, **deep}
