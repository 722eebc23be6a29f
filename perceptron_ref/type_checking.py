"""`TYPE_CHECKING` without `typing`, whose import takes 4 % of the time of a small `fit`.

Type checkers take any constant of this name to be True, so they read the imports and aliases that
stand below `if TYPE_CHECKING:`. Python skips these lines.
"""

TYPE_CHECKING = False
