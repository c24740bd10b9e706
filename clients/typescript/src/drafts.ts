import type { InvoicingClient } from './client.ts';
import { ok } from './errors.ts';
import type { components } from './schema.ts';

type Schemas = components['schemas'];

/**
 * Drafts an invoice: `POST /api/v1/invoices`, which also drafts credit notes and answers each in its own form, with the type of an invoice.
 *
 * @throws ApiError when it is refused
 */
export async function draftInvoice(
  client: InvoicingClient,
  body: Schemas['InvoiceInput'],
): Promise<Schemas['InvoiceWithValidation']> {
  const answer = await ok(client.POST('/api/v1/invoices', { body }));
  if (!('invoice' in answer)) throw new TypeError('The body is that of a credit note: use draftCreditNote.');
  return answer;
}

/**
 * Drafts a credit note, like `draftInvoice`.
 *
 * @throws ApiError when it is refused
 */
export async function draftCreditNote(
  client: InvoicingClient,
  body: Omit<Schemas['CreditNoteInput'], 'isCreditNote' | 'documentType'>,
): Promise<Schemas['CreditNote']> {
  const answer = await ok(client.POST('/api/v1/invoices', { body: { ...body, isCreditNote: true } }));
  if ('invoice' in answer) throw new TypeError('The answer is an invoice.');
  return answer;
}
