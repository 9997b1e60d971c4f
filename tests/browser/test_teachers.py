"""The teachers' page: any scenario as a story, a lesson or scenario of one's own, and sheets to print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Hands
from tests.browser.world import PHONE
from vendetta_kit import scenarios
from vendetta_kit.paths import data

TEACHERS = "16_for_teachers"
