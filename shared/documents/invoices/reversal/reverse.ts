import type { Actor } from '#shared/platform/access/model.ts';
import { countInvoice, readInvoiceQuota } from '#shared/platform/access/invoice-quota.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { claim } from '#shared/documents/credit-notes/credited-invoice.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { inForce, isReversal } from '#shared/model/amounts/settlement.ts';
import type { Company } from '#shared/model/company.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { readBankAccounts } from '#shared/records/parties/bank-accounts/store.ts';
import { givenBack } from '../advances/changes.ts';
import { issueWarnings, queueOf } from '../issue.ts';
import { issuedNew } from '../issue-new.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';
import type { ReversalContext, Source } from './draft.ts';
import { alreadyReversed, draftWarnings, refuseReversed } from './standing.ts';

/** The actions that take back an issued invoice by a document that is issued at once (INV-92 to INV-96). */

/** Reads the invoice, and what its reversal is made with. One parallel round trip, and one more when parts were taken back before. */
export async function readForReversal(company: CompanyId, organization: Parameters<typeof readInvoiceQuota>[0], id: string) {
  const [stored, series, bankAccounts, configuration, quota] = await Promise.all([
    readSource(company, id),
    readSeries(company),
    readBankAccounts(company),
    readPdfConfiguration(company),
    readInvoiceQuota(organization),
  ]);
  return { ...stored, series, bankAccounts, configuration, quota };
}

/**
 * The invoice, which may be taken back, with the documents in force that took back parts of it.
 *
 * @throws 404; 409 and 422 as `refuseReversed`
 */
async function readSource(company: CompanyId, id: string): Promise<Source & { stored: StoredInvoice }> {
  const stored = found(await readInvoice(company, id), 'Invoice');
  refuseReversed(stored.document, stored.creditNotes);
  const parts = await Promise.all(stored.creditNotes.filter(inForce).map(link => readInvoice(company, link.id)));
  return { stored, source: stored.document, credits: parts.flatMap(part => (part ? [part.document] : [])) };
}

interface Reversing {
  company: Company;
  read: Awaited<ReturnType<typeof readForReversal>>;
  by: Actor;
  commit: Commit<StoredInvoice>;
  /** Makes the draft; called again when what it was decided on has changed. Pure. */
  drafted: (source: Source, context: ReversalContext) => InvoiceDocument;
}

/**
 * Issues the document that takes back an invoice. One transaction writes the document with its number, its link from the invoice, the
 * invoice's balance and both timelines, on condition that the invoice is as it was read: of two calls at once one finds that the other was first.
 *
 * @throws as `readSource`, `drafted` and `issuedNew`; 402 when the plan allows no more invoices in this month
 */
export function reverseInvoice({ company, read, by, commit, drafted }: Reversing): Promise<StoredInvoice> {
  const { bankAccounts, configuration, quota } = read;
  const first = drafted(read, { company, bankAccounts, series: read.series });
  return withTicket(queueOf(first, read.series), async (attempt, more) => {
    const [now, series] =
      attempt === 0 ? [read, read.series] : await Promise.all([readSource(company.id, read.source.id), readSeries(company.id)]);
    const draft = attempt === 0 ? first : drafted(now, { company, bankAccounts, series });
    if (draft.lines.length === 0) throw alreadyReversed(now.source, now.stored.creditNotes.findLast(inForce)!);
    const { lines: _, ...invoice } = now.source;
    const parent = { invoice, payments: now.stored.payments };
    const advances = await givenBack(now.source, personOf(by));
    const made = await issuedNew(draft, {
      ...{ company, by: personOf(by), userId: by.userId, series, configuration, attempt },
      parent: isReversal(draft) ? parent : undefined,
    });
    const { document, events, nextNumber } = made;
    // What takes nothing off the balance raises the version of the invoice all the same.
    const change = { ...(made.reduced ?? claim(invoice)), contended: true };
    const warnings = [...draftWarnings(now.stored.creditNotes), ...issueWarnings(document, draft, series)];
    const writes = [...made.writes([change, ...advances]), ...more, ...countInvoice(quota, document)];
    return commit(writes, {
      ...{ document, events, nextNumber, payments: [], creditNotes: [] },
      ...(warnings.length > 0 && { warnings }),
    });
  });
}
