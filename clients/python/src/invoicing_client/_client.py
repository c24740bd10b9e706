"""The client: credentials, company, keys and retries of all requests."""

from __future__ import annotations

import dataclasses
import random
import time
import uuid
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional, cast

from ._credentials import Credentials, Session, Tokens
from ._request import Request, Response
from ._resources import Resources
from ._retry import Retry, is_repeatable, next_wait
from ._transport import Transport, send_once
from .errors import NetworkError, api_error

if TYPE_CHECKING:
    from . import types as t


class InvoicingClient(Resources):
    """
    Calls the operations of the service by resource and name: `client.invoices.create(…)`. It authenticates, and renews an expired token once;
    gives each POST an `Idempotency-Key`, so that a repeated request never does its work twice; and repeats what failed in passing (network,
    429, 502, 503, 504). May be used by several threads.
    """

    def __init__(
        self,
        base_url: str,
        credentials: Optional[Credentials] = None,
        *,
        company: Optional[str] = None,
        timeout: float = 60.0,
        retry: Retry = Retry(),
        on_tokens: Optional[Callable[[Tokens], None]] = None,
        transport: Transport = send_once,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        :param base_url: the URL of the service, such as `https://api.example.com`
        :param credentials: without them only public operations can be called
        :param company: the id of the company (`X-Company`) of all requests that name no other
        :param timeout: after so many seconds without a sign of the service, an attempt counts as a failure of the network; 0 for no limit
        :param on_tokens: called with the tokens of each login and refresh: both change, so store them both
        """
        super().__init__(self._answer)
        self._base_url = base_url.rstrip("/")
        self._company = company
        self._timeout = timeout
        self._retry = retry
        self._transport = transport
        self._sleep = sleep
        self._session = Session(credentials, self._repeated, on_tokens) if credentials is not None else None

    def request(self, request: Request) -> Response:
        """Sends any request, and returns its answer with status and headers, errors too."""
        session = self._session
        if session is None:
            return self._repeated(self._completed(request, None))
        authorization = session.authorization()
        completed = self._completed(request, authorization)
        response = self._repeated(completed)
        if response.status != 401 or not session.renew(authorization):
            return response
        headers = {**completed.headers, "authorization": session.authorization()}
        return self._repeated(dataclasses.replace(completed, headers=headers))

    def draft_invoice(self, body: t.InvoiceInput, *, idempotency_key: Optional[str] = None) -> t.InvoiceWithValidation:
        """Drafts an invoice: `invoices.create`, which also drafts credit notes, with the type of an invoice."""
        answer = self.invoices.create(body, idempotency_key=idempotency_key)
        if "uuid" in answer:
            raise TypeError("The body is that of a credit note: use draft_credit_note.")
        return answer

    def draft_credit_note(self, body: t.CreditNoteInput, *, idempotency_key: Optional[str] = None) -> t.CreditNote:
        """Drafts a credit note, like `draft_invoice`; `isCreditNote` need not be given."""
        given = cast("t.CreditNoteInput", {**body, "isCreditNote": True})
        answer = self.invoices.create(given, idempotency_key=idempotency_key)
        if "invoice" in answer:
            raise TypeError("The answer is an invoice.")
        return answer

    def _answer(self, request: Request) -> Any:
        response = self.request(request)
        if not 200 <= response.status < 300:
            raise api_error(response.status, response.headers, response.json())
        if not response.body:
            return None
        is_json = response.headers.get("content-type", "").startswith("application/json")
        return response.json() if is_json else response.body

    def _completed(self, request: Request, authorization: Optional[str]) -> Request:
        headers: Dict[str, Optional[str]] = {name.lower(): value for name, value in request.headers.items() if value is not None}
        if self._company is not None:
            headers.setdefault("x-company", self._company)
        # Keys are kept for the operations below /api/v1.
        if request.method == "POST" and request.path.startswith("/api/v1/"):
            headers.setdefault("idempotency-key", str(uuid.uuid4()))
        if authorization is not None:
            headers.setdefault("authorization", authorization)
        return dataclasses.replace(request, headers=headers)

    def _repeated(self, request: Request) -> Response:
        body, headers = request.encoded()
        headers.setdefault("accept", "*/*")
        retry = self._retry if is_repeatable(request.method, headers) else dataclasses.replace(self._retry, attempts=1)
        made = 0
        while True:
            made += 1
            response: Optional[Response] = None
            error: Optional[NetworkError] = None
            try:
                response = self._transport(request.method, self._base_url + request.target(), headers, body, self._timeout)
            except NetworkError as failed:
                error = failed
            wait = next_wait(response, made, retry, random.random())
            if wait is not None:
                self._sleep(wait)
            elif response is not None:
                return response
            else:
                raise error if error is not None else NetworkError("There was no answer.")
