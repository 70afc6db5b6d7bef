"""What an answer cost, and what it may cost at most. Measured or looked up; what is not known is not told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from genai_prices import calc_price
from pydantic_ai.messages import ModelResponse
from pydantic_ai.usage import RequestUsage

from moot.debate import Spent

BYTES_A_TOKEN = 3
"""Texts have more bytes than this for each token, in the tokenizers of all large providers; so it guesses too high."""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens read and written."""

    read: float = 0.0
    written: float = 0.0

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """What so many tokens cost."""
        return (tokens_in * self.read + tokens_out * self.written) / 1_000_000


FREE = Price()
"""Of a model that runs on one's own machine."""


@dataclass(frozen=True, slots=True)
class Tag:
    """By what a model's price is looked up."""

    model: str
    provider: str
    price: Price | None = None
    """What was agreed, where it was; it comes before every table."""

    def most(self, tokens_in: int, tokens_out: int) -> float | None:
        """What so many tokens cost by the tables; None where the model is not in them."""
        if self.price is not None:
            return self.price.of(tokens_in, tokens_out)
        try:
            usage = RequestUsage(input_tokens=tokens_in, output_tokens=tokens_out)
            return float(calc_price(usage, self.model, provider_id=self.provider).total_price)
        except (LookupError, ValueError):
            return None

    def paid(self, response: ModelResponse) -> float | None:
        """What an answer cost: as agreed, as the provider told it, or by the tables."""
        usage = response.usage
        if self.price is not None:
            return self.price.of(usage.input_tokens, usage.output_tokens)
        if usage.cost is not None:
            return float(usage.cost)
        try:
            return float(response.cost().total_price)
        except (LookupError, ValueError, AssertionError):
            return None


def tokens_at_most(texts: Iterable[str]) -> int:
    """How many tokens these texts have, guessed too high."""
    return -(-sum(len(text.encode()) for text in texts) // BYTES_A_TOKEN)


def is_measured(usage: RequestUsage) -> bool:
    """Whether the provider told what was used."""
    return not usage.unmeasured_requests and usage.total_tokens > 0


def spent_on(responses: Sequence[ModelResponse], tag: Tag, milliseconds: int) -> tuple[Spent | None, str | None]:
    """What these answers cost together, and what of that nobody told."""
    usages = [response.usage for response in responses]
    if not all(map(is_measured, usages)):
        return None, "tokens and money"
    paid = [tag.paid(response) for response in responses]
    known = [each for each in paid if each is not None]
    money = sum(known) if len(known) == len(paid) else None
    read, written = sum(usage.input_tokens for usage in usages), sum(usage.output_tokens for usage in usages)
    return Spent(read, written, money, milliseconds), "money" if money is None else None
