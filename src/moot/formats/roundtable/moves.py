"""What is said at a round table: a question that says what an answer looks like, and answers."""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from moot.debate import ContentTooLarge, Move

Wanted: TypeAlias = Literal["choice", "number", "text", "code"]
"""What an answer is: the letter of an option, a number, words, or a program."""
QUESTION_LIMIT = 64 * 1024
"""The most bytes of UTF-8 that a question may have."""
MOST_OPTIONS = 26
MOST_TESTS = 20
LONGEST_REASONING = 16_000
LONGEST_ANSWER = 64_000
Test = Annotated[str, Field(min_length=1, max_length=4000)]


def _within_limit(question: str) -> str:
    size = len(question.encode())
    if size > QUESTION_LIMIT:
        raise ContentTooLarge(size, QUESTION_LIMIT, "question")
    return question


class Question(Move, frozen=True):
    """The asker puts a question."""

    kind: Literal["QUESTION"] = "QUESTION"
    question: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1), AfterValidator(_within_limit)]
    wanted: Wanted = "text"
    options: tuple[Annotated[str, Field(pattern=r"^[A-Z]$")], ...] = Field(default=(), max_length=MOST_OPTIONS)
    """For a choice: the letters that there are; what they stand for is in the question."""
    tests: bool = False
    """For code: whether each answer must bring tests, by which the answers can be compared."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.wanted == "choice") != (len(self.options) > 1):
            raise ValueError("options are for a choice, which needs two at the least")
        if len(set(self.options)) != len(self.options):
            raise ValueError("each option needs a letter of its own")
        if self.tests and self.wanted != "code":
            raise ValueError("tests are for code alone")
        return self


class Reply(Move, frozen=True):
    """A speaker answers."""

    kind: Literal["ANSWER"] = "ANSWER"
    reasoning: str = Field(default="", max_length=LONGEST_REASONING)
    answer: str = Field(min_length=1, max_length=LONGEST_ANSWER)
    tests: Annotated[tuple[Test, ...], Field(max_length=MOST_TESTS)] | None = None
    """For code: statements that must not fail beside the program."""
