import { expecting } from '../../../infra/local/api-client.ts';
import type { Service } from '../service.ts';
import { isTaxed } from './law/amounts.ts';
import { type Books, type Entry, roleOf } from './law/books.ts';
import { partnerOf } from './law/ledger.ts';
import type { Offices } from './play.ts';
import type { Company, SentDocument } from './sent.ts';

/** Changes of single documents at the end of the year, each with the rows that lead to what it changes. */

export interface Mutation {
  what: string;
  company: Company;
  /** The account that it changes, if it moves what is owed: `<role> <partner> <currency>`. */
  account?: string;
  /** Makes the change. @returns the rows that it changes: `<document> <payment>`, `-` for the row of the document itself */
  run(): Promise<string[]>;
}

export function mutationsOf(service: Service, offices: Offices, books: Books, day: string): Mutation[] {
  const taken = new Set<Entry>();
  const isFollowed = ({ document, books: company }: Entry): boolean =>
    books.entries.some(other => other.books === company && other.document.parent === document);
  const paymentsOf = ({ document, books: company }: Entry): string[] =>
    books.rows
      .filter(row => row.books === company && row.document === document && row.payment)
      .map(row => offices[company].payments.get(row.payment!.place) ?? '');
  /** A document that no other change takes. */
  const choose = (company: Company, fits: (entry: Entry) => boolean): Entry => {
    const found = books.entries.find(entry => {
      const { document, isCancelled } = entry;
      const isPlain = document.kind === 'invoice' && !document.parent && !isCancelled && !isFollowed(entry);
      return entry.books === company && isPlain && !taken.has(entry) && fits(entry);
    });
    if (!found) throw new Error(`The year has no document of ${company} for this change.`);
    taken.add(found);
    return found;
  };
  const own = ({ document, books: company }: Entry): boolean => document.issuer === company;
  const hasVat = ({ amounts }: Entry): boolean => amounts.groups.some(isTaxed);
  const idOf = ({ document, books: company }: Entry): string => offices[company].ids.get(document.place) ?? '';
  const accountOf = (entry: Entry): string => `${roleOf(entry)} ${partnerOf(entry)} ${entry.document.currency}`;
  const act = <T>(company: Company, status: number, method: string, path: string, body?: object): Promise<T> =>
    expecting<T>(status, path, service.api(method, `/api/v1${path}`, { ...offices[company], body }));
  const wasPaidAtOnce = ({ collected }: SentDocument): boolean => collected !== undefined;

  const unpaid = choose('T', entry => own(entry) && hasVat(entry) && books.openOf(entry) > 200 && entry.notDue.length > 0);
  const boughtAndPaid = choose('T', entry => !own(entry) && paymentsOf(entry).length > 0 && entry.deductiblePercent === 100);
  const moved = choose('V', entry => !own(entry) && entry.paid === 0);
  const sold = choose('V', entry => own(entry) && !entry.isValidated && entry.paid === 0);
  const soldAndPaid = choose(
    'T',
    entry => own(entry) && !entry.isValidated && paymentsOf(entry).length > 0 && !wasPaidAtOnce(entry.document),
  );
  let payment = '';
  const payPath = `/invoices/${idOf(unpaid)}/payments`;
  const reason = 'Emisă din greșeală';

  return [
    {
      ...{ what: 'a payment under VAT on collection: its own row', company: 'T' },
      account: accountOf(unpaid),
      async run() {
        const made = await act<{ payment: { id: string } }>('T', 201, 'POST', payPath, { amount: 1.23, paymentDate: day });
        payment = made.payment.id;
        return [`${idOf(unpaid)} ${payment}`];
      },
    },
    {
      ...{ what: 'its removal: the same row', company: 'T' },
      account: accountOf(unpaid),
      async run() {
        await act('T', 204, 'DELETE', `${payPath}/${payment}`);
        return [`${idOf(unpaid)} ${payment}`];
      },
    },
    {
      ...{ what: 'a credit note of all of an invoice: its own row, not that of the invoice', company: 'T' },
      account: accountOf(unpaid),
      async run() {
        const { id } = await act<{ id: string }>('T', 201, 'POST', `/invoices/${idOf(unpaid)}/storno`, { issueDate: day });
        return [`${id} -`];
      },
    },
    {
      ...{ what: 'another deductible share of a purchase under VAT on collection: the rows of its payments', company: 'T' },
      async run() {
        await act('T', 200, 'PUT', `/invoices/${idOf(boughtAndPaid)}`, { vatDeductiblePercent: 40 });
        return paymentsOf(boughtAndPaid).map(paid => `${idOf(boughtAndPaid)} ${paid}`);
      },
    },
    {
      ...{ what: 'another day of entry: its row, in another month', company: 'V' },
      async run() {
        await act('V', 200, 'PUT', `/invoices/${idOf(moved)}`, { receivedDate: `${Number(day.slice(0, 4)) + 1}-01-10` });
        return [`${idOf(moved)} -`];
      },
    },
    {
      ...{ what: 'a cancellation: its row', company: 'V' },
      account: accountOf(sold),
      async run() {
        await act('V', 200, 'POST', `/invoices/${idOf(sold)}/cancel`, { reason });
        return [`${idOf(sold)} -`];
      },
    },
    {
      ...{ what: 'a restored document, as a draft: none', company: 'V' },
      async run() {
        await act('V', 200, 'POST', `/invoices/${idOf(sold)}/restore`);
        return [];
      },
    },
    {
      ...{ what: 'its next issue: its row again', company: 'V' },
      account: accountOf(sold),
      async run() {
        await act('V', 200, 'POST', `/invoices/${idOf(sold)}/issue`);
        return [`${idOf(sold)} -`];
      },
    },
    {
      ...{ what: 'a cancellation of a paid document under VAT on collection: its row and those of its payments', company: 'T' },
      account: accountOf(soldAndPaid),
      async run() {
        await act('T', 200, 'POST', `/invoices/${idOf(soldAndPaid)}/cancel`, { reason });
        return [`${idOf(soldAndPaid)} -`, ...paymentsOf(soldAndPaid).map(paid => `${idOf(soldAndPaid)} ${paid}`)];
      },
    },
  ];
}

/** The rows that differ between two readings of the reports, by the ids at the beginning of each line. */
export function changedRows(before: readonly string[], after: readonly string[]): string[] {
  const rowOf = (line: string): string => line.split(' ').slice(2, 4).join(' ');
  return [...new Set(differing(before, after).map(rowOf))].toSorted();
}

/** The accounts that differ between two readings of the ledgers, by what each line begins with. */
export function changedAccounts(before: readonly string[], after: readonly string[]): string[] {
  return [...new Set(differing(before, after).map(line => line.slice(0, line.indexOf(':'))))].toSorted();
}

function differing(before: readonly string[], after: readonly string[]): string[] {
  const [was, is] = [new Set(before), new Set(after)];
  return [...before.filter(line => !is.has(line)), ...after.filter(line => !was.has(line))];
}

/** The documents of which entries differ between two readings of the VAT returns. */
export const changedEntries = (before: readonly string[], after: readonly string[]): string[] => [
  ...new Set(differing(before, after).map(line => line.slice(0, line.indexOf(' ')))),
];
