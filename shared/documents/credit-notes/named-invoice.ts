import { type ImportedNumber, isImported, numberGuardKey, type TakenNumber } from '#shared/documents/common/numbering.ts';
import type { Invoice, PrecedingInvoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { precedingInvoices } from '#shared/model/preceding.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item } from '#shared/platform/store/table.ts';
import { invoiceNamed, readNumber, type ReceivedNumber } from './received-numbers.ts';

/**
 * Which invoice a document means that names one by its number (SET-26): of the
 * company's own documents, those that it numbered itself and those that another program sent in its name; of received ones, those of the same supplier.
 */

/** The earlier invoice that a document names as its only one; undefined when it names none or several. Pure. */
export function onlyNamed(document: Pick<Invoice, 'parentDocument' | 'precedingInvoices'>): PrecedingInvoice | undefined {
  const [named, ...others] = precedingInvoices(document);
  return others.length === 0 ? named : undefined;
}

/** The id of the invoice that has a number of the company, or was imported with it; undefined when there is none, or it was deleted. One read. */
export async function ownInvoiceOf(company: CompanyId, number: string): Promise<string | undefined> {
  const key = companyKey(company, numberGuardKey(KINDS.invoice, number));
  const row = (await getItem<Item & { row: TakenNumber | ImportedNumber }>(key))?.row;
  return row && (isImported(row) || row.deletedAt === undefined) ? row.invoiceId : undefined;
}

/** The invoices that a document may mean by a number, the company's own first, and the date that it states. */
export interface NamedInvoices {
  ids: string[];
  issueDate: string | null;
}

/** The invoices that a draft may name by number: none when it names none or several. Two parallel reads. */
export async function readNamedBy(draft: Invoice): Promise<NamedInvoices> {
  const named = onlyNamed(draft);
  if (!named) return { ids: [], issueDate: null };
  const company = draft.companyId;
  const partner = draft.client?.cif ?? draft.client?.vatCode ?? null;
  const [own, sentElsewhere] = await Promise.all([
    ownInvoiceOf(company, named.number),
    readNumber(company, { direction: draft.direction, partner, number: named.number }),
  ]);
  return namedInvoices(own, sentElsewhere, named.issueDate);
}

/** The company's own invoice of a number, and the delivered one of that number and date. Pure. */
export const namedInvoices = (own: string | undefined, delivered: ReceivedNumber, issueDate: string | null): NamedInvoices => ({
  // An imported invoice is found both ways.
  ids: [...new Set([own, invoiceNamed(delivered, issueDate)])].filter(id => id !== undefined),
  issueDate,
});
