import pytest
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers import infer_provider_class

from moot.debate import InvalidInput
from moot.players.model import is_loopback, model_named
from moot.players.providers import NEEDS, is_installed, providers
from moot.testing.wire import WireServer
from tests.players.model.calls import a_call, at, playing, unheard

ACCOUNT = {
    "OPENAI_API_KEY": "sk-account",
    "OPENAI_ADMIN_KEY": "sk-admin",
    "OPENAI_ORG_ID": "org-account",
    "OPENAI_PROJECT_ID": "project-account",
    "OPENAI_CUSTOM_HEADERS": "Authorization: Bearer sk-custom\nX-Account: account",
}


@pytest.fixture
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No key of any provider."""
    for needs in NEEDS.values():
        for name in (needs.key, *needs.also):
            monkeypatch.delenv(name, raising=False)
    for name in ACCOUNT:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize("key", [None, "sk-theirs"])
@pytest.mark.parametrize("stream", [True, False])
async def test_nothing_of_the_account_is_sent_to_a_given_address(
    nothing_set: pytest.MonkeyPatch, key: str | None, stream: bool
):
    for name, value in ACCOUNT.items():
        nothing_set.setenv(name, value)
    with WireServer() as server:
        make = lambda: model_named("openai:m1", base_url=server.url, api_key=key)  # noqa: E731
        async with playing(make, settings={"stream": stream}) as player:
            await player.answer(a_call(), unheard)
    asked = server.asked[0]
    assert asked.model == "m1"
    assert asked.headers["authorization"] == f"Bearer {key or 'none'}"
    assert not [value for value in asked.headers.values() if "account" in value or "sk-a" in value or "custom" in value]


async def test_what_runs_on_this_machine_is_not_asked_for_through_a_proxy(nothing_set: pytest.MonkeyPatch):
    nothing_set.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    nothing_set.delenv("NO_PROXY", raising=False)
    with WireServer() as server:
        async with playing(at(server)) as player:
            assert (await player.answer(a_call(), unheard)).facts["tries"] == 1


def test_names_with_colons_of_their_own_stay_whole():
    assert model_named("qwen2.5:1.5b", base_url="http://localhost:11434/v1").model_name == "qwen2.5:1.5b"


@pytest.mark.parametrize("url", ["localhost:11434", "ftp://here/v1", "http://", ""])
def test_an_address_must_be_one(url: str):
    with pytest.raises(InvalidInput, match="is no base URL"):
        model_named("m1", base_url=url)


@pytest.mark.parametrize(
    ("name", "key", "kind"),
    [
        ("anthropic:claude-sonnet-4-5", "ANTHROPIC_API_KEY", AnthropicModel),
        ("openai:gpt-5", "OPENAI_API_KEY", OpenAIResponsesModel),
        ("openai-chat:gpt-5", "OPENAI_API_KEY", OpenAIChatModel),
        ("google:gemini-2.5-pro", "GOOGLE_API_KEY", GoogleModel),
        ("deepseek:deepseek-chat", "DEEPSEEK_API_KEY", OpenAIChatModel),
    ],
)
def test_models_are_named_as_pydantic_ai_names_them(
    nothing_set: pytest.MonkeyPatch, name: str, key: str, kind: type[object]
):
    with pytest.raises(InvalidInput, match="need a key") as refused:
        model_named(name)
    assert refused.value.suggestion == f"Set {key}."
    assert isinstance(model_named(name, api_key="given"), kind)
    nothing_set.setenv(key, "set")
    assert isinstance(model_named(name), kind)


def test_a_package_that_is_missing_is_named(nothing_set: pytest.MonkeyPatch):
    missing = next(name for name, needs in NEEDS.items() if not is_installed(needs.package))
    nothing_set.setenv(NEEDS[missing].key, "set")
    with pytest.raises(InvalidInput, match=f"{missing} need a package") as refused:
        model_named(f"{missing}:any")
    assert NEEDS[missing].extra in str(refused.value.suggestion)


@pytest.mark.parametrize("name", ["gpt-5", "nobody:x", "openai:", ":x", ""])
def test_other_names_are_refused_with_what_would_fit(name: str):
    with pytest.raises(InvalidInput, match="names no model") as refused:
        model_named(name)
    assert "anthropic" in str(refused.value.suggestion)


def test_what_can_be_used_here_is_told_without_using_it(nothing_set: pytest.MonkeyPatch):
    nothing_set.setenv("GEMINI_API_KEY", "set")
    told = {provider.name: provider for provider in providers()}
    assert told["google"].key_set
    assert not told["anthropic"].key_set
    assert (told["anthropic"].installed, told["anthropic"].key) == (True, "ANTHROPIC_API_KEY")
    assert [provider.installed for provider in providers()].count(False) == sum(
        not is_installed(needs.package) for needs in NEEDS.values()
    )


@pytest.mark.parametrize("name", NEEDS)
def test_every_provider_of_the_table_is_one_that_pydantic_ai_has(name: str):
    try:
        infer_provider_class(name)
    except ImportError:
        assert not is_installed(NEEDS[name].package)


def test_what_is_on_this_machine():
    here = ["http://127.0.0.1:1/v1", "http://localhost/v1", "http://[::1]:8000/v1", "http://127.9.9.9"]
    elsewhere = ["https://api.openai.com/v1", "http://10.0.0.1/v1", "http://localhost.example.com", "nonsense"]
    assert all(is_loopback(url) for url in here)
    assert not any(is_loopback(url) for url in elsewhere)
