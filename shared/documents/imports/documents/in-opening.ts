import { firstOf, readNumber } from '#shared/documents/credit-notes/received-numbers.ts';
import { decimal, sum } from '#shared/base/kernel/money.ts';
import { signedPayment } from '#shared/model/amounts/payment-state.ts';
import type { Company } from '#shared/model/company.ts';
import type { OpeningBalance } from '#shared/model/ledger/opening.ts';
import { vatStatusOn } from '#shared/model/vat/status.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { ImportedDocument } from './document.ts';
import { importedPartner } from './numbers.ts';

/** What both an opening balance and an imported invoice state would be owed twice (IMP-9, IMP-10). */

/** The opening balances of clients by client and currency. */
export type OpeningsOfClients = ReadonlyMap<string, OpeningBalance>;

const openingKey = (clientId: string | null, currency: string): string => `${clientId} ${currency}`;

export const openingsOfClients = (openings: readonly OpeningBalance[]): OpeningsOfClients =>
  new Map(openings.map(one => [openingKey(one.partner.id, one.currency), one]));

/** Warnings about an invoice that was open on the day of the opening balance of its client. Pure. */
export function openingWarnings({ document, payments }: ImportedDocument, openings: OpeningsOfClients): string[] {
  const { clientId, currency, issueDate, total } = document;
  const balance = openings.get(openingKey(clientId, currency));
  if (!balance || issueDate > balance.date) return [];
  const paid = sum(payments.filter(({ paymentDate }) => paymentDate <= balance.date).map(signedPayment));
  if (decimal(total).minus(paid).eq(0)) return [];
  return [
    `The client has an opening balance of ${balance.date} in ${currency}: what was open of this invoice on that day counts twice if it is in that balance too.`,
  ];
}

/** The warnings about a document of an opening balance that was imported as an invoice. One read. */
export async function importedWarnings(
  company: CompanyId,
  client: Parameters<typeof importedPartner>[0],
  { number, issueDate }: { number: string; issueDate: string },
): Promise<string[]> {
  const entry = await readNumber(company, { direction: 'outgoing', partner: importedPartner(client), number });
  return firstOf(entry, issueDate) === null
    ? []
    : [`The invoice ${number} of ${issueDate} is here already: it would count twice.`];
}

/**
 * Warnings about an opening balance of a client whose VAT is due on collection: a balance has no VAT, so that its settlement makes none due. What was
 * issued under the system stays in it after the company has left it (Fiscal Code, art. 282), so that the days of the documents count too. Pure.
 */
export function collectionWarnings(company: Company, { date, documents }: OpeningBalance): string[] {
  const day = [date, ...documents.map(one => one.date)].find(one => vatStatusOn(company, one).onCollection);
  return day === undefined
    ? []
    : [
        `The company applied VAT on collection on ${day}: an opening balance has no VAT, and what settles it makes none due. Import unpaid invoices as documents instead.`,
      ];
}
