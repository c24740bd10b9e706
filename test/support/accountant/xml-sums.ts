import { readXml } from '../books/xml-figures.ts';
import { xmlOf } from '../invoices.ts';
import type { Service } from '../service.ts';
import type { BankTable } from './bank.ts';
import { ofCents, plus, times, toCents } from './exact.ts';
import { rateOf } from './law/amounts.ts';
import { type Books, type Entry, roleOf } from './law/books.ts';
import { monthOf } from './law/tax-month.ts';
import { inTurns, type Offices } from './play.ts';
import type { Company } from './sent.ts';

/** Base and VAT in lei, in cents, of the documents of a month, and how many there are. */
export interface MonthSum {
  documents: number;
  base: number;
  vat: number;
}

/** The sums of the XML files of all sales in force at the authority, by month. */
export async function sumsOfXml(
  service: Service,
  offices: Offices,
  { books, company, table }: { books: Books; company: Company; table: BankTable },
): Promise<Map<string, MonthSum>> {
  const sums = new Map<string, MonthSum>();
  const sales = books.entries.filter(entry => entry.books === company && roleOf(entry) === 'sale');
  await inTurns(sales, async entry => {
    const id = offices[company].ids.get(entry.document.place) ?? '';
    const { base, vat } = inLei(await xmlOf(service, offices[company], id), entry, table);
    const month = monthOf(entry.document, company, entry.entered);
    const known = sums.get(month) ?? { documents: 0, base: 0, vat: 0 };
    sums.set(month, { documents: known.documents + 1, base: known.base + base, vat: known.vat + vat });
  });
  return sums;
}

/** VAT in lei as the XML states it (BT-111); the XML has no base in lei: it is converted. */
function inLei(text: string, { document, amounts }: Entry, table: BankTable): { base: number; vat: number } {
  const xml = readXml(text);
  const vat = xml.vatInLei ?? xml.figures.vat;
  if (xml.currency === 'RON') return { base: xml.figures.base, vat };
  // An advance keeps its own rate, which the XML does not have.
  const isFinal = document.lines.some(line => line.settles);
  if (isFinal) return { base: amounts.groups.reduce((sum, group) => sum + group.baseLei, 0), vat };
  const rate = rateOf(document, table);
  return { base: toCents(plus(...xml.groups.map(group => times(ofCents(group.base), rate)))), vat };
}
