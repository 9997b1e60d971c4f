"""Where the kit's data lies, and how it is read: a folder for each game, and ``lang`` for words of all of them.

The data folder is found in two places: inside the installed package (a wheel carries a copy as ``_data``), or
beside the package in a checkout. Nothing is ever written there.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any

__all__ = ["data_dir", "languages_of", "read_json", "read_words", "read_yaml"]

_PACKAGE = os.path.dirname(os.path.abspath(__file__))


@cache
def data_dir() -> str:
    """The folder that holds all data files, as an absolute path.

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
    """The content of one JSON file of the data folder, named by its path below that folder.

    Each file is read once, and every caller gets the same object: look at it, do not change it.

    >>> read_json("vendetta", "cards", "clans.json")[0]["id"]
    'brujah'
    """
    with open(os.path.join(data_dir(), *parts), encoding="utf-8") as file:
        return json.load(file)


@cache
def read_yaml(*parts: str) -> Any:
    """The content of one YAML file of the data folder, as :func:`read_json` gives that of a JSON file.

    >>> read_yaml("vtes", "cards", "claw.yaml")["cards"][0]["id"]
    'CV01'
    """
    import yaml

    with open(os.path.join(data_dir(), *parts), encoding="utf-8") as file:
        return yaml.load(file, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def languages_of(name: str, folder: str = "") -> tuple[str, ...]:
    """The languages in which there is a file of words, in the order of the alphabet.

    >>> languages_of("messages.json"), languages_of("rules.json", "vtes")
    (('de', 'en'), ('de', 'en'))
    """
    home = os.path.join(data_dir(), folder, "lang")
    return tuple(lang for lang in sorted(os.listdir(home)) if os.path.isfile(os.path.join(home, lang, name)))


@cache
def read_words(name: str, lang: str, folder: str = "") -> dict[str, Any]:
    """The words of a file below ``lang``, by key, or by group and key; what a language lacks is taken from English.

    Args:
        name: the file's.
        lang: a folder of ``lang``.
        folder: that of a game, if it is not one of the files for all games.

    >>> read_words("progress.json", "de")["levels"]["new"]["name"]
    'Neu'
    """
    own: dict[str, Any] = read_json(folder, "lang", lang, name) if lang in languages_of(name, folder) else {}
    return own if lang == "en" else _over(own, read_words(name, "en", folder))


def _over(own: dict[str, Any], words: dict[str, Any]) -> dict[str, Any]:
    """Words of a language in place of English ones, group by group."""
    deep = {key: _over(new, words[key]) for key, new in own.items() if isinstance(words.get(key), dict)}
    return {**words, **own, **deep}
