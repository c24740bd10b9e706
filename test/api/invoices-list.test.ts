import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../shared/kernel/dates.ts';
import { newId } from '../../shared/kernel/ids.ts';
import { today } from '../../shared/kernel/clock.ts';
import { createWrites } from '../../shared/invoices/repository.ts';
import { INVOICE_STATUSES, type InvoiceDocument } from '../../shared/invoices/model.ts';
import { transact } from '../../shared/store/transact.ts';
import { expectedPage, seededInvoices, totalsOf } from '../support/invoice-list.ts';
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

beforeAll(async () => {
  scope = await trader(service());
  const others = await Promise.all(
    ['Moara Veche SRL', 'Alba Iulia Print'].map((name, place) => service().newClient(scope, { name, cui: `RO1234567${place}` })),
  );
  documents = seededInvoices(120, scope.company, [scope.clientId, ...others.map(client => client.id)], newId());
  for (const document of documents) await transact(createWrites(document, []));
  // Another company's documents are nobody's business.
  await issued(service(), await service().newCompany(await service().newUser()));
});

afterAll(() => {
  expect(service().runtime.violations).toEqual([]);
});

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
        const oracle = expectedPage(documents, query);
        expect(body.data.map(row => row.uuid)).toEqual(oracle.ids);
        expect([body.total, body.pages]).toEqual([oracle.total, Math.ceil(oracle.total / Number(query['limit'] ?? 20))]);
        expect(body.totals).toEqual(query['includeTotals'] ? totalsOf(oracle.documents) : undefined);
      }),
      { numRuns: 250, seed: 20261121 },
    );
  }, 60_000);

  it.each(['desc', 'asc'])('page by page, across months, each document once (%s)', async order => {
    const pages = await Promise.all(Array.from({ length: 18 }, (_, page) => list({ page: page + 1, limit: 7, order })));
    expect(pages.flatMap(page => page.body.data.map(row => row.id))).toEqual(expectedPage(documents, { limit: 120, order }).ids);
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
