"""Where each name of this package is: read by type checkers and, when the name is first used, by the package."""

from vendetta_kit.lab import CannotWrite as CannotWrite
from vendetta_kit.lab import LabError as LabError
from vendetta_kit.lab import PlanError as PlanError
from vendetta_kit.lab import Tables as Tables
from vendetta_kit.lab import shares as shares
from vendetta_kit.lab import simulate as simulate
from vendetta_kit.lab import tables as tables
from vendetta_kit.lab import temporary_folder as temporary_folder
from vendetta_kit.lab import with_names as with_names

from .plan import Plan as Plan
from .plan import describe_tables as describe_tables
