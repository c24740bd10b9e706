import { owesOtherwise } from '#shared/model/roles.ts';
import fc from 'fast-check';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { INVOICE_STATUSES, type InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../documents.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Invoices for list tests, and the expected lists, computed without counters and indexes. */

/** Documents of five months, many with equal days, instants and totals, in every status. */
export function seededInvoices(count: number, company: CompanyId, clients: string[], supplier: string): InvoiceDocument[] {
  const pick = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
  const arbitrary = fc.record({
    issueDate: fc.integer({ min: 0, max: 150 }).map(days => addDays(today(), -days - (days % 3))),
    due: fc.option(fc.integer({ min: -10, max: 40 })),
    status: pick(INVOICE_STATUSES),
    currency: pick(['RON', 'RON', 'EUR', 'USD']),
    client: fc.option(fc.integer({ min: 0, max: clients.length - 1 }), { freq: 4 }),
    receiver: pick(['Ion Pop', 'ȚARA SRL', 'Иван Петров']),
    price: pick(['10', '99.99', '100', '100', '250.5', '1234.56']),
    refund: fc.boolean().map(one => one && true),
    paid: pick([0, 0, 0.5, 1]),
    incoming: fc.integer({ min: 0, max: 5 }).map(one => one === 0),
    creditNote: fc.integer({ min: 0, max: 9 }).map(one => one === 0),
    created: fc.integer({ min: 0, max: 20 }),
  });
  return fc.sample(arbitrary, { numRuns: count, seed: 20261121 }).map((made, place) => {
    const name = ['Șantierul Verde SA', 'Moara Veche SRL', 'Alba Iulia Print'][made.client ?? 0] ?? '';
    const clientId = made.client === null ? null : (clients[made.client] ?? null);
    const buyer = sampleBuyer({ id: clientId, name, cif: ['RO38462015', '1234567', null][made.client ?? 0] ?? null });
    const document = sampleDocument({
      companyId: company,
      id: newId(),
      number: made.status === 'draft' ? `DRAFT-${String(place).padStart(8, '0')}` : `FCT-${place}`,
      status: made.status,
      taxauthStatus: made.status === 'draft' ? null : (([null, 'validated', 'rejected'] as const)[made.created % 3] ?? null),
      direction: made.incoming ? 'incoming' : 'outgoing',
      isCreditNote: made.creditNote,
      parentDocumentId: made.creditNote ? supplier : null,
      currency: made.currency,
      seriesId: null,
      series: null,
      issueDate: made.issueDate,
      dueDate: made.due === null ? null : addDays(made.issueDate, made.due),
      clientId,
      client: clientId ? buyer : null,
      receiverName: clientId ? null : made.receiver,
      receiverCif: clientId ? null : 'RO999111',
      seller: made.incoming ? sampleSeller({ id: supplier, cif: '555000' }) : sampleSeller({ id: company, cif: '40123452' }),
      createdAt: `2026-0${1 + (made.created % 3)}-10T10:00:${String(made.created).padStart(2, '0')}.000Z`,
      lines: [sampleLine({ unitPrice: made.price, quantity: made.refund && made.creditNote ? '-1' : '1' })],
    });
    const total = Number(document.total);
    const amountPaid = total > 0 ? (Math.round(total * 100 * made.paid) / 100).toFixed(2) : document.total;
    const open = made.status === 'cancelled' || total < 0 ? 0 : total - Number(amountPaid);
    return { ...document, amountPaid, balance: open.toFixed(2) };
  });
}

/** The fields of a document that the expected list depends on. */
const LISTED = [
  ...['id', 'number', 'status', 'taxauthStatus', 'direction', 'isCreditNote', 'parentDocumentId', 'currency', 'issueDate'],
  ...['dueDate', 'clientId', 'client', 'receiverName', 'receiverCif', 'seller', 'createdAt', 'total', 'amountPaid', 'balance'],
] as const satisfies (keyof InvoiceDocument)[];
export type Listed = Pick<InvoiceDocument, (typeof LISTED)[number]>;

/** A document with these fields only, so that a million of them fit into memory. */
export const listedOf = (document: InvoiceDocument): Listed =>
  Object.fromEntries(LISTED.map(field => [field, document[field]])) as unknown as Listed;

/** The expected list: filters and sorts all documents in memory. */
export function expectedPage<D extends Listed>(
  documents: readonly D[],
  query: Record<string, unknown>,
): { ids: string[]; total: number; documents: D[] } {
  const {
    page = 1,
    limit = 20,
    sort = 'issueDate',
    order = 'desc',
  } = query as { page?: number; limit?: number } & Record<string, string>;
  const paid = (one: Listed): string => {
    if (Number(one.total) < 0) return one.status === 'draft' ? 'unpaid' : 'paid';
    if (Number(one.amountPaid) === 0) return 'unpaid';
    return Number(one.amountPaid) >= Number(one.total) ? 'paid' : 'partially_paid';
  };
  const inForce = (one: Listed): boolean => one.status !== 'draft' && one.status !== 'cancelled';
  const overdue = (one: Listed): boolean =>
    inForce(one) && one.dueDate !== null && one.dueDate < today() && Number(one.balance) > 0;
  const word = (one: Listed, status: string): boolean =>
    status === 'overdue'
      ? overdue(one)
      : status === 'paid' || status === 'partially_paid'
        ? inForce(one) && paid(one) === status
        : one.status === status;
  const folded = (text: string | null | undefined): string => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const bare = (text: string): string => text.replace(/^ro(?=\d)/, '');
  const found = (one: Listed, search: string): boolean => {
    const wanted = folded(search);
    const texts = [one.number, one.client?.name ?? one.receiverName].map(folded);
    const taxIds = [one.client ? one.client.cif : one.receiverCif, one.seller.cif].filter(id => id !== null).map(folded);
    return [...texts, ...taxIds].some(text => text.includes(wanted)) || taxIds.some(id => bare(id).includes(bare(wanted)));
  };
  const rules: Record<string, (one: Listed, value: string) => boolean> = {
    status: (one, value) => value.split(',').some(status => word(one, status)),
    direction: (one, value) => one.direction === value,
    isCreditNote: (one, value) => String(one.isCreditNote) === value,
    parentDocumentId: (one, value) => one.parentDocumentId === value,
    from: (one, value) => one.issueDate >= value,
    to: (one, value) => one.issueDate <= value,
    clientId: (one, value) => one.clientId === value,
    supplierId: (one, value) => one.seller.id === value,
    taxauthStatus: (one, value) => one.taxauthStatus === value,
    currency: (one, value) => one.currency === value.toUpperCase(),
    isPaid: (one, value) => String(paid(one) === 'paid') === value,
    isOverdue: (one, value) => String(overdue(one)) === value,
    totalMin: (one, value) => Number(one.total) >= Number(value),
    totalMax: (one, value) => Number(one.total) <= Number(value),
    search: found,
  };
  const matching = documents.filter(one =>
    Object.entries(rules).every(([name, rule]) => query[name] === undefined || rule(one, String(query[name]))),
  );
  const numbers = new Intl.Collator('en', { numeric: true });
  const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  const by: Record<string, (a: Listed, b: Listed) => number> = {
    issueDate: (a, b) => text(a.issueDate, b.issueDate),
    dueDate: (a, b) => text(a.dueDate ?? '', b.dueDate ?? ''),
    createdAt: (a, b) => text(a.createdAt, b.createdAt),
    number: (a, b) => numbers.compare(a.number, b.number),
    total: (a, b) => Number(a.total) - Number(b.total),
  };
  const sorted = matching.toSorted(
    (a, b) => (order === 'asc' ? 1 : -1) * (by[sort]?.(a, b) ?? 0) || text(b.createdAt, a.createdAt) || text(b.id, a.id),
  );
  const start = (Number(page) - 1) * Number(limit);
  return {
    ids: sorted.slice(start, start + Number(limit)).map(one => one.id),
    total: matching.length,
    documents: matching,
  };
}

/** Sums per currency and role, without cancelled documents that the authority has not validated. */
export function totalsOf(matching: InvoiceDocument[]): Record<string, unknown>[] {
  const cents = (value: string): number => Math.round(Number(value) * 100);
  const counted = matching.filter(one => one.status !== 'cancelled' || one.taxauthStatus === 'validated');
  const groupOf = (one: InvoiceDocument): string =>
    `${one.currency} ${(one.direction === 'outgoing') === owesOtherwise(one) ? '1 purchase' : '0 sale'}`;
  const groups = Map.groupBy(counted, groupOf);
  return [...groups.keys()].toSorted().map(group => {
    const ones = groups.get(group) ?? [];
    const sum = (value: (one: InvoiceDocument) => string, of = ones): number =>
      of.reduce((total, one) => total + cents(value(one)), 0) / 100;
    const open = sum(
      one => one.balance,
      ones.filter(one => one.status !== 'draft'),
    );
    const [currency, , role] = group.split(' ');
    return {
      currency,
      role,
      subtotal: sum(one => one.subtotal),
      vatTotal: sum(one => one.vatTotal),
      total: sum(one => one.total),
      fiscalSubtotal: sum(one => one.fiscal?.subtotal ?? one.subtotal),
      fiscalVatTotal: sum(one => one.fiscal?.vatTotal ?? one.vatTotal),
      fiscalTotal: sum(one => one.fiscal?.total ?? one.total),
      payableTotal: sum(one => one.payable ?? one.total),
      receivable: role === 'sale' ? open : 0,
      payable: role === 'purchase' ? open : 0,
    };
  });
}
