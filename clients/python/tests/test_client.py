"""Requests of the client, against a scripted server: `python3 -m unittest discover clients/python/tests`."""

from __future__ import annotations

import threading
import unittest
from typing import Any, Callable, List, cast

from invoicing_client import (
    ApiKey,
    File,
    InvalidRequestError,
    InvoicingClient,
    InvoicingError,
    Login,
    NetworkError,
    NotFoundError,
    RateLimitedError,
    Request,
    Retry,
    ServiceError,
    Tokens,
    types,
)
from invoicing_client._pages import records
from scripted_server import DROP, Answer, ScriptedServer, Sent

LINES: List[types.InvoiceLineInput] = [{"description": "Consultanță", "quantity": 1.5, "unitPrice": 200, "vatRate": 21}]
BODY: types.InvoiceInput = {"clientId": "k1", "issueDate": "2026-11-02", "lines": LINES}


class Case(unittest.TestCase):
    """Starts servers, and clients whose waits take no time."""

    def serve(self, answer: Callable[[Sent, int], Answer]) -> ScriptedServer:
        """A server that stops after the test."""
        server = ScriptedServer(answer)
        self.addCleanup(server.stop)
        return server

    def client(self, server: ScriptedServer, **options: Any) -> InvoicingClient:
        """A client with an API key, unless told otherwise."""
        self.waits: List[float] = []
        given: Any = {"credentials": ApiKey("af_1"), "company": "c1", "sleep": self.waits.append, **options}
        return InvoicingClient(server.url, **given)


class Requests(Case):
    def test_have_credential_company_and_a_key_that_every_attempt_repeats(self) -> None:
        server = self.serve(lambda _, place: DROP if place == 0 else (503, {}, {}) if place == 1 else (201, {}, {"invoice": {}}))
        self.client(server).draft_invoice(BODY)
        self.assertEqual([one.method + one.target for one in server.sent], ["POST/api/v1/invoices"] * 3)
        first = server.sent[0]
        self.assertEqual((first.headers["authorization"], first.headers["x-company"]), ("af_1", "c1"))
        self.assertRegex(first.headers["idempotency-key"], r"^[0-9a-f-]{36}$")
        self.assertEqual({one.headers["idempotency-key"] for one in server.sent}, {first.headers["idempotency-key"]})
        self.assertEqual([one.json() for one in server.sent], [BODY] * 3)
        self.assertEqual(len(self.waits), 2)

    def test_take_company_and_key_of_the_call(self) -> None:
        server = self.serve(lambda *_: (200, {}, {}))
        self.client(server).invoices.issue("a/b", company="c2", idempotency_key="order-1")
        self.assertEqual(server.sent[0].target, "/api/v1/invoices/a%2Fb/issue")
        self.assertEqual(server.sent[0].headers["x-company"], "c2")
        self.assertEqual(server.sent[0].headers["idempotency-key"], "order-1")

    def test_wait_as_long_as_the_service_asks_but_not_longer_than_allowed(self) -> None:
        answers: List[Answer] = [(429, {"retry-after": "7"}, {}), (200, {}, [])]
        server = self.serve(lambda _, place: answers[place])
        self.client(server).companies.list()
        self.assertEqual(self.waits, [7.0])
        busy = self.serve(lambda *_: (429, {"retry-after": "600"}, {"error": "Rate limit exceeded."}))
        with self.assertRaises(RateLimitedError) as raised:
            self.client(busy).companies.list()
        self.assertEqual((raised.exception.retry_after, raised.exception.code, len(busy.sent)), (600, "rate_limited", 1))

    def test_end_after_the_last_attempt(self) -> None:
        server = self.serve(lambda *_: (502, {}, b"<html>"))
        with self.assertRaises(ServiceError) as raised:
            self.client(server, retry=Retry(attempts=3)).companies.list()
        self.assertEqual((raised.exception.status, len(server.sent)), (502, 3))
        gone = self.serve(lambda *_: DROP)
        with self.assertRaises(NetworkError):
            self.client(gone).companies.list()
        self.assertEqual(len(gone.sent), 4)

    def test_are_not_repeated_when_that_could_do_the_work_twice(self) -> None:
        server = self.serve(lambda *_: (503, {}, {}))
        with self.assertRaises(ServiceError):
            self.client(server).clients.update("k1", {"name": "A"})
        self.assertEqual(len(server.sent), 1)

    def test_end_after_the_timeout(self) -> None:
        release = threading.Event()

        def late(*_: Any) -> Answer:
            release.wait(10)
            return DROP

        server = self.serve(late)
        with self.assertRaises(NetworkError):
            self.client(server, timeout=0.05, retry=Retry(attempts=2)).companies.list()
        release.set()

    def test_send_queries_lists_and_uploads(self) -> None:
        server = self.serve(lambda *_: (200, {}, {"data": [], "total": 0}))
        client = self.client(server)
        client.invoices.list(status=["issued", "paid"], is_paid=True, from_="2026-11-01", limit=None)
        self.assertEqual(server.sent[0].target, "/api/v1/invoices?status=issued%2Cpaid&from=2026-11-01&isPaid=true")
        client.request(Request("GET", "/any", query={"metadata": {"shop order": "4711", "paid": True}}))
        self.assertEqual(server.sent[1].target, "/any?metadata%5Bshop+order%5D=4711&metadata%5Bpaid%5D=true")
        client.companies.upload_logo("c1", {"logo": File(b"\x89PNG", "logo.png")})
        sent = server.sent[2]
        self.assertIn(b'name="logo"; filename="logo.png"\r\n', sent.body)
        self.assertIn(b"\r\n\r\n\x89PNG\r\n--", sent.body)
        self.assertTrue(sent.headers["content-type"].startswith("multipart/form-data; boundary="))


class Answers(Case):
    def test_are_json_bytes_or_nothing(self) -> None:
        kinds: List[Answer] = [(200, {"content-type": "application/pdf"}, b"%PDF-"), (204, {"content-length": "0"}, b"")]
        client = self.client(self.serve(lambda _, place: kinds[place]))
        self.assertEqual(client.invoices.pdf("i1"), b"%PDF-")
        client.clients.remove("k1")

    def test_that_are_errors_say_what_and_where(self) -> None:
        error = {"code": "validation_error", "message": "No.", "details": {"name": ["is required"]}}
        answers: List[Answer] = [(422, {"x-request-id": "r1"}, {"error": error}), (404, {}, {"error": {"code": "not_found"}})]
        client = self.client(self.serve(lambda _, place: answers[place]))
        with self.assertRaises(InvalidRequestError) as raised:
            client.clients.create(cast(Any, {}))
        got = raised.exception
        self.assertEqual((got.status, got.code, got.message), (422, "validation_error", "No."))
        self.assertEqual((got.details, got.request_id, got.retry_after), ({"name": ["is required"]}, "r1", None))
        with self.assertRaises(NotFoundError):
            client.clients.get("k1")

    def test_of_a_redirect_come_from_another_host_without_the_credentials(self) -> None:
        files = self.serve(lambda *_: (200, {"content-type": "application/zip"}, b"PK"))
        server = self.serve(lambda *_: (302, {"location": files.url + "/file?signed=1"}, {}))
        self.assertEqual(self.client(server).exports.get("e1"), b"PK")
        self.assertNotIn("authorization", files.sent[0].headers)

    def test_of_lists_come_page_by_page(self) -> None:
        pages = [{"data": [{"id": "1"}, {"id": "2"}], "total": 3}, {"data": [{"id": "3"}], "total": 3}]
        server = self.serve(lambda _, place: (200, {}, pages[place]))
        found = self.client(server).invoices.list_items(status=["issued"], limit=2)
        self.assertEqual(server.sent, [])
        self.assertEqual([one["id"] for one in cast(Any, found)], ["1", "2", "3"])
        targets = [f"/api/v1/invoices?limit=2&status=issued&page={page}" for page in (1, 2)]
        self.assertEqual([one.target for one in server.sent], targets)
        groups = {"data": {"A": [{"id": "1"}], "B": [{"id": "2"}]}, "total": 2}
        grouped = self.client(self.serve(lambda *_: (200, {}, groups))).clients.list_items()
        self.assertEqual([one["id"] for one in cast(Any, grouped)], ["1", "2"])
        events = [{"data": [{"id": "1"}], "hasMore": True, "nextCursor": "c 1"}, {"data": [{"id": "2"}], "hasMore": False, "nextCursor": "c2"}]
        later = self.serve(lambda _, place: (200, {}, events[place]))
        following = records(lambda one: self.client(later).request(one).json(), Request("GET", "/events", query={"cursor": None}))
        self.assertEqual([one["id"] for one in following], ["1", "2"])
        self.assertEqual([one.target for one in later.sent], ["/events?limit=100", "/events?cursor=c+1&limit=100"])
        detail = {"invoiceHistory": [{"id": "9"}], "invoiceCount": 1}
        history = self.client(self.serve(lambda *_: (200, {}, detail))).clients.get_items("k1")
        self.assertEqual([one["id"] for one in cast(Any, history)], ["9"])


class Logins(Case):
    def answer(self, one: Sent, _: int) -> Answer:
        """A service whose first access token has expired."""
        if one.target == "/api/auth":
            return (200, {}, {"token": "t1", "refresh_token": "r1"})
        if one.target == "/api/auth/token/refresh":
            return (200, {}, {"token": "t2", "refresh_token": "r2"}) if one.json()["refresh_token"] == "r1" else (401, {}, {})
        return (200, {}, []) if one.headers.get("authorization") == "Bearer t2" else (401, {}, {"error": "expired"})

    def test_are_made_when_needed_and_refreshed_once_for_all_threads(self) -> None:
        server = self.serve(self.answer)
        tokens: List[Tokens] = []
        client = self.client(server, credentials=Login("a@b.example", "secret"), on_tokens=tokens.append)
        threads = [threading.Thread(target=client.companies.list) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        targets = [one.target for one in server.sent]
        self.assertEqual((targets.count("/api/auth"), targets.count("/api/auth/token/refresh")), (1, 1))
        self.assertEqual(tokens, [Tokens("t1", "r1"), Tokens("t2", "r2")])
        self.assertNotIn("idempotency-key", server.sent[0].headers)

    def test_of_elsewhere_end_when_the_refresh_token_has_ended(self) -> None:
        server = self.serve(self.answer)
        client = self.client(server, credentials=Tokens("old", "used"))
        with self.assertRaisesRegex(InvoicingError, "401"):
            client.companies.list()
        with self.assertRaisesRegex(InvoicingError, "log in again"):
            client.companies.list()

    def test_with_a_second_factor_are_refused_with_what_to_do(self) -> None:
        server = self.serve(lambda *_: (200, {}, {"mfaRequired": True}))
        with self.assertRaisesRegex(InvoicingError, "second factor"):
            self.client(server, credentials=Login("a@b.example", "secret")).companies.list()


if __name__ == "__main__":
    unittest.main()
