"""What a client authenticates with, and the tokens of its login."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Union

from ._request import Request, Response
from .errors import InvoicingError, api_error


@dataclass(frozen=True)
class ApiKey:
    """An API key (`POST /api/v1/api-tokens`): does not expire by itself, has the scopes that were chosen for it."""

    key: str


@dataclass(frozen=True)
class Login:
    """Logs in when needed, and again when the refresh token has ended. Not for accounts with a second factor."""

    email: str
    password: str


@dataclass(frozen=True)
class Tokens:
    """The tokens of a login made elsewhere, for example with a second factor or a passkey."""

    token: str
    refresh_token: Optional[str] = None


Credentials = Union[ApiKey, Login, Tokens]


class Session:
    """Keeps the tokens of one login. Threads share one login or refresh: a refresh token is good for one use."""

    def __init__(
        self,
        credentials: Credentials,
        send: Callable[[Request], Response],
        on_tokens: Optional[Callable[[Tokens], None]] = None,
    ) -> None:
        self._credentials = credentials
        self._send = send
        self._on_tokens = on_tokens
        self._tokens = credentials if isinstance(credentials, Tokens) else None
        self._lock = threading.Lock()

    def authorization(self) -> str:
        """The value of `Authorization`. Raises ApiError when the login is refused."""
        if isinstance(self._credentials, ApiKey):
            return self._credentials.key
        with self._lock:
            tokens = self._tokens or self._renewed()
        if tokens is None:
            raise InvoicingError("The tokens have ended: log in again.")
        return f"Bearer {tokens.token}"

    def renew(self, refused: str) -> bool:
        """After a 401: gets another token. False if there is none to get."""
        if isinstance(self._credentials, ApiKey):
            return False
        with self._lock:
            # Another thread may have renewed it meanwhile.
            if self._tokens is not None and f"Bearer {self._tokens.token}" != refused:
                return True
            return self._renewed() is not None

    def _renewed(self) -> Optional[Tokens]:
        old = self._tokens
        got = self._refresh(old.refresh_token) if old is not None and old.refresh_token is not None else None
        if got is None and isinstance(self._credentials, Login):
            got = self._log_in(self._credentials)
        self._tokens = got
        if got is not None and self._on_tokens is not None:
            self._on_tokens(got)
        return got

    def _refresh(self, refresh_token: str) -> Optional[Tokens]:
        response = self._send(Request("POST", "/api/auth/token/refresh", body={"refresh_token": refresh_token}))
        return _tokens_of(response) if response.status == 200 else None

    def _log_in(self, login: Login) -> Tokens:
        response = self._send(Request("POST", "/api/auth", body={"email": login.email, "password": login.password}))
        if response.status != 200:
            raise api_error(response.status, response.headers, response.json())
        tokens = _tokens_of(response)
        if tokens is None:
            raise InvoicingError("The account has a second factor: use an API key, or log in yourself and give the tokens.")
        return tokens


def _tokens_of(response: Response) -> Optional[Tokens]:
    """None for the answer to a login that waits for the second factor."""
    body: Dict[str, Any] = response.json() or {}
    return Tokens(body["token"], body.get("refresh_token")) if "token" in body else None
