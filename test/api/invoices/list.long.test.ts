import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { getFile, putFile } from '#shared/platform/aws/documents-bucket.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { compact } from '#shared/documents/lists/compact.ts';
import { MANY_CHANGES, readSnapshot } from '#shared/documents/lists/snapshot.ts';
import { changeWrites, createWrites, deleteWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { INVOICE_STATUSES, type InvoiceDocument } from '#shared/model/invoice.ts';
import { type CompanyId, companyKey, tableName } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import type { Answered, InvoiceList } from '../../support/contract.ts';
import { expectedPage, seededInvoices, totalsOf } from '../../support/lists/invoice-list.ts';
import { useOwnService } from '../../support/service.ts';
import { generated } from '../../support/effort.ts';
import { useTrader } from '../../support/trader.ts';

const service = useOwnService();
const { scope, request, newTrader } = useTrader({ service });
let documents: InvoiceDocument[];

const list = (query: Record<string, unknown> | string): Promise<Answered<InvoiceList>> => {
  const text = typeof query === 'string' ? query : new URLSearchParams(query as Record<string, string>).toString();
  return request('GET', `/invoices?${text}`);
};

beforeAll(async () => {
  const others = await Promise.all(
    ['Moara Veche SRL', 'Alba Iulia Print'].map((name, place) => service().newClient(scope, { name, cui: `RO1234567${place}` })),
  );
  documents = seededInvoices(120, scope.company, [scope.clientId, ...others.map(client => client.id)], newId());
  for (const document of documents) await transact(createWrites(INVOICES, document, []));
  // Another company's documents must not be listed.
  await (await newTrader()).issued();
});

/** The value once in `odds` + 1 times, else undefined. */
const maybe = <T>(value: fc.Arbitrary<T>, odds: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight: odds, arbitrary: fc.constant(undefined) });
const anyDate = fc.integer({ min: -5, max: 170 }).map(days => addDays(today(), -days));

/** Queries of every kind: those answered from counters, those answered from rows, and mixtures. */
const anyStatus = fc.oneof(
  { weight: 3, arbitrary: fc.uniqueArray(fc.constantFrom<string>(...INVOICE_STATUSES), { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.constantFrom('issued', 'paid', 'partially_paid', 'overdue'), { minLength: 1 }) },
);
/** A field of some document, so that there are results. */
const ofSome = (field: (document: InvoiceDocument) => string | null): fc.Arbitrary<string | undefined> =>
  fc.nat({ max: 119 }).map(place => field(documents[place] as InvoiceDocument) ?? undefined);
const SEARCHES = ['fct-1', 'SANTIER', 'țara', 'ro384', '1234567', 'RO999', '-', 'иван', 'draft', 'zz', 'RO40123452'];

/** Queries of every kind: those answered from counters, those answered from rows, and mixtures. */
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
      taxauthStatus: maybe(fc.constantFrom('validated', 'rejected', 'pending'), 9),
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

/** Any query returns the same as a scan of every document. */
const answersAsALookAtEvery = (runs: number, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(anyQuery(), async query => {
      const { status, body } = await list(query);
      expect(status, JSON.stringify(body)).toBe(200);
      const oracle = expectedPage(documents, query);
      expect(body.data.map(row => row.uuid)).toEqual(oracle.ids);
      expect([body.total, body.pages]).toEqual([oracle.total, Math.ceil(oracle.total / Number(query['limit'] ?? 20))]);
      expect(body.totals).toEqual(query['includeTotals'] ? totalsOf(oracle.documents) : undefined);
    }),
    generated({ runs, seed }),
  );

describe('GET /invoices returns the same as a scan of every document (INV-68 to INV-73)', () => {
  it('for filters, sorts, pages and totals in any combination', async () => {
    await answersAsALookAtEvery(25, 20261121);
  });

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
});

describe('A list that has a file of columns', () => {
  const company = (): CompanyId => scope.company;
  const costOf = async (query: Record<string, unknown>) => {
    await list(query);
    return service().runtime.meter.last(1)[0];
  };

  it('reads the first page in one round trip after admission, and otherwise only the changes since the file', async () => {
    await service().idle();
    const whole = await costOf({ sort: 'total' });
    expect((await readSnapshot(INVOICE_LIST.kind, company()))?.file).toBeDefined();
    // The changes of the last ten minutes may not be in the index yet when the file is made.
    await service().advance('PT11M');
    for (const place of [0, 1, 2]) await touch(place, { receiverName: `Changed ${place}` });
    await compact(INVOICE_LIST, company());
    await service().advance('PT11M');
    // The worker may have been faster, with a file from a time before these changes.
    await compact(INVOICE_LIST, company());
    // Eleven minutes later the keys of tokens are read again: by this call.
    await list({ limit: 1 });
    const later = await costOf({ sort: 'total', page: 3, limit: 7 });
    expect(later?.dynamodb).toMatchObject({ roundTrips: 3, scans: 0 });
    expect(later?.dynamodb.readUnits).toBeLessThan((whole?.dynamodb.readUnits ?? 0) / 2);
    expect((await costOf({ limit: 5 }))?.dynamodb).toMatchObject({ roundTrips: 2, scans: 0 });
  });

  it('returns the file with the changes since: new, changed and deleted documents', async () => {
    for (const place of [5, 17, 40, 77])
      await touch(place, { currency: 'EUR', receiverName: 'Alt Nume SRL', receiverCif: 'RO5' });
    const drafts = documents.filter(one => one.status === 'draft').slice(0, 3);
    for (const draft of drafts)
      await transact(deleteWrites(INVOICES, { document: draft, payments: [], events: [], creditNotes: [] }));
    const added = seededInvoices(3, scope.company, [scope.clientId], newId()).map(one => ({
      ...one,
      number: `NOU-${one.number}`,
    }));
    for (const document of added) await transact(createWrites(INVOICES, document, []));
    documents = [...documents.filter(one => !drafts.includes(one)), ...added];
    await answersAsALookAtEvery(20, 7);
  });

  it('returns the same when the file was lost, and makes another', async () => {
    const snapshot = await readSnapshot(INVOICE_LIST.kind, company());
    const lost = { ...snapshot, file: `companies/${scope.company}/lists/lost.columns` };
    await transact([put({ ...companyKey(company(), 'LIST#INV'), kind: 'list-snapshot', version: 9, data: lost })]);
    await answersAsALookAtEvery(10, 11);
    await service().idle();
    const made = await readSnapshot(INVOICE_LIST.kind, company());
    expect([lost.file, snapshot?.file]).not.toContain(made?.file);
    await answersAsALookAtEvery(8, 13);
  });

  it.each([
    ['torn', (file: Buffer) => file.subarray(0, file.length - 10)],
    ['of another format', (file: Buffer) => Buffer.concat([Buffer.from('LIST'), Buffer.from([255]), file.subarray(5)])],
  ])('returns the same when the file is %s', async (_, spoilt) => {
    const snapshot = await readSnapshot(INVOICE_LIST.kind, company());
    const whole = await getFile(snapshot?.file ?? '');
    const file = `companies/${scope.company}/lists/${newId()}.columns`;
    await putFile(file, spoilt(Buffer.from(whole?.bytes ?? [])), 'application/octet-stream');
    await transact([
      put({ ...companyKey(company(), 'LIST#INV'), kind: 'list-snapshot', version: 9, data: { ...snapshot, file } }),
    ]);
    await answersAsALookAtEvery(5, 19);
    await service().idle();
    expect((await readSnapshot(INVOICE_LIST.kind, company()))?.file).not.toBe(file);
  });

  it('is not made again within a minute: the changes of the last ten minutes would be read with the next file, too', async () => {
    await service().advance('PT2M');
    for (let place = 0; place <= MANY_CHANGES; place++) await touch(place, { updatedAt: instant() });
    await compact(INVOICE_LIST, company());
    const made = await readSnapshot(INVOICE_LIST.kind, company());
    await compact(INVOICE_LIST, company());
    await answersAsALookAtEvery(3, 29);
    await service().idle();
    expect(await readSnapshot(INVOICE_LIST.kind, company())).toEqual(made);
  });

  it('two that are made simultaneously leave one valid file', async () => {
    await service().advance('PT5M');
    for (let place = 0; place <= MANY_CHANGES; place++) await touch(place, { updatedAt: instant() });
    await Promise.all([compact(INVOICE_LIST, company()), compact(INVOICE_LIST, company())]);
    await answersAsALookAtEvery(8, 17);
  });

  it.each([
    ['eight minutes', 'at once', 'PT6M'],
    ['still longer', 'from the next file on', 'PT10M'],
  ])('a document that the index has %s late, after a file was made without it, is listed %s', async (_, from, lateness) => {
    const [late] = seededInvoices(1, scope.company, [scope.clientId], newId());
    if (!late) throw new Error('Nothing was seeded.');
    // No file is being made now, which might have it.
    await service().idle();
    await transact(createWrites(INVOICES, late, []));
    const key = documentKey(INVOICE_LIST.kind, company(), late.id);
    // Not in the table is for lists as not in the index.
    const { Item } = await dynamodb().send(new GetCommand({ TableName: tableName(), Key: key }));
    await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: key }));
    await service().advance(lateness);
    const isListed = async () => (await list({ search: late.number, limit: 100 })).body.data.some(row => row.id === late.id);
    await makeFile();
    expect(await isListed()).toBe(false);
    await dynamodb().send(new PutCommand({ TableName: tableName(), Item }));
    if (from !== 'at once') {
      expect(await isListed()).toBe(false);
      await makeFile();
    }
    expect(await isListed()).toBe(true);
    documents = [...documents, late];
    await answersAsALookAtEvery(3, 23);
  });

  /** Enough changes for another file, and the file. */
  async function makeFile(): Promise<void> {
    const before = await readSnapshot(INVOICE_LIST.kind, company());
    // A file is a minute old before another is made.
    await service().idle();
    await service().advance('PT2M');
    for (let place = 0; place <= MANY_CHANGES; place++) await touch(place, { updatedAt: instant() });
    await compact(INVOICE_LIST, company());
    expect((await readSnapshot(INVOICE_LIST.kind, company()))?.file).not.toBe(before?.file);
  }

  /** Changes a document as a use case would. */
  async function touch(place: number, change: Partial<InvoiceDocument>): Promise<void> {
    const before = documents[place] as InvoiceDocument;
    const changed = { ...before, ...change, ...(change.receiverName && { client: null, clientId: null }) };
    await transact(changeWrites(INVOICES, { before, after: changed, recorded: [] }));
    documents[place] = { ...changed, version: before.version + 1 };
  }
});
