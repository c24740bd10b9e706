"""The main flow by openapi-python-client."""

import datetime
import os

from invoicing_service_client import AuthenticatedClient
from invoicing_service_client.api.clients import clients_list
from invoicing_service_client.api.invoices import invoices_create, invoices_issue, invoices_list, invoices_pdf
from invoicing_service_client.models import ClientPage, InvoiceInput, InvoiceLineInput, InvoicePage, InvoiceWithValidation

company = os.environ["COMPANY"]
api = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["TOKEN"], raise_on_unexpected_status=True)

clients = clients_list.sync(client=api, x_company=company)
assert isinstance(clients, ClientPage), clients
client = next(client for letter in clients.data.additional_properties.values() for client in letter)
line = InvoiceLineInput(description="Consulting", quantity=1, unit_price="100.00")
body = InvoiceInput(client_id=client.id, issue_date=datetime.date.fromisoformat(os.environ["TODAY"]), lines=[line])
draft = invoices_create.sync(client=api, x_company=company, body=body)
assert isinstance(draft, InvoiceWithValidation), draft
issued = invoices_issue.sync(draft.invoice.id, client=api, x_company=company)
pdf = invoices_pdf.sync_detailed(draft.invoice.id, client=api, x_company=company).content
invoices = invoices_list.sync(client=api, x_company=company)
assert isinstance(invoices, InvoicePage), invoices
print(f"{clients.total} clients, {issued.number}, PDF {pdf[:4].decode()}, {invoices.total} invoices")
