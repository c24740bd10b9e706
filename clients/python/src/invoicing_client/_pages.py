"""The records of a list, page after page."""

from __future__ import annotations

import dataclasses
from typing import Any, Dict, Iterator, List, Tuple, cast

from ._request import Request, Send

_LARGEST_PAGE = 100


def records(send: Send, request: Request) -> Iterator[Any]:
    """
    The records of all pages; a page is fetched when the one before has been used up. Clients and suppliers come in groups by first letter, one
    after the other. A record that is added while the list is read moves those behind it by one: one of them may then come twice.
    """
    limit = request.query.get("limit") or _LARGEST_PAGE
    has_cursor = "cursor" in request.query
    place: Any = request.query["cursor"] if has_cursor else 1
    seen = 0
    while True:
        query = {**request.query, "limit": limit, "cursor" if has_cursor else "page": place}
        answer = send(dataclasses.replace(request, query=query))
        found, total = _content(answer)
        yield from found
        seen += len(found)
        place = answer.get("nextCursor") if has_cursor else place + 1
        if not found or (not answer["hasMore"] if has_cursor else seen >= total):
            return


def _content(page: Any) -> Tuple[List[Any], int]:
    """The records of a page, and the number of those on all pages."""
    if "invoiceHistory" in page:
        return page["invoiceHistory"], page["invoiceCount"]
    data: Any = page["clients"] if "data" not in page else page["data"]
    groups: List[List[Any]] = list(cast("Dict[str, List[Any]]", data).values()) if isinstance(data, dict) else [data]
    return [one for group in groups for one in group], page.get("total", 0)
