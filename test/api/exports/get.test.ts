import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exportKey, readExport } from '#shared/documents/invoices/export/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import { DIRECT_BYTES } from '#shared/output/files/download.ts';
import { type Scope, useOwnService, useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import type { Export } from '../../support/contract.ts';
import { DEPTH } from '../../support/effort.ts';
import { zipCalls } from './zip-calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const { exporter, scope, newInvoice, zip, get } = zipCalls(service);

async function finished(body: object, own: Scope = scope): Promise<Export> {
  const { status, body: job } = await zip(body, own);
  expect(status).toBe(202);
  await service().idle();
  return (await get(job.exportId, own)).body;
}

describe('GET /exports/{exportId} and /exports/{filename}', () => {
  it('returns 404 for an unknown export and for one of another company; 410 once the archive has expired, 7 days later', async () => {
    const [own, other] = [await exporter(), await exporter()];
    const { id } = await newInvoice({}, own);
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    expect((await get<undefined>(job.filename, own)).status).toBe(200);
    expect(Date.parse(job.expiresAt) - service().runtime.clock.now()).toBeGreaterThan(6.9 * 86_400_000);
    for (const named of [job.exportId, job.filename]) expect(codeOf(await get(named, other))).toEqual([404, 'not_found']);
    for (const named of [randomUUID(), 'x', 'nothing.zip']) expect(codeOf(await get(named, own))).toEqual([404, 'not_found']);
    // As in 7 days.
    await transact([
      update(exportKey(own.company, job.exportId), {
        expression: 'SET #data.expiresAt = :now',
        names: { '#data': 'data' },
        values: { ':now': instant() },
      }),
    ]);
    expect(codeOf(await get(job.filename, own))).toEqual([410, 'gone']);
    expect((await get(job.exportId, own)).body.status).toBe('expired');
  });

  it.runIf(DEPTH)('fails, with an error, when the archive cannot be stored; the place is free again', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    service().runtime.faults.add({ service: 's3', operation: 'PutObject', kind: 'fail', rate: 1 });
    const errors = service().runtime.violations.length;
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    expect(job).toMatchObject({ status: 'failed', error: expect.any(String) as string });
    expect(service().runtime.violations.length).toBe(errors);
    service().runtime.faults.clear();
    expect((await finished({ invoiceIds: [id], includePdf: false }, own)).status).toBe('completed');
  });

  it.runIf(DEPTH)('an archive that is too large for a response is one redirect away, under its name', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    expect((await get<undefined>(job.filename, own)).status).toBe(200);
    // As if it contained the thousand documents that make such a size.
    const company = own.company;
    const { storageKey = '' } = (await readExport(company, job.exportId)) ?? {};
    const archive = randomBytes(DIRECT_BYTES + 1);
    await putFile(storageKey, archive, 'application/zip');
    await transact([
      update(exportKey(company, job.exportId), {
        expression: 'SET #data.fileSize = :size',
        names: { '#data': 'data' },
        values: { ':size': archive.length },
      }),
    ]);
    const redirect = await get<undefined>(job.filename, own);
    expect(redirect.status).toBe(302);
    const file = await fetch(redirect.headers.get('location') ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${job.filename}"`);
    expect(archive.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
  });
});
