"""What a person's hands and eyes do on a debate's page."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page

HELD = 1000
"""For how many milliseconds a final act is held, by the page's own clock."""


def state(page: Page) -> Locator:
    return page.locator("#state")


def bar(page: Page) -> Locator:
    return page.locator("#bar")


def cards(page: Page) -> Locator:
    return page.locator(".card")


def card(page: Page, line: int) -> Locator:
    return page.locator(f"#line-{line}")


def stop_the_clock(page: Page) -> None:
    """On what is opened next, time stands still until the test lets it pass, however slow the machine is."""
    now = datetime.now(UTC)
    page.clock.install(time=now)
    page.clock.pause_at(now + timedelta(seconds=1))


def press(button: Locator) -> None:
    """Puts the pointer down on a button and leaves it there."""
    # Before a page is all there nobody listens to how long a button is held.
    button.page.wait_for_load_state("load")
    button.hover()
    button.page.mouse.down()


def hold(button: Locator) -> None:
    """Holds a button until what it does begins."""
    page = button.page
    with page.expect_request(lambda request: request.url.endswith("/act")):
        press(button)
    page.mouse.up()
