import { isDeepStrictEqual } from 'node:util';
import { BatchWriteItemCommand, DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { startDynamoDb } from '../../infra/local/engines/dynamodb/index.ts';
import { counterChanges } from '#shared/documents/common/counters.ts';
import { INVOICE_COUNTERS } from '#shared/documents/invoices/list/counters.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { compact } from '#shared/documents/lists/compact.ts';
import { INVOICE_STATUSES, type InvoiceDocument } from '#shared/model/invoice.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { type Item, companyKey, tableName, type CompanyId } from '#shared/platform/store/table.ts';
import { sampleBuyer, sampleDocument, sampleLine, sampleSeller } from '../support/documents.ts';
import { type Service, startService } from '../support/service.ts';
import type { Answered, InvoiceList } from '../support/contract.ts';
import { expectedPage, type Listed, listedOf } from '../support/lists/invoice-list.ts';
import { measuredCall } from './measure.ts';

/** Number of documents of the company, over five years; the variable `LIST_DOCUMENTS` overrides it. */
const DOCUMENTS = Number(process.env['LIST_DOCUMENTS'] ?? 100_000);
const DAYS = 5 * 365;
const CLIENTS = 500;

const PATH = '/api/v1/invoices';
/** Round trips and read units of a call. */
const ALLOWED = { roundTrips: 3, readUnits: 15 };
/** How many batches of documents are written at a time. */
const WRITERS = 8;

/**
 * `npm run bench -- lists`: measures pages, filters, sorts and searches of a company with many documents, and compares each answer with a
 * scan of all of them in memory.
 *
 * @returns whether all targets are met and all answers are right
 */
export async function benchLists(): Promise<boolean> {
  const service = await startService();
  try {
    const user = await service.newUser();
    const scope = await service.newCompany(user);
    const clients = Array.from({ length: CLIENTS }, newId);
    const started = performance.now();
    const documents: Listed[] = [];
    await seedDocuments(service, chain(headItems(scope.company, clients, documents), counterItems(scope.company, clients)));
    console.log(`${PATH}: ${DOCUMENTS} documents seeded in ${seconds(started)} s.`);
    await service.advance('PT20M');
    const compacting = performance.now();
    await compact(INVOICE_LIST, scope.company);
    console.log(`List file made in ${seconds(compacting)} s.`);
    const lines = [];
    const wrong: string[] = [];
    for (const query of queries(clients)) {
      const { body } = (await service.api('GET', `${PATH}?${query}`, scope)) as Answered<InvoiceList>;
      const expected = expectedPage(documents, Object.fromEntries(new URLSearchParams(query)));
      if (
        body.total !== expected.total ||
        !isDeepStrictEqual(
          body.data.map(row => row.uuid),
          expected.ids,
        )
      )
        wrong.push(query);
      await measuredCall(service, 'GET', { path: `${PATH}?${query}`, ...scope }, [200]);
      const begun = performance.now();
      const cost = await measuredCall(service, 'GET', { path: `${PATH}?${query}`, ...scope }, [200]);
      lines.push({ query, millis: performance.now() - begun, s3: cost?.s3 ?? 0, ...(cost?.dynamodb ?? MISSING) });
    }
    console.log(['trips', '   RU', 'S3', '   ms', 'query'].join('  '));
    for (const { query, roundTrips, readUnits, s3, millis } of lines) {
      console.log(
        [
          String(roundTrips).padStart(5),
          readUnits.toFixed(1).padStart(5),
          String(s3).padStart(2),
          millis.toFixed(0).padStart(5),
          query,
        ].join('  '),
      );
    }
    const missed = lines.filter(
      ({ roundTrips, readUnits, scans }) => scans > 0 || roundTrips > ALLOWED.roundTrips || readUnits > ALLOWED.readUnits,
    );
    for (const { query } of missed) console.error(`Over target: ${PATH}?${query}`);
    for (const query of wrong) console.error(`Not what a scan finds: ${PATH}?${query}`);
    console.log(`${lines.length - wrong.length} of ${lines.length} answers are those of a scan.`);
    return missed.length === 0 && wrong.length === 0;
  } finally {
    await service.stop();
  }
}

const MISSING = { roundTrips: Infinity, readUnits: Infinity, scans: 0 };
const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

/** Pages near and far, every filter, every sort, and several together. */
function queries(clients: readonly string[]): string[] {
  const last = Math.floor(DOCUMENTS / 100);
  const month = `from=${addDays(today(), -400)}&to=${addDays(today(), -371)}`;
  const filters = [
    ...INVOICE_STATUSES.map(status => `status=${status}`),
    ...[
      'status=paid',
      'status=partially_paid',
      'status=overdue',
      'status=issued,validated',
      'direction=incoming',
      'currency=EUR',
    ],
    ...['isCreditNote=true', 'isPaid=false', 'isOverdue=true', 'totalMin=500&totalMax=501', `clientId=${clients[7]}`, month],
  ];
  const sorts = ['number', 'total', 'dueDate', 'createdAt', 'issueDate'].flatMap(sort =>
    ['asc', 'desc'].map(order => `sort=${sort}&order=${order}`),
  );
  return [
    ...[
      '',
      'limit=100',
      'limit=100&page=2',
      `limit=100&page=${Math.ceil(last / 2)}`,
      `limit=100&page=${last}`,
      'limit=100&includeTotals=true',
    ],
    ...filters.flatMap(filter => [`limit=100&${filter}`, `limit=100&page=3&${filter}&includeTotals=true`]),
    ...sorts.flatMap(sort => [`limit=100&${sort}`, `limit=100&page=${Math.ceil(last / 4)}&${sort}`]),
    `limit=100&${filters.at(-1)}&status=validated,issued&direction=outgoing&currency=RON&isPaid=false&sort=total&order=asc&includeTotals=true`,
    ...['FCT-99', 'client+12', 'ro4012', 'nothing+like+it'].map(text => `limit=100&search=${text}`),
  ];
}

const pick = <T>(values: readonly T[], place: number): T => values[place % values.length] as T;

function documentAt(place: number, company: CompanyId, clients: readonly string[]): InvoiceDocument {
  const client = Math.floor(place * 7919) % clients.length;
  const status = pick(
    ['validated', 'validated', 'validated', 'issued', 'validated', 'draft', 'cancelled', 'rejected', 'validated'] as const,
    place,
  );
  const issueDate = addDays(today(), -Math.floor(((DOCUMENTS - place) * DAYS) / DOCUMENTS));
  const incoming = place % 11 === 0;
  const document = sampleDocument({
    companyId: company,
    id: newId(),
    number: status === 'draft' ? `DRAFT-${place}` : `FCT-${issueDate.slice(0, 4)}-${place}`,
    status,
    direction: incoming ? 'incoming' : 'outgoing',
    isCreditNote: place % 29 === 0,
    currency: pick(['RON', 'RON', 'RON', 'RON', 'EUR'], place),
    seriesId: null,
    series: null,
    issueDate,
    dueDate: addDays(issueDate, 30),
    clientId: pick(clients, client),
    client: sampleBuyer({ id: pick(clients, client), name: `Client ${client} SRL`, cif: `RO${10_000_000 + client}` }),
    seller: sampleSeller({ id: incoming ? null : company }),
    createdAt: `${issueDate}T10:00:00.${String(place % 1000).padStart(3, '0')}Z`,
    lines: [sampleLine({ unitPrice: String(100 + ((place * 37) % 5000) / 10), quantity: '1' })],
  });
  const paid = place % 3 !== 0 && status === 'validated' ? document.total : '0.00';
  return { ...document, amountPaid: paid, balance: (Number(document.total) - Number(paid)).toFixed(2) };
}

/**
 * * Heads and counters, written in bulk while the system is stopped and the table has no stream: the timeline and the lines are no part
 * of a list, and no notification must be sent about a hundred thousand documents.
 */
async function seedDocuments(service: Service, items: Iterable<Item>): Promise<void> {
  const TableName = tableName();
  await service.runtime.stop();
  // The stopped system has removed its environment variables, but making items needs the table's name.
  process.env['TABLE_NAME'] = TableName;
  const engine = await startDynamoDb({ dataDir: service.dataDir });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'eu-central-1', credentials });
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: { StreamEnabled: false } }));
  const write = async (batch: Item[]): Promise<void> => {
    const requests = batch.map(item => ({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: requests } }));
  };
  // All writers take from one iterator.
  const batches = batchesOf(items);
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (const batch of batches) await write(batch);
    }),
  );
  const stream = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const };
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification: stream }));
  client.destroy();
  await engine.stop();
  await service.restart();
}

/** Items in the batches of `BatchWriteItem`. */
function* batchesOf(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < 25) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function* chain<T>(...all: Iterable<T>[]): Generator<T> {
  for (const one of all) yield* one;
}

/** @param documents gets what the expected lists depend on */
function* headItems(company: CompanyId, clients: readonly string[], documents: Listed[]): Generator<Item> {
  for (let place = 0; place < DOCUMENTS; place++) {
    const document = documentAt(place, company, clients);
    const writes = createWrites(INVOICES, document, []);
    const item = writes.map(({ operation }) => operation.Put?.Item as Item).find(one => one?.kind === 'invoice') as Item;
    documents.push(listedOf(document));
    // Changed last when it was made: the machine's time may be later on the day than that of the system.
    yield { ...item, gsi4sk: `${document.createdAt}#${document.id}` };
  }
}

/** The values that the transactions of the documents would have given the counters. */
function* counterItems(company: CompanyId, clients: readonly string[]): Generator<Item> {
  const sums = new Map<string, number>();
  for (let place = 0; place < DOCUMENTS; place++) {
    for (const [name, by] of counterChanges(INVOICE_COUNTERS, [{ before: null, after: documentAt(place, company, clients) }]))
      sums.set(name, (sums.get(name) ?? 0) + by);
  }
  yield { ...companyKey(company, 'COUNT#INV'), kind: 'counter', ...Object.fromEntries(sums) };
}
