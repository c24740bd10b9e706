"""What the client raises."""

from __future__ import annotations

from typing import Any, Dict, Mapping, cast


class InvoicingError(Exception):
    """Any error of this package."""


class NetworkError(InvoicingError):
    """The service could not be reached, or did not answer in time. The cause is in `__cause__`."""


class SignatureError(InvoicingError):
    """A request to a webhook was not signed by the service, or is too old."""


class ApiError(InvoicingError):
    """An error answer of the service. `docs/errors.md` of the service lists codes and reasons."""

    def __init__(self, status: int, headers: Mapping[str, str], body: Any) -> None:
        given: Any = cast("Dict[str, Any]", body).get("error") if isinstance(body, dict) else None
        error = cast("Dict[str, Any]", given) if isinstance(given, dict) else {}
        self.status = status
        self.code: str = error.get("code") or ("rate_limited" if status == 429 else "unknown")
        """`validation_error`, `not_found`, …; `rate_limited` for 429."""
        self.message: str = error.get("message") or (given if isinstance(given, str) else f"The service answered {status}.")
        self.details: Dict[str, Any] = error.get("details") or {}
        """Fields with their messages, a reason, or what else belongs to the code."""
        self.request_id = headers.get("x-request-id")
        """To be quoted when asking the operator of the service: it is in every line of the log."""
        wait = headers.get("retry-after", "")
        self.retry_after = int(wait) if wait.isdecimal() else None
        """Seconds to wait before the next attempt, where the service says it."""
        super().__init__(f"{self.message} ({status} {self.code})")


class InvalidRequestError(ApiError):
    """400 and 422: the request has to be corrected; `details` names the fields."""


class AuthenticationError(ApiError):
    """401: the credentials are missing, wrong or expired."""


class PermissionDeniedError(ApiError):
    """403: the caller may not do this."""


class NotFoundError(ApiError):
    """404: there is no such record in this company."""


class ConflictError(ApiError):
    """409: the state of the record does not allow it."""


class PreconditionFailedError(ApiError):
    """412: the record was changed since it was read (`if_match`)."""


class RateLimitedError(ApiError):
    """429: too many requests; `retry_after` says how long to wait."""


class ServiceError(ApiError):
    """5xx: the service failed."""


_CLASSES = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: InvalidRequestError,
    429: RateLimitedError,
}


def api_error(status: int, headers: Mapping[str, str], body: Any) -> ApiError:
    """The error of an answer, by its status."""
    return _CLASSES.get(status, ServiceError if status >= 500 else ApiError)(status, headers, body)
