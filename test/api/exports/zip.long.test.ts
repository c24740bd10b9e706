import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { put, transact } from '#shared/platform/store/transact.ts';
import { slotKey } from '#shared/documents/invoices/export/model.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { Export } from '../../support/contract.ts';
import { draft } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { zipCalls } from './zip-calls.ts';
import { storedNotifications } from '../../support/webhooks/stored.ts';

const service = useOwnService();

const { exporter, scope, newInvoice, zip, get, contentOf } = zipCalls(service);

async function finished(body: object, own: Scope = scope): Promise<Export> {
  const { status, body: job } = await zip(body, own);
  expect(status).toBe(202);
  await service().idle();
  return (await get(job.exportId, own)).body;
}

describe('POST /invoices/export/zip (OUT-80 to OUT-84)', () => {
  it('only the requested files, in the requested folders', async () => {
    const { id, number } = await newInvoice();
    for (const [folderStructure, folder] of [
      ['by-client', 'Client de test SRL'],
      ['by-month', today().slice(0, 7)],
      ['by-series', 'FCT'],
    ] as const) {
      const job = await finished({ invoiceIds: [id], includePdf: false, includeCsv: false, folderStructure });
      expect(job.filesIncluded).toEqual({ pdf: 0, xml: 1, csv: 0 });
      const [path] = Object.keys(await contentOf(job));
      expect(path).toMatch(new RegExp(`^[^/]+/${number}\\.xml$`));
      if (folderStructure === 'by-month') expect(path).toBe(`${folder}/${number}.xml`);
    }
  });

  it('archives of one day have different names', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    const names = [];
    for (let n = 0; n < 2; n++) names.push((await finished({ invoiceIds: [id], includePdf: false }, own)).filename);
    expect(names).toEqual([`invoices-${today()}.zip`, `invoices-${today()}-2.zip`]);
  });

  it('queues the webhook export.completed', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    const told = await storedNotifications(own.company, 'NOTIFY#');
    expect(told.filter(({ type }) => type.startsWith('export.'))).toEqual([
      { type: 'export.completed', data: { exportId: job.exportId, downloadUrl: job.downloadUrl, expiresAt: job.expiresAt } },
    ]);
  });

  it('the same Idempotency-Key starts one export', async () => {
    const { id } = await newInvoice();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { invoiceIds: [id], includePdf: false };
    const [first, second] = [await zip(body, scope, headers), await zip(body, scope, headers)];
    expect(second.body).toEqual(first.body);
    await service().idle();
  });

  it('null and empty text mean the defaults', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    const job = await finished({ invoiceIds: [id], includePdf: false, includeXml: false, includeCsv: null, folderStructure: '' });
    expect(job.filesIncluded).toEqual({ pdf: 0, xml: 0, csv: 1 });
  });

  describe('errors', () => {
    it('429: above 5 per hour; and with 2 running, however many are requested at once', async () => {
      const own = await exporter();
      const { id } = await newInvoice({}, own);
      const body = { invoiceIds: [id], includePdf: false };
      const until = service().runtime.clock.now() + 60_000;
      const company = own.company;
      await transact([put({ ...slotKey(company, 0), kind: 'export-slot', exportId: 'running', until })]);
      const answers = await Promise.all([1, 2, 3].map(() => zip(body, own)));
      expect(answers.map(answer => answer.status).filter(status => status === 202).length).toBeGreaterThanOrEqual(1);
      await transact([put({ ...slotKey(company, 1), kind: 'export-slot', exportId: 'running', until })]);
      expect((await zip(body, own)).status).toBe(429);
      // A place that was never released is free after its time, and the hour's count begins again.
      await service().advance('PT61M');
      const statuses = [];
      for (let n = 0; n < 6; n++) {
        statuses.push((await zip(body, own)).status);
        await service().idle();
      }
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    });
  });
});
