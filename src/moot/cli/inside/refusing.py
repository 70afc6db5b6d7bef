"""The house's own refusals, told as those of a server are."""

from collections.abc import Generator
from contextlib import contextmanager

from pydantic import ValidationError
from pydantic_settings import SettingsError

from moot.client import Refused
from moot.client.errors import invalid
from moot.debate import Outage, Refusal


@contextmanager
def told() -> Generator[None]:
    """Turns what the house raises into what the command line shows."""
    try:
        yield
    except Refusal as refusal:
        raise Refused(refusal.told(), 0) from refusal
    except Outage as outage:
        raise Refused({"code": outage.code, "message": str(outage)}, 0) from outage
    except ValidationError as unfit:
        faults = (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in unfit.errors())
        raise invalid(f"A setting does not fit: {'; '.join(faults)}.") from unfit
    except SettingsError as unfit:
        raise invalid(f"A setting does not fit: {unfit}.") from unfit
