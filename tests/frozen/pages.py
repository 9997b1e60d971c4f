"""What an address opens: the notebook's own code makes the page, and a reader arrives at it."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

from tests.frozen import named
from tests.widgets.helpers import Reader
from vendetta_widgets import DrillPage, FrontPage, GamePage, LessonPage, TeacherPage
from vendetta_widgets.dash.dashboard_page import DashboardPage

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"


def opened(address: str) -> Reader:
    """The page behind an address, as a newcomer sees it: ``03_planning?moment=blood``."""
    notebook, _, query = address.partition("?")
    cells = json.loads((NOTEBOOKS / f"{notebook}.ipynb").read_text("utf-8"))["cells"]
    served = [cell for cell in cells if "notebook-only" not in cell["metadata"].get("tags", ())]
    code = ast.parse("".join(next(cell["source"] for cell in served if cell["cell_type"] == "code")))
    shown = code.body.pop()
    assert isinstance(shown, ast.Expr)
    names: dict[str, Any] = {}
    exec(compile(code, notebook, "exec"), names)
    page = eval(compile(ast.Expression(shown.value), notebook, "eval"), names)
    return Reader(page, query=f"?{query}")


def shown(reader: Reader) -> dict[str, Any]:
    """What the page shows, in named values."""
    page = reader.page
    found: dict[str, Any] = {"lang": page.lang, "alert": bool(reader.alert)}
    if isinstance(page, FrontPage):
        found["front"] = True
        if page.given is not None:
            found |= {"todo": page.given.text, "title": page.given.title}
    elif isinstance(page, TeacherPage):
        found["scenario"] = page._id
        if page.room != "stories":
            found["room"] = page.room
        elif "rooms" not in reader.parts:
            found["for_pupil"] = True
    elif isinstance(page, LessonPage):
        found |= {"lesson": page.lesson.id, "moment": page.lesson.moments[page.walk.place[0]].id}
    elif isinstance(page, DrillPage):
        found["about"] = page._about
        assert page.asking.question is not None
    elif isinstance(page, GamePage):
        view, wish = page.session.view, page.session.wish
        found |= {"seed": page.session.seed, "help": page.help.level, "names": view.names, "bots": wish.bots}
        found |= {"teams": view.teams, "rulings": dict(wish.rulings), "relics": wish.relics}
        found["location_cards"] = [place.location_card for place in view.locations]
    else:
        assert isinstance(page, DashboardPage)
        found["query"] = page.query()
    return dict(named.plain(found))
