"""The job: a candidate, and the cases that it is put to."""

import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from moot.debate import InvalidInput

Text = Annotated[str, Field(max_length=200_000)]
NAME = r"^[^\W\d][\w.]*$"
MOST_CASES = 500


class Case(BaseModel):
    """One case: a call with the value or the exception that is expected, or code that must not fail."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=True)

    id: str = Field(min_length=1, max_length=100)
    name: str = Field(default="", max_length=500)
    call: str | None = Field(default=None, max_length=200, pattern=NAME)
    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = Field(default_factory=dict[str, Any])
    expected: Any = None
    raises: str | None = Field(default=None, max_length=100, pattern=NAME)
    code: Text | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if (self.call is None) == (self.code is None):
            raise ValueError("must have one of: call, code")
        told = self.model_fields_set & {"expected", "raises"}
        if self.call is not None and len(told) != 1:
            raise ValueError("a call must say one of: expected, raises")
        if self.code is not None and self.model_fields_set & {"args", "kwargs", "expected"}:
            raise ValueError("code takes no args, kwargs or expected")
        return self


class Job(BaseModel):
    """A candidate and its cases."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    job: Literal["tests"]
    language: Literal["python"]
    files: dict[str, Text]
    """The candidate's; a model may have written them, so what is wrong with them is the report's to say."""
    module: str = Field(max_length=200, pattern=NAME)
    cases: tuple[Case, ...] = Field(min_length=1, max_length=MOST_CASES)
    timeout: float = Field(default=10.0, gt=0, le=120, allow_inf_nan=False)
    """Seconds that each case may take, and importing the candidate as well."""
    memory: int = Field(default=512, ge=32, le=8192)
    """Megabytes."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if len({case.id for case in self.cases}) != len(self.cases):
            raise ValueError("cases must have ids of their own")
        return self


def read_job(text: str) -> Job:
    """The job in a text, or a refusal that says what is wrong with it."""
    try:
        return Job.model_validate(json.loads(text))
    except ValidationError as unfit:
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in unfit.errors()[:5])
        raise InvalidInput(f"This is not a job for a sandbox: {'; '.join(faults)}.") from None
    except (ValueError, RecursionError) as unfit:
        raise InvalidInput(f"This is not a job for a sandbox: {unfit}.") from None


def encoded(job: Job) -> dict[str, bytes]:
    """The files as bytes."""
    return {name: text.encode("utf-8", "backslashreplace") for name, text in job.files.items()}
