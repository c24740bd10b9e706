import { readVatRates, type VatRate } from '../catalogue/vat-rates.ts';
import { xmlKey } from '../documents/xml-key.ts';
import type { Actor } from '../identity/model.ts';
import { instant, today } from '../kernel/clock.ts';
import { monthOf } from '../kernel/dates.ts';
import type { Client } from '../parties/client.ts';
import type { FollowClient } from '../parties/client-update.ts';
import { queryRows } from '../store/read.ts';
import type { CompanyId } from '../store/table.ts';
import { retryOnContention, transact } from '../store/transact.ts';
import { buyerOf, withTotals } from './draft.ts';
import { matchWrites } from './duplicates.ts';
import { newEvent, notification, personOf } from './events.ts';
import { filesFollowUp } from './files-follow-up.ts';
import type { Invoice, InvoiceDocument, InvoiceLine } from './model.ts';
import { changeWrites, readInvoice } from './repository.ts';
import { type InvoiceRow, listPartitions } from './row.ts';
import { settledBy } from './settle.ts';
import { automaticVat, vatOfLine } from './vat-rules.ts';

/** Documents rewritten at the same time. */
const AT_ONCE = 8;

/**
 * Rewrites a changed client on its documents that the authority does not have and that are of this month (completions-accounts §10):
 * receiver, tax id and VAT treatment; numbered ones have their XML made anew. Documents of earlier months never change.
 */
export const followClient =
  (by: Actor): FollowClient =>
  async (company, client) => {
    const month = monthOf(today());
    const partition = listPartitions.client(company, client.id);
    const rows = await queryRows<InvoiceRow>('gsi3', { partition, between: [`${month}-01`, `${month}-31#~`] });
    const candidates = rows.filter(row => EDITABLE.includes(row.status) && row.direction === 'outgoing');
    let updated = 0;
    for (let start = 0; start < candidates.length; start += AT_ONCE) {
      const batch = candidates.slice(start, start + AT_ONCE);
      const done = await Promise.all(batch.map(row => rewrite(company, row.id, client, by)));
      updated += done.filter(Boolean).length;
    }
    return updated;
  };

const EDITABLE: readonly Invoice['status'][] = ['draft', 'rejected', 'issued'];

/** Whether a document follows a change of its client: nothing of it is at the authority, or it was sent back. */
const follows = (document: Invoice): boolean =>
  EDITABLE.includes(document.status) &&
  document.submission === null &&
  (document.status !== 'issued' || document.taxauthUploadIndex === null);

/** Rewrites one document; false when it is none that follows. */
function rewrite(company: CompanyId, id: string, client: Client, by: Actor): Promise<boolean> {
  return retryOnContention(async () => {
    const stored = await readInvoice(company, id);
    if (!stored || stored.document.clientId !== client.id || !follows(stored.document)) return false;
    const before = stored.document;
    const rates = before.autoVat ? await readVatRates(company) : [];
    const changed = settledBy(withClient(before, client, rates), stored.payments);
    const numbered = before.status !== 'draft';
    const after: InvoiceDocument = {
      ...changed,
      updatedAt: instant(),
      ...(numbered && { xmlPath: xmlKey(before, before.version + 1), pdfPath: null }),
    };
    const event = newEvent('updated', null, `Client changed: ${client.name}`, personOf(by), { clientId: client.id });
    await transact([
      ...changeWrites(before, after, [{ event, webhooks: [notification('invoice.updated', after)] }]),
      ...matchWrites(before, after),
      ...(numbered ? [filesFollowUp(after)] : []),
    ]);
    return true;
  });
}

/** The document with the client as it is now, and with the VAT that goes with it where VAT follows the client. Pure. */
export function withClient(document: InvoiceDocument, client: Client, rates: readonly VatRate[]): InvoiceDocument {
  const next = { ...document, client: buyerOf(client) };
  if (!document.autoVat) return next;
  const vat = automaticVat(client) ?? vatOfLine({}, rates, document.seller.isVatPayer);
  if (!vat) return next;
  const lines: InvoiceLine[] = document.lines.map(line => ({
    ...line,
    ...{ vatRate: vat.rate, vatCategoryCode: vat.category, vatRateId: vat.rateId, vatRateName: vat.name },
  }));
  return withTotals({ ...next, lines });
}
