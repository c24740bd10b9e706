import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { invoiceKey } from '#shared/documents/invoices/header.ts';
import { ARCHIVE_SLOT, type ExportItem, exportKey, slotKey } from '#shared/documents/invoices/export/model.ts';
import { runArchive } from '#shared/documents/invoices/export/period/run.ts';
import { VOLUME } from '#shared/documents/invoices/export/period/volume.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, tableName } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { archiveCalls } from '../api/exports/archive-calls.ts';
import { rowsOf } from '../api/exports/calls.ts';
import type { Export, Invoice } from '../support/contract.ts';
import { exportRuns } from '../support/archives/runs.ts';
import { issued, lastingTrader } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';

/** Archives of a period (OUT-113): three documents in two volumes, so three runs of the worker, the last of which makes the main file. */

const service = useOwnService();
const { archived, ask, get, keep } = archiveCalls(service);
const usual = { ...VOLUME };
let scope: Scope & { clientId: string };
let invoices: Invoice[];
let id: string;
/** The record of the archive before each of its runs. */
let records: ExportItem[];
const { goBackTo, start, interrupted } = exportRuns(service, () => ({ company: scope.company, id, records }));

const body = { period: { from: '2000-01-01', to: today() }, includePdf: false };

beforeAll(async () => {
  VOLUME.documents = 2;
  scope = await lastingTrader(service());
  invoices = [];
  for (let n = 0; n < 3; n++) invoices.push(await issued(service(), scope, { clientId: scope.clientId }));
  id = (await archived(scope, body)).exportId;
  records = await recordsBefore();
});
afterEach(() => service().runtime.faults.clear());
afterAll(() => void Object.assign(VOLUME, usual));

async function recordsBefore(): Promise<ExportItem[]> {
  const item = await getItem<ExportItem>(exportKey(scope.company, id));
  const headers = await Promise.all(invoices.map(one => getItem<Item>(invoiceKey(scope.company, one.id))));
  if (!item?.data.archive) throw new Error('There is no archive.');
  const { archive, ...job } = item.data;
  return [0, 2, 3].map((done, run) => {
    const at = { run, isWhole: run === 2, after: done === 0 ? '' : (headers[done - 1]?.gsi1sk ?? ''), manifest: null };
    const included = { ...archive.included, xml: done };
    const ended = { completedAt: null, expiresAt: null, fileSize: null, filesIncluded: null };
    const data = { ...job, ...ended, archive: { ...archive, ...at, included, volumes: archive.volumes.slice(0, run) } };
    return { ...item, data: { ...data, status: 'processing' as const } };
  });
}

const jobOf = async (of: string): Promise<Export> => (await get(scope, of)).body;

/** It has each document once, is as its manifests say, and holds no slot. */
async function expectWhole(what: string): Promise<Export> {
  const job = await jobOf(id);
  expect([job.status, job.volumes?.map(({ documents }) => documents), job.filesIncluded?.xml], what).toEqual([
    'completed',
    [2, 1],
    3,
  ]);
  const archive = await keep(scope, job);
  expect(await archive.check('--manifest', job.manifestSha256 ?? ''), what).toMatchObject({ code: 0 });
  expect(
    rowsOf(archive.read('index.csv')).map(row => row['Number']),
    what,
  ).toEqual(invoices.map(({ number }) => number));
  archive.remove();
  expect(await getItem(slotKey(scope.company, ARCHIVE_SLOT)), what).toBeUndefined();
  return job;
}

describe('A worker that dies at any call of a run of an archive, or loses its answer', () => {
  it.each([0, 1, 2])('leaves an archive that another one completes: run %i', async run => {
    const calls = await interrupted(run, async what => {
      const { volumes } = await expectWhole(what);
      // What was whole is not made again.
      const sums = volumes?.slice(0, run).map(volume => volume.sha256);
      expect(sums, what).toEqual(records[run]?.data.archive?.volumes.map(volume => volume.sha256));
    });
    expect(calls).toBeGreaterThan(3);
  });
});

it('a run that is delivered twice, and two at once, make its volume once', async () => {
  await goBackTo(0);
  const run = () => runArchive(scope.company, id, 0);
  const outcomes = await Promise.allSettled([run(), run()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(one => one.status === 'rejected')?.reason).toMatchObject({ name: 'LeaseTaken' });
  await run();
  await service().idle();
  const { volumes } = await expectWhole('two at once');
  await run();
  await start(1);
  await service().idle();
  expect((await jobOf(id)).volumes).toEqual(volumes);
});

it('a run whose record in the stream is lost is queued by the sweep', async () => {
  await service().advance('PT61M');
  // Creation, lease and number of documents come before the end of the first run.
  service().runtime.faults.loseRecord('export', 4);
  const job = await archived(scope, body);
  expect([service().runtime.faults.recordsLost(), job.status, job.volumes?.length]).toEqual([true, 'processing', 1]);
  await service().advance('PT20M');
  expect((await jobOf(job.exportId)).status).toBe('completed');
});

it('an archive that cannot be stored has failed after four tries, an hour later, and frees its place', async () => {
  await goBackTo(1);
  service().runtime.faults.add({ service: 's3', operation: 'PutObject', kind: 'fail' });
  await start(1);
  await service().idle();
  for (let n = 0; n < 3; n++) await service().advance('PT12M');
  expect((await jobOf(id)).status).toBe('processing');
  await service().advance('PT12M');
  const job = await jobOf(id);
  expect(job).toMatchObject({ status: 'failed', error: 'The archive could not be made; create a new export.', done: 2 });
  expect(await getItem(slotKey(scope.company, ARCHIVE_SLOT))).toBeUndefined();
});

it('documents that cannot be read have a row, stop nothing, and are counted', async () => {
  await service().advance('PT61M');
  const [damaged, other] = [await issued(service(), scope, { clientId: scope.clientId }), invoices[0]];
  // Its PDF is made before.
  await service().idle();
  const change = (key: object, expression: string, values?: object) =>
    dynamodb().send(
      new UpdateCommand({
        ...{ TableName: tableName(), Key: key, UpdateExpression: expression, ExpressionAttributeNames: { '#data': 'data' } },
        ...(values && { ExpressionAttributeValues: values as Record<string, unknown> }),
      }),
    );
  await change(invoiceKey(scope.company, damaged.id), 'SET #data = :data', { ':data': Uint8Array.of(1, 7, 7) });
  const job = await archived(scope, body);
  expect(job).toMatchObject({ status: 'completed', damaged: 1, totalInvoices: 4, filesIncluded: { xml: 3 } });
  const archive = await keep(scope, job);
  const rows = rowsOf(archive.read('index.csv'));
  expect(rows.map(row => [row['Number'], row['Note']?.slice(0, 31)])).toEqual([
    ...invoices.map(({ number }) => [number, '']),
    [damaged.number, 'The stored data of this documen'],
  ]);
  expect(rows[0]?.['Document ID']).toBe(other?.id);
  expect((await archive.check()).code).toBe(0);
  archive.remove();
});

it('an archive that runs too long for its slot ends all the same, beside the one that has taken it', async () => {
  await service().advance('PT61M');
  await goBackTo(2);
  const slot = slotKey(scope.company, ARCHIVE_SLOT);
  await transact([put({ ...slot, kind: 'export-slot', exportId: 'another', until: service().runtime.clock.now() + 60_000 })]);
  expect((await ask(scope, body)).status).toBe(429);
  await start(2);
  await service().idle();
  expect((await jobOf(id)).status).toBe('completed');
  expect(await getItem(slot)).toMatchObject({ exportId: 'another' });
});
