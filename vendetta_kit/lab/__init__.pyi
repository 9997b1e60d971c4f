"""Where each name of this package is: read by type checkers and, when the name is first used, by the package."""

from .compaction import compact as compact
from .executors import executor_of as executor_of
from .plan import Plan as Plan
from .plan import PlanError as PlanError
from .plan import describe_tables as describe_tables
from .plan import keys_of as keys_of
from .plan import plan_of as plan_of
from .result_tables import Tables as Tables
from .result_tables import shares as shares
from .result_tables import tables as tables
from .result_tables import with_names as with_names
from .simulation import simulate as simulate
from .simulation_cost import SimulationCost as SimulationCost
from .simulation_cost import cost_of as cost_of
from .simulation_folder import folder_contents as folder_contents
from .simulation_folder import temporary_folder as temporary_folder
from .storage import CannotWrite as CannotWrite
from .storage import LabError as LabError
