"""The providers that pydantic-ai knows for debating, with the key and the package that each needs."""

import os
from importlib.util import find_spec
from typing import NamedTuple


class Needs(NamedTuple):
    """What a provider cannot be asked without."""

    key: str
    """The environment variable of its key, or of its address where it has none."""
    package: str = "openai"
    """What must be importable."""
    extra: str = "openai"
    """The extra of pydantic-ai that brings the package."""
    also: tuple[str, ...] = ()
    """Other variables that will do as well."""


class Provider(NamedTuple):
    """A provider as things stand on this machine."""

    name: str
    installed: bool
    key: str
    key_set: bool
    extra: str


NEEDS: dict[str, Needs] = {
    "anthropic": Needs("ANTHROPIC_API_KEY", "anthropic", "anthropic"),
    "openai": Needs("OPENAI_API_KEY"),
    "google": Needs("GOOGLE_API_KEY", "google.genai", "google", ("GEMINI_API_KEY",)),
    "alibaba": Needs("ALIBABA_API_KEY", also=("DASHSCOPE_API_KEY",)),
    "azure": Needs("AZURE_OPENAI_API_KEY"),
    "bedrock": Needs("AWS_BEARER_TOKEN_BEDROCK", "boto3", "bedrock", ("AWS_ACCESS_KEY_ID", "AWS_PROFILE")),
    "cerebras": Needs("CEREBRAS_API_KEY", extra="cerebras"),
    "cohere": Needs("CO_API_KEY", "cohere", "cohere"),
    "crusoe": Needs("CRUSOE_API_KEY", extra="crusoe"),
    "deepseek": Needs("DEEPSEEK_API_KEY"),
    "fireworks": Needs("FIREWORKS_API_KEY"),
    "github-copilot": Needs("GITHUB_COPILOT_API_KEY", also=("GITHUB_COPILOT_API_TOKEN", "COPILOT_GITHUB_TOKEN")),
    "google-cloud": Needs("GOOGLE_APPLICATION_CREDENTIALS", "google.genai", "google", ("GOOGLE_CLOUD_PROJECT",)),
    "groq": Needs("GROQ_API_KEY", "groq", "groq"),
    "heroku": Needs("HEROKU_INFERENCE_KEY"),
    "huggingface": Needs("HF_TOKEN", "huggingface_hub", "huggingface"),
    "meta": Needs("META_API_KEY"),
    "mistral": Needs("MISTRAL_API_KEY", "mistralai", "mistral"),
    "moonshotai": Needs("MOONSHOTAI_API_KEY"),
    "nebius": Needs("NEBIUS_API_KEY"),
    "ollama": Needs("OLLAMA_BASE_URL"),
    "openrouter": Needs("OPENROUTER_API_KEY", extra="openrouter"),
    "ovhcloud": Needs("OVHCLOUD_API_KEY"),
    "sambanova": Needs("SAMBANOVA_API_KEY"),
    "snowflake": Needs("SNOWFLAKE_TOKEN", extra="snowflake"),
    "together": Needs("TOGETHER_API_KEY"),
    "vercel": Needs("VERCEL_AI_GATEWAY_API_KEY", also=("VERCEL_OIDC_TOKEN",)),
    "vllm": Needs("VLLM_BASE_URL"),
    "xai": Needs("XAI_API_KEY", "xai_sdk", "xai"),
    "zai": Needs("ZAI_API_KEY", extra="zai"),
}
"""The most used first, then by name."""

_SAME_AS = {"openai-chat": "openai", "openai-responses": "openai", "azure-responses": "azure"}


def providers() -> list[Provider]:
    """Every provider, with what it needs and whether that is there."""
    return [
        Provider(name, is_installed(needs.package), needs.key, _is_set(needs), needs.extra)
        for name, needs in NEEDS.items()
    ]


def needs_of(provider: str) -> Needs | None:
    """What a provider needs; None where it is not in the table."""
    return NEEDS.get(_SAME_AS.get(provider, provider))


def key_of(provider: str) -> str | None:
    """The environment variable that a provider's key comes from."""
    needs = needs_of(provider)
    return None if needs is None else needs.key


def is_installed(package: str) -> bool:
    """Whether a package can be imported; it is not imported for that."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:
        return False


def _is_set(needs: Needs) -> bool:
    return any(os.environ.get(name) for name in (needs.key, *needs.also))
