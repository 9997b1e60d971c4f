"""Where each name of this package is: read by type checkers and, when the name is first used, by the package."""

from .environments import SeatEnv as SeatEnv
from .environments import VendettaEnv as VendettaEnv
from .environments import env as env
from .environments import raw_env as raw_env
from .many_games import ManyGames as ManyGames
from .numbering import Numbering as Numbering
from .observation_row import ObservedColumn as ObservedColumn
from .observation_row import columns as columns
from .observation_row import described as described
from .observation_row import observed as observed
from .policy_bot import PolicyBot as PolicyBot
