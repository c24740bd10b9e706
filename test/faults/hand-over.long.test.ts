import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { ARCHIVE_SLOT, type ExportItem, exportKey, slotKey } from '#shared/documents/invoices/export/model.ts';
import { PART } from '#shared/documents/invoices/export/hand-over/part.ts';
import { runArchive } from '#shared/documents/invoices/export/period/run.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { archiveCalls } from '../api/exports/archive-calls.ts';
import type { Export } from '../support/contract.ts';
import { exportRuns } from '../support/archives/runs.ts';
import { issued, lastingTrader } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';

/** Hand-over files (OUT-120): three documents in two parts, so three runs of the worker, the last of which makes the file. */

const service = useOwnService();
const { archived, get, download } = archiveCalls(service);
const usual = { ...PART };
let scope: Scope & { clientId: string };
let id: string;
let bytes: string;
let records: ExportItem[];
const { goBackTo, start, interrupted } = exportRuns(service, () => ({ company: scope.company, id, records }));

const month = today().slice(0, 7);
const to = addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);
const body = { period: { from: `${month}-01`, to }, program: 'csv' };
const digestOf = async ({ filename }: Export): Promise<string> =>
  createHash('sha256')
    .update(await download(scope, filename ?? ''))
    .digest('hex');

beforeAll(async () => {
  PART.entries = 2;
  scope = await lastingTrader(service());
  for (let n = 0; n < 3; n++) await issued(service(), scope, { clientId: scope.clientId });
  const job = await archived(scope, body);
  expect(job).toMatchObject({ status: 'completed', totalInvoices: 3 });
  ({ exportId: id } = job);
  bytes = await digestOf(job);
  records = await recordsBefore();
});
afterEach(() => service().runtime.faults.clear());
afterAll(() => void Object.assign(PART, usual));

/** The record of the job before each of its runs: what the first run counts stays known. */
async function recordsBefore(): Promise<ExportItem[]> {
  const item = await getItem<ExportItem>(exportKey(scope.company, id));
  if (!item?.data.archive) throw new Error('There is no hand-over file.');
  const { archive, ...job } = item.data;
  const keys = await entryKeys();
  expect(archive.volumes.map(({ documents }) => documents)).toEqual([2, 1]);
  return [0, 2, 3].map((done, run) => {
    const at = {
      run,
      isWhole: run === 2,
      after: done === 0 ? '' : (keys[done - 1] ?? ''),
      volumes: archive.volumes.slice(0, run),
    };
    const ended = { completedAt: null, expiresAt: null, fileSize: null, filesIncluded: null };
    return { ...item, data: { ...job, ...ended, status: 'processing' as const, archive: { ...archive, ...at } } };
  });
}

/** The keys of the entries of the period, in their order. */
async function entryKeys(): Promise<string[]> {
  const items = await queryItems<{ sk: string }>({ partition: companyPartition(scope.company), beginsWith: `FISCAL#${month}#` });
  return items.map(({ sk }) => sk);
}

/** It is complete, byte for byte the same, and holds no slot. */
async function expectSame(what: string): Promise<void> {
  const { body: job } = await get(scope, id);
  expect(job.status, what).toBe('completed');
  expect(await digestOf(job), what).toBe(bytes);
  expect(await getItem(slotKey(scope.company, ARCHIVE_SLOT)), what).toBeUndefined();
}

describe('A worker that dies at any call of a run of a hand-over file, or loses its answer', () => {
  it.each([0, 1, 2])('leaves one that another worker completes with the same bytes: run %i', async run => {
    expect(await interrupted(run, expectSame)).toBeGreaterThan(3);
  });
});

it('a run that is delivered twice, and two at once, make the same file', async () => {
  await goBackTo(0);
  const run = () => runArchive(scope.company, id, 0);
  const outcomes = await Promise.allSettled([run(), run()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await run();
  await service().idle();
  await expectSame('two at once');
  await run();
  await start(1);
  await service().idle();
  await expectSame('once more');
});
