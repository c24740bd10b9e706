"""A webshop: an invoice for each order, its PDF when the authority has validated it, and a refund."""

from __future__ import annotations

import datetime
from typing import List, Mapping
from zoneinfo import ZoneInfo

from invoicing_client import InvoicingClient, types, verify_webhook


def connect(client: InvoicingClient, receiver: str) -> str:
    """Once: tells the service where events go. Store the secret that it returns."""
    webhook = client.webhooks.create({"url": receiver, "events": ["invoice.validated", "invoice.rejected"]})
    return webhook["secret"] or ""


# README begins
def sell(client: InvoicingClient, order: str, buyer: types.ClientInput) -> str:
    """The invoice of an order, sent to the authority. May be repeated: an order gets one invoice."""
    known = next(client.clients.list_items(search=buyer["name"]), None)
    client_id = known["id"] if known else client.clients.create(buyer)["client"]["id"]
    lines: List[types.InvoiceLineInput] = [{"description": "Masă de stejar", "quantity": 1, "unitPrice": 1450, "vatRate": 21}]
    draft = client.draft_invoice(
        {
            "clientId": client_id,
            "issueDate": today(),
            "dueDate": today(),
            "orderNumber": order,
            "idempotencyKey": f"order-{order}",
            "lines": lines,
        }
    )
    invoice_id = draft["invoice"]["id"]
    client.invoices.issue(invoice_id)
    client.invoices.submit(invoice_id)
    return invoice_id


def on_webhook(client: InvoicingClient, secret: str, headers: Mapping[str, str], body: bytes) -> bytes | None:
    """The PDF of the invoice, if that was validated. Respond with 401 to a SignatureError."""
    event = verify_webhook(secret, headers, body)
    return client.invoices.pdf(event["data"]["invoiceUuid"]) if event["type"] == "invoice.validated" else None


def refund(client: InvoicingClient, invoice_id: str) -> str:
    """A credit note over the first line of an invoice. Returns its number."""
    invoice = client.invoices.get(invoice_id)
    rate = next(one["id"] for one in client.vat_rates.list() if float(one["rate"]) == 21)
    lines: List[types.CreditNoteLineInput] = [{"description": "Retur", "quantity": -1, "unitPrice": 1450, "vatRateId": rate}]
    note = client.draft_credit_note(
        {
            "direction": "outgoing",
            "parentDocumentId": invoice_id,
            "clientId": invoice["clientId"] or "",
            "seriesId": client.document_series.list(type="credit_note")[0]["id"],
            "issueDate": today(),
            "dueDate": today(),
            "currency": "RON",
            "idempotencyKey": f"refund-{invoice_id}",
            "lines": lines,
        }
    )
    return client.invoices.issue(note["uuid"])["number"]
# README ends


def today() -> str:
    """Dates are days in Romania."""
    return datetime.datetime.now(ZoneInfo("Europe/Bucharest")).date().isoformat()
