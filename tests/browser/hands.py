"""What a person's hands and eyes do on a debate's page."""

import re

from playwright.sync_api import Locator, Page, expect

_HELD = re.compile("holding|done")


def state(page: Page) -> Locator:
    return page.locator("#state")


def bar(page: Page) -> Locator:
    return page.locator("#bar")


def cards(page: Page) -> Locator:
    return page.locator(".card")


def card(page: Page, line: int) -> Locator:
    return page.locator(f"#line-{line}")


def press(button: Locator) -> None:
    """Puts the pointer down on a button and leaves it there."""
    # Before a page is all there nobody listens to how long a button is held.
    button.page.wait_for_load_state("load")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    button.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    button.page.mouse.down()


def hold(button: Locator) -> None:
    """Holds a button until what it does begins."""
    page = button.page
    press(button)
    with page.expect_request(lambda request: request.url.endswith("/act")):
        expect(button).to_have_class(_HELD)
    page.mouse.up()
