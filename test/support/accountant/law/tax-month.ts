import type { Company, SentBooking, SentDocument } from '../sent.ts';

/** The days on which the tax of a document is due, by the Fiscal Code. */

const earliest = (...days: (string | undefined)[]): string =>
  days.filter(day => day !== undefined).reduce((first, day) => (day < first ? day : first));

/** The 15th of the month after a day. */
function fifteenthAfter(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month === 12 ? `${year + 1}-01-15` : `${year}-${String(month + 1).padStart(2, '0')}-15`;
}

const isOfGoodsToTheUnion = ({ lines }: SentDocument): boolean => lines.every(({ category }) => category === 'K');

/** Whether a document takes back or corrects an earlier one: it counts when it is made (art. 287, art. 330). */
const takesBack = ({ kind, parent, lines }: SentDocument): boolean =>
  kind !== 'selfBilled' && parent !== undefined && !lines.some(line => line.settles);

/**
 * The tax point: as stated, else the supply or the invoice, whichever is first (art. 281, 282); for goods to the Union the invoice, at the
 * latest the 15th of the month after the supply (art. 283).
 */
export function taxPointOf(document: SentDocument): string {
  const { taxPointDate, deliveredOn, periodEnd, issueDate } = document;
  if (taxPointDate !== undefined) return taxPointDate;
  if (takesBack(document)) return issueDate;
  if (!isOfGoodsToTheUnion(document)) return earliest(issueDate, deliveredOn, periodEnd);
  const supplied = deliveredOn ?? periodEnd;
  return earliest(issueDate, supplied === undefined ? undefined : fifteenthAfter(supplied));
}

/** The day whose exchange rate counts (art. 290 (2)). */
export const rateDayOf = taxPointOf;

/** Whether the document is a sale in the books of a company: its own, but for those that it made out in the name of a supplier. */
export const isSale = (document: SentDocument, books: Company): boolean =>
  (document.issuer === books) !== (rootOf(document).kind === 'selfBilled');

/** The invoice that a chain of corrections begins with. */
export const rootOf = (document: SentDocument): SentDocument => (document.parent ? rootOf(document.parent) : document);

/** The month of the journal: of the tax point; for a purchase of its entry, if that is later (art. 297, 299). */
export function monthOf(document: SentDocument, books: Company, entered: SentBooking['receivedDate']): string {
  const due = taxPointOf(document);
  return (!isSale(document, books) && entered !== undefined && entered > due ? entered : due).slice(0, 7);
}
