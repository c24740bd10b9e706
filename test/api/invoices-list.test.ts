import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../shared/kernel/dates.ts';
import { newId } from '../../shared/kernel/ids.ts';
import { today } from '../../shared/kernel/clock.ts';
import { createWrites } from '../../shared/invoices/repository.ts';
import { INVOICE_STATUSES, type InvoiceDocument } from '../../shared/invoices/model.ts';
import { transact } from '../../shared/store/transact.ts';
import { sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../support/documents.ts';
import { type Answered, call, issued, type Refusal, trader } from '../support/invoices.ts';
import { type Scope, useService } from '../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };
let documents: InvoiceDocument[];

interface Page {
  data: { id: string; uuid: string; [field: string]: unknown }[];
  total: number;
  page: number;
  limit: number;
  pages: number;
  totals?: Record<string, unknown>[];
}

const list = (query: Record<string, unknown> | string): Promise<Answered<Page & Refusal>> => {
  const text = typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString();
  return call(service(), scope, 'GET', `/invoices?${text}`);
};

/** Documents of five months: many on the same days, at the same instants and of the same totals, in every status. */
function seeded(count: number, clients: string[], supplier: string): InvoiceDocument[] {
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
      companyId: scope.company,
      id: newId(),
      number: made.status === 'draft' ? `DRAFT-${String(place).padStart(8, '0')}` : `FCT-${place}`,
      status: made.status,
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
      seller: made.incoming
        ? sampleSeller({ id: supplier, cif: '555000' })
        : sampleSeller({ id: scope.company, cif: '40123452' }),
      createdAt: `2026-0${1 + (made.created % 3)}-10T10:00:${String(made.created).padStart(2, '0')}.000Z`,
      lines: [sampleLine({ unitPrice: made.price, quantity: made.refund && made.creditNote ? '-1' : '1' })],
    });
    const total = Number(document.total);
    const amountPaid = total > 0 ? (Math.round(total * 100 * made.paid) / 100).toFixed(2) : document.total;
    const open = made.status === 'cancelled' || total < 0 ? 0 : total - Number(amountPaid);
    return { ...document, amountPaid, balance: open.toFixed(2) };
  });
}

beforeAll(async () => {
  scope = await trader(service());
  const others = await Promise.all(
    ['Moara Veche SRL', 'Alba Iulia Print'].map((name, place) => service().newClient(scope, { name, cui: `RO1234567${place}` })),
  );
  documents = seeded(120, [scope.clientId, ...others.map(client => client.id)], newId());
  for (const document of documents) await transact(createWrites(document, []));
  // Another company's documents are nobody's business.
  await issued(service(), await service().newCompany(await service().newUser()));
});

afterAll(() => {
  expect(service().runtime.violations).toEqual([]);
});

/** The list by hand: all documents, looked at one by one. */
function expected(query: Record<string, unknown>): { ids: string[]; total: number; documents: InvoiceDocument[] } {
  const {
    page = 1,
    limit = 20,
    sort = 'issueDate',
    order = 'desc',
  } = query as { page?: number; limit?: number } & Record<string, string>;
  const paid = (one: InvoiceDocument): string => {
    if (Number(one.total) < 0) return one.status === 'draft' ? 'unpaid' : 'paid';
    if (Number(one.amountPaid) === 0) return 'unpaid';
    return Number(one.amountPaid) >= Number(one.total) ? 'paid' : 'partially_paid';
  };
  const inForce = (one: InvoiceDocument): boolean => one.status !== 'draft' && one.status !== 'cancelled';
  const overdue = (one: InvoiceDocument): boolean =>
    inForce(one) && one.dueDate !== null && one.dueDate < today() && Number(one.balance) > 0;
  const word = (one: InvoiceDocument, status: string): boolean =>
    status === 'overdue'
      ? overdue(one)
      : status === 'paid' || status === 'partially_paid'
        ? inForce(one) && paid(one) === status
        : one.status === status;
  const folded = (text: string | null | undefined): string => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const bare = (text: string): string => text.replace(/^ro(?=\d)/, '');
  const found = (one: InvoiceDocument, search: string): boolean => {
    const wanted = folded(search);
    const texts = [one.number, one.client?.name ?? one.receiverName].map(folded);
    const taxIds = [one.client ? one.client.cif : one.receiverCif, one.seller.cif].filter(id => id !== null).map(folded);
    return [...texts, ...taxIds].some(text => text.includes(wanted)) || taxIds.some(id => bare(id).includes(bare(wanted)));
  };
  const rules: Record<string, (one: InvoiceDocument, value: string) => boolean> = {
    status: (one, value) => value.split(',').some(status => word(one, status)),
    direction: (one, value) => one.direction === value,
    isCreditNote: (one, value) => String(one.isCreditNote) === value,
    parentDocumentId: (one, value) => one.parentDocumentId === value,
    from: (one, value) => one.issueDate >= value,
    to: (one, value) => one.issueDate <= value,
    clientId: (one, value) => one.clientId === value,
    supplierId: (one, value) => one.seller.id === value,
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
  const by: Record<string, (a: InvoiceDocument, b: InvoiceDocument) => number> = {
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

/** Sums in cents per currency, without cancelled documents. */
function totalsOf(matching: InvoiceDocument[]): Record<string, unknown>[] {
  const cents = (value: string): number => Math.round(Number(value) * 100);
  const valid = matching.filter(one => one.status !== 'cancelled');
  return [...new Set(valid.map(one => one.currency))].toSorted().map(currency => {
    const ones = valid.filter(one => one.currency === currency);
    const sum = (value: (one: InvoiceDocument) => string, of = ones): number =>
      of.reduce((total, one) => total + cents(value(one)), 0) / 100;
    const open = ones.filter(one => one.status !== 'draft');
    const owed = (direction: string): number =>
      sum(
        one => one.balance,
        open.filter(one => one.direction === direction),
      );
    return {
      currency,
      subtotal: sum(one => one.subtotal),
      vatTotal: sum(one => one.vatTotal),
      total: sum(one => one.total),
      receivable: owed('outgoing'),
      payable: owed('incoming'),
    };
  });
}

/** The value once in `odds` + 1 times, else undefined. */
const maybe = <T>(value: fc.Arbitrary<T>, odds: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: odds, arbitrary: fc.constant(undefined) });
const anyDate = fc.integer({ min: -5, max: 170 }).map(days => addDays(today(), -days));

/** Queries of every shape: those that counters answer, those that rows answer, and mixtures. */
const anyStatus = fc.oneof(
  { weight: 3, arbitrary: fc.uniqueArray(fc.constantFrom<string>(...INVOICE_STATUSES), { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom('issued', 'paid', 'partially_paid', 'overdue'), { minLength: 1 }) },
);
/** A field of some document, so that what is asked for is there. */
const ofSome = (field: (document: InvoiceDocument) => string | null): fc.Arbitrary<string | undefined> =>
  fc.nat({ max: 119 }).map(place => field(documents[place] as InvoiceDocument) ?? undefined);
const SEARCHES = ['fct-1', 'SANTIER', 'țara', 'ro384', '1234567', 'RO999', '-', 'иван', 'draft', 'zz', 'RO40123452'];

/** Queries of every shape: those that counters answer, those that rows answer, and mixtures. */
const anyQuery = () =>
  fc
    .record({
      page: maybe(fc.integer({ min: 1, max: 6 }), 1),
      limit: maybe(fc.constantFrom(1, 3, 7, 20, 50, 100), 1),
      status: maybe(
        anyStatus.map(words => words.join(',')),
        2,
      ),
      direction: maybe(fc.constantFrom('incoming', 'outgoing'), 3),
      isCreditNote: maybe(fc.constantFrom('true', 'false'), 3),
      currency: maybe(fc.constantFrom('RON', 'EUR', 'USD', 'GBP', 'eur'), 3),
      from: maybe(anyDate, 1),
      to: maybe(anyDate, 1),
      clientId: maybe(
        ofSome(one => one.clientId),
        5,
      ),
      supplierId: maybe(
        ofSome(one => one.seller.id),
        9,
      ),
      parentDocumentId: maybe(
        ofSome(one => one.parentDocumentId),
        9,
      ),
      isPaid: maybe(fc.constantFrom('true', 'false'), 9),
      isOverdue: maybe(fc.constantFrom('true', 'false'), 9),
      totalMin: maybe(fc.constantFrom('-50', '0', '100', '121', '121.01'), 9),
      totalMax: maybe(fc.constantFrom('120.99', '121', '300'), 9),
      search: maybe(fc.constantFrom(...SEARCHES), 7),
      sort: maybe(fc.constantFrom('issueDate', 'number', 'total', 'dueDate', 'createdAt'), 2),
      order: maybe(fc.constantFrom('asc', 'desc'), 1),
      includeTotals: maybe(fc.constant('true'), 1),
    })
    .map(query => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<string, unknown>)
    .filter(({ from, to }) => from === undefined || to === undefined || String(from) <= String(to));

describe('GET /invoices answers as a look at every document does (completions-documents §1.1)', () => {
  it('for filters, sorts, pages and totals in any combination', async () => {
    await fc.assert(
      fc.asyncProperty(anyQuery(), async query => {
        const { status, body } = await list(query);
        expect(status, JSON.stringify(body)).toBe(200);
        const oracle = expected(query);
        expect(body.data.map(row => row.uuid)).toEqual(oracle.ids);
        expect([body.total, body.pages]).toEqual([oracle.total, Math.ceil(oracle.total / Number(query['limit'] ?? 20))]);
        expect(body.totals).toEqual(query['includeTotals'] ? totalsOf(oracle.documents) : undefined);
      }),
      { numRuns: 250, seed: 20261121 },
    );
  }, 60_000);

  it.each(['desc', 'asc'])('page by page, across months, each document once (%s)', async order => {
    const pages = await Promise.all(Array.from({ length: 18 }, (_, page) => list({ page: page + 1, limit: 7, order })));
    expect(pages.flatMap(page => page.body.data.map(row => row.id))).toEqual(expected({ limit: 120, order }).ids);
    expect(pages.at(-1)?.body).toMatchObject({ page: 18, limit: 7, pages: 18, total: 120 });
  });

  it('a page after the last is empty', async () => {
    expect((await list({ page: 99 })).body).toMatchObject({ data: [], total: 120, page: 99, pages: 6 });
  });

  it('a limit above 100 is lowered to 100', async () => {
    const { body } = await list({ limit: 500 });
    expect([body.limit, body.data.length, body.pages]).toEqual([100, 100, 2]);
  });

  it('an item has the fields of the contract, and amounts as numbers', async () => {
    const one = documents.find(
      each => each.status === 'issued' && each.direction === 'outgoing' && !each.isCreditNote && each.clientId,
    );
    const { body } = await list({ search: one?.number ?? '', direction: 'outgoing', status: 'issued', limit: 100 });
    expect(body.data.find(row => row.id === one?.id)).toEqual({
      id: one?.id,
      uuid: one?.id,
      number: one?.number,
      status: 'issued',
      paymentStatus: expect.stringMatching(/^(unpaid|partially_paid|paid)$/),
      isOverdue: expect.any(Boolean),
      direction: 'outgoing',
      isCreditNote: false,
      currency: one?.currency,
      issueDate: one?.issueDate,
      dueDate: one?.dueDate,
      subtotal: Number(one?.subtotal),
      vatTotal: Number(one?.vatTotal),
      total: Number(one?.total),
      amountPaid: Number(one?.amountPaid),
      balance: Number(one?.balance),
      clientName: one?.client?.name,
      supplier: { id: scope.company, name: one?.seller.name, cif: '40123452' },
      createdAt: one?.createdAt.replace('.000Z', 'Z'),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it('the first page is read in one wave of queries; a page deep in the list reads the months it shows, not those before', async () => {
    const costOf = async (query: Record<string, unknown>) => {
      await list(query);
      return service().runtime.meter.last(1)[0]?.dynamodb;
    };
    expect(await costOf({ limit: 5 })).toMatchObject({ waves: 1, scans: 0 });
    const [whole, deep] = [await costOf({ sort: 'total' }), await costOf({ limit: 5, page: 12 })];
    expect(deep).toMatchObject({ waves: 2, scans: 0 });
    expect(deep?.readUnits).toBeLessThan(whole?.readUnits ?? 0);
  });
});

describe('A query that means nothing: 422 with the parameter', () => {
  it.each([
    ['status', 'open'],
    ['status', 'draft,open'],
    ['direction', 'sideways'],
    ['sort', 'client'],
    ['order', 'up'],
    ['isCreditNote', 'yes'],
    ['isPaid', '1'],
    ['isOverdue', 'maybe'],
    ['includeTotals', 'all'],
    ['from', '2026-02-30'],
    ['to', 'today'],
    ['clientId', '12'],
    ['supplierId', 'x'],
    ['parentDocumentId', 'x'],
    ['currency', 'QQQ'],
    ['totalMin', 'ten'],
    ['totalMax', '1e3'],
    ['page', '0'],
    ['page', '1.5'],
    ['limit', '0'],
    ['limit', '-1'],
    ['limit', 'all'],
  ])('%s=%s', async (name, value) => {
    const { status, body } = await list({ [name]: value });
    expect([status, body.error.code, Object.keys(body.error.details)[0]?.split('.')[0]]).toEqual([422, 'validation_error', name]);
  });

  it('from after to', async () => {
    const { status, body } = await list({ from: '2026-02-02', to: '2026-02-01' });
    expect([status, body.error.details]).toEqual([422, { from: ['must not be after to'] }]);
  });

  it('an empty parameter is as good as none, an unknown one is ignored', async () => {
    const { body } = await list('status=&search=&from=&clientId=&sort=&order=&totalMin=&colour=red');
    expect(body.total).toBe(120);
  });
});
