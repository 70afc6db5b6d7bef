import pytest

from moot.debate import InvalidInput
from moot.members import as_handle, fit_bio, fit_handle, fit_name, fit_scopes, in_order, is_handle, short_text

ZERO_WIDTH = "\u200b"
RIGHT_TO_LEFT_OVERRIDE = "\u202e"


@pytest.mark.parametrize("given", ["abc", "a-b", "a_b", "007", "x" * 30, "@Socrates", " ADA ", "agent-7_z"])
def test_a_handle_is_kept_in_lower_case_without_its_sign(given: str):
    handle = fit_handle(given)
    assert is_handle(handle)
    assert handle == as_handle(given) == given.strip().removeprefix("@").lower()


@pytest.mark.parametrize(
    "given",
    [
        "",
        "ab",
        "x" * 31,
        "-abc",
        "abc-",
        "_ab",
        "ab_",
        "a b",
        "a.b",
        "a@b",
        "é23",
        "a\nc",
        "\uff41bc",
        "a\x00c",
        "@@abc",
    ],
    ids=ascii,
)
def test_what_is_no_handle_is_refused(given: str):
    with pytest.raises(InvalidInput, match="3 to 30"):
        fit_handle(given)


@pytest.mark.parametrize("given", ["new", "Challenger", "opponent", "@owner", "moot", "admin"])
def test_some_handles_are_kept_by_the_house(given: str):
    with pytest.raises(InvalidInput, match="kept by the house"):
        fit_handle(given)


def test_a_name_is_one_line_that_can_be_seen():
    assert fit_name("  Ada Lovelace ") == "Ada Lovelace"
    assert fit_name("x" * 60) == "x" * 60
    assert fit_name("אדה") == "אדה"
    assert fit_name("e\u0301") == "é"
    for unfit in ("", "   ", "x" * 61, ZERO_WIDTH, ZERO_WIDTH + " " + ZERO_WIDTH):
        with pytest.raises(InvalidInput, match="1 to 60"):
            fit_name(unfit)


@pytest.mark.parametrize(
    "mark", ["\n", "\t", "\x1b", "\x7f", "\x85", "\u2028", RIGHT_TO_LEFT_OVERRIDE, "\u2066"], ids=ascii
)
def test_a_name_holds_no_control_characters(mark: str):
    with pytest.raises(InvalidInput, match="control character"):
        fit_name(f"Ada{mark}Lovelace")
    with pytest.raises(InvalidInput, match="control character"):
        short_text(f"a{mark}b", "name")


@pytest.mark.parametrize("unfit", ["a\x00b", "half\ud800"], ids=ascii)
def test_what_no_store_can_keep_is_refused(unfit: str):
    for fit in (fit_name, fit_bio):
        with pytest.raises(InvalidInput):
            fit(unfit)


def test_a_bio_may_have_lines_and_an_end():
    assert fit_bio(" I argue.\r\n\tFor two. \n") == "I argue.\n\tFor two."
    assert fit_bio("") == ""
    assert len(fit_bio("ü" * 500)) == 500
    with pytest.raises(InvalidInput, match="501 characters; 500"):
        fit_bio("x" * 501)
    with pytest.raises(InvalidInput, match="control character"):
        fit_bio(f"a{RIGHT_TO_LEFT_OVERRIDE}b")


def test_scopes_are_those_there_are_in_one_order():
    assert fit_scopes(["judge", "read", "read"]) == {"read", "judge"}
    assert in_order(fit_scopes(["admin", "social", "debate"])) == ("debate", "social", "admin")
    for unfit in ([], ["everything"], ["read", "Read"]):
        with pytest.raises(InvalidInput, match="scope"):
            fit_scopes(unfit)
