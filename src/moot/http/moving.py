"""The route of moves. They are what there is most of, so a well-formed one goes a shorter way than FastAPI's."""

from collections.abc import Callable, Coroutine
from typing import Any, cast, get_type_hints

from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import ClientDisconnect
from typing_extensions import override

from moot.desk.replies import Receipt
from moot.http.asking import calling, desk_of
from moot.http.forms import Form

JSON = "application/json"
LONGEST_ID = 100


class MoveRoute(APIRoute):
    """Takes a form and answers with a receipt. What is not well-formed goes the long way, which says what is wrong."""

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        the_long_way = super().get_route_handler()
        form = cast(type[Form], get_type_hints(self.endpoint)["form"])

        async def handle(request: Request) -> Response:
            filled = await _filled(form, request)
            return await (the_long_way(request) if filled is None else self._moved(request, filled))

        return handle

    async def _moved(self, request: Request, form: Form) -> Response:
        answer = Response(status_code=self.status_code or 200, media_type=JSON)
        caller, desk = await calling(request), await desk_of(request)
        receipt: Receipt = await self.endpoint(
            **request.path_params, form=form, caller=caller, desk=desk, response=answer
        )
        return Response(receipt.model_dump_json(), answer.status_code, media_type=JSON)


async def _filled(form: type[Form], request: Request) -> Form | None:
    """The form, if all is well with the request."""
    short = all(len(name) <= LONGEST_ID for name in request.path_params.values())
    if not short or request.headers.get("content-type") != JSON:
        return None
    try:
        return form.model_validate_json(await request.body())
    except (ValidationError, ClientDisconnect):
        return None
