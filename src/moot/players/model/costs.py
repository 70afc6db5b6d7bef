"""What an answer cost, and what it may cost at most. Measured or looked up; what is not known is not told."""

from collections.abc import Iterable
from dataclasses import dataclass

from genai_prices import calc_price
from pydantic_ai.messages import ModelResponse
from pydantic_ai.usage import RequestUsage

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
