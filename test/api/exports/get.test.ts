import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { exportKey } from '#shared/documents/invoices/export/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import { useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import { getCalls } from './get-calls.ts';

const service = useService();

const { exporter, newInvoice, get, finished } = getCalls(service);

describe('GET /exports/{exportId} and /exports/{filename}', () => {
  it('returns 404 for an unknown export and for one of another company; 410 once the archive has expired', async () => {
    const [own, other] = [await exporter(), await exporter()];
    const { id } = await newInvoice({}, own);
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    expect((await get<undefined>(job.filename, own)).status).toBe(200);
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
});
