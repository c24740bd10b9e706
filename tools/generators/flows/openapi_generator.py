"""The main flow by openapi-generator's python."""

import datetime
import os

import openapi_client as sdk

company = os.environ["COMPANY"]
api = sdk.ApiClient(sdk.Configuration(host=os.environ["API"], access_token=os.environ["TOKEN"]))
invoices_api = sdk.InvoicesApi(api)

clients = sdk.ClientsApi(api).clients_list(company)
client = next(client for letter in clients.data.values() for client in letter)
line = sdk.InvoiceLineInput(
    description="Consulting",
    quantity=sdk.InvoiceLineInputQuantity(1.0),
    unit_price=sdk.InvoiceLineInputUnitPrice("100.00"),
)
body = sdk.InvoiceInput(client_id=client.id, issue_date=datetime.date.fromisoformat(os.environ["TODAY"]), lines=[line])
draft = invoices_api.invoices_create(company, sdk.InvoicesCreateRequest(body)).actual_instance
issued = invoices_api.invoices_issue(draft.invoice.id, company).actual_instance
pdf = invoices_api.invoices_pdf(draft.invoice.id, company)
invoices = invoices_api.invoices_list(company)
print(f"{clients.total} clients, {issued.number}, PDF {bytes(pdf[:4]).decode()}, {invoices.total} invoices")
