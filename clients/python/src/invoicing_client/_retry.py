"""When a request is sent again, and after how long: exponential backoff with full jitter, or what the service says in `Retry-After`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping, Optional

from ._request import Response


@dataclass(frozen=True)
class Retry:
    """How often and how long a request is repeated."""

    attempts: int = 4
    """How often a request is sent at the most; 1 for no retries."""
    longest_wait: float = 20.0
    """The longest wait before another attempt, in seconds. A longer `Retry-After` is not waited for."""


_FIRST_WAIT = 0.25
"""The wait before the first retry is at most this long; before each further one twice as long."""

_PASSING = frozenset({429, 502, 503, 504})
"""Statuses of requests that the service has not begun, or may not have finished."""

_REPEATABLE = frozenset({"GET", "PUT", "DELETE"})
"""Methods whose repetition changes nothing. A POST is repeated only with an `Idempotency-Key`."""


def is_repeatable(method: str, headers: Mapping[str, str]) -> bool:
    """Whether the request may be sent twice."""
    return method in _REPEATABLE or "idempotency-key" in headers


def next_wait(response: Optional[Response], made: int, retry: Retry, random: float) -> Optional[float]:
    """The seconds before the next attempt; None to give up. There is no response after a failure of the network."""
    if made >= retry.attempts or (response is not None and response.status not in _PASSING):
        return None
    asked = response.headers.get("retry-after", "") if response is not None else ""
    if asked.isdecimal():
        return float(asked) if float(asked) <= retry.longest_wait else None
    longest: float = min(retry.longest_wait, _FIRST_WAIT * 2.0 ** (made - 1))
    return longest * random
