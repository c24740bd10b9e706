"""The client of the invoicing service."""

from ._client import InvoicingClient
from ._credentials import ApiKey, Credentials, Login, Tokens
from ._request import File, Request, Response
from ._retry import Retry
from ._transport import Transport
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    InvoicingError,
    NetworkError,
    NotFoundError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitedError,
    ServiceError,
    SignatureError,
)
from .webhooks import verify_webhook

__all__ = [
    "ApiError",
    "ApiKey",
    "AuthenticationError",
    "ConflictError",
    "Credentials",
    "File",
    "InvalidRequestError",
    "InvoicingClient",
    "InvoicingError",
    "Login",
    "NetworkError",
    "NotFoundError",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "RateLimitedError",
    "Request",
    "Response",
    "Retry",
    "ServiceError",
    "SignatureError",
    "Tokens",
    "Transport",
    "verify_webhook",
]
