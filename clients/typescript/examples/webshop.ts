import { Webhook } from 'standardwebhooks';
import { draftCreditNote, draftInvoice, type InvoicingClient, items, ok, type components } from '../src/index.ts';

/** A webshop: an invoice for each order, its PDF when the authority has validated it, and a refund. */

/** Once: tells the service where events go. @returns the secret, to be stored */
export async function connect(client: InvoicingClient, url: string): Promise<string> {
  const body = { url, events: ['invoice.validated' as const, 'invoice.rejected' as const] };
  return (await ok(client.POST('/api/v1/webhooks', { body }))).secret ?? '';
}

/** The invoice of an order, sent to the authority. May be repeated: an order gets one invoice. */
export async function sell(client: InvoicingClient, order: string, buyer: components['schemas']['ClientInput']): Promise<string> {
  const known = await items(client, '/api/v1/clients', { query: { search: buyer.name } }).next();
  const clientId = known.done ? (await ok(client.POST('/api/v1/clients', { body: buyer }))).client.id : known.value.id;
  const lines = [{ description: 'Masă de stejar', quantity: 1, unitPrice: 1450, vatRate: 21 }];
  const dates = { issueDate: today(), dueDate: today() };
  const { invoice } = await draftInvoice(client, {
    ...dates,
    ...{ clientId, orderNumber: order, lines, idempotencyKey: `order-${order}` },
  });
  const params = { path: { uuid: invoice.id } };
  await ok(client.POST('/api/v1/invoices/{uuid}/issue', { params }));
  await ok(client.POST('/api/v1/invoices/{uuid}/submit', { params }));
  return invoice.id;
}

/** The PDF of the invoice, if that was validated. Respond with 401 when it throws. */
export async function onWebhook(
  client: InvoicingClient,
  secret: string,
  headers: Record<string, string>,
  raw: string,
): Promise<Uint8Array | undefined> {
  const event = new Webhook(secret).verify(raw, headers) as components['schemas']['InvoiceValidatedEvent'] | { type: '' };
  if (event.type !== 'invoice.validated') return undefined;
  const params = { path: { uuid: event.data.invoiceUuid } };
  return new Uint8Array(await ok(client.GET('/api/v1/invoices/{uuid}/pdf', { params, parseAs: 'arrayBuffer' })));
}

/** A credit note over the first line of an invoice. @returns its number */
export async function refund(client: InvoicingClient, uuid: string): Promise<string> {
  const invoice = await ok(client.GET('/api/v1/invoices/{uuid}', { params: { path: { uuid } } }));
  const rate = (await ok(client.GET('/api/v1/vat-rates'))).find(one => Number(one.rate) === 21);
  const [series] = await ok(client.GET('/api/v1/document-series', { params: { query: { type: 'credit_note' } } }));
  const note = await draftCreditNote(client, {
    ...{ direction: 'outgoing', parentDocumentId: uuid, clientId: invoice.clientId ?? '', seriesId: series?.id ?? '' },
    ...{ issueDate: today(), dueDate: today(), currency: 'RON', idempotencyKey: `refund-${uuid}` },
    lines: [{ description: 'Retur', quantity: -1, unitPrice: 1450, vatRateId: rate?.id ?? '' }],
  });
  return (await ok(client.POST('/api/v1/invoices/{uuid}/issue', { params: { path: { uuid: note.uuid } } }))).number;
}

/** Dates are days in Romania. */
const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' }).format(new Date());
