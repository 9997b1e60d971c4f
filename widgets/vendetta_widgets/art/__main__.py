"""``python -m vendetta_widgets.art`` presses the drawings into the sheet that the pages read."""

from . import SHEET, pressed_anew

if __name__ == "__main__":
    SHEET.write_text(pressed_anew(), "utf-8", newline="")
