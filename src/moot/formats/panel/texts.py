"""How long what is said may be, and that it says something."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from moot.notation.recital import in_a_line

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300), AfterValidator(in_a_line)]
Short = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]
Long = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
MaybeLong = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4000)]
