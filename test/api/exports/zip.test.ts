import { randomUUID } from 'node:crypto';
import { strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { slotKey } from '#shared/documents/invoices/export/model.ts';
import { draft, readyCompany, validated } from '../../support/invoices.ts';
import { type Scope, useOwnService, useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import type { Export } from '../../support/contract.ts';
import { storedNotifications } from '../../support/webhooks/stored.ts';
import { DEPTH } from '../../support/effort.ts';
import { rowsOf } from './calls.ts';
import { zipCalls } from './zip-calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const { exporter, newInvoice, zip, get, contentOf, scope } = zipCalls(service);

async function finished(body: object, own: Scope = scope): Promise<Export> {
  const { status, body: job } = await zip(body, own);
  expect(status).toBe(202);
  await service().idle();
  return (await get(job.exportId, own)).body;
}

describe('POST /invoices/export/zip (OUT-80 to OUT-84)', () => {
  it('202 queued; then completed, with PDF, XML and table of every invoice', async () => {
    const own = await exporter();
    const invoices = [await newInvoice({}, own), await newInvoice({}, own)];
    const invoiceIds = invoices.map(invoice => invoice.id);
    const accepted = await zip({ invoiceIds: [...invoiceIds, invoiceIds[0]] }, own);
    expect(accepted.body).toMatchObject({
      status: 'queued',
      totalInvoices: 2,
      progress: 0,
      estimatedCompletionTime: expect.any(String) as string,
    });
    expect(accepted.body).not.toHaveProperty('downloadUrl');
    await service().idle();
    const { body: job } = await get(accepted.body.exportId, own);
    expect(job).toMatchObject({
      status: 'completed',
      progress: 100,
      filename: `invoices-${today()}.zip`,
      filesIncluded: { pdf: 2, xml: 2, csv: 1 },
      estimatedCompletionTime: null,
    });
    expect(job.downloadUrl.endsWith(`/api/v1/exports/${job.filename}`)).toBe(true);
    expect(job.statusUrl.endsWith(`/api/v1/exports/${job.exportId}`)).toBe(true);
    const files = await contentOf(job, own);
    expect(Object.keys(files).sort()).toEqual(
      [...invoices.flatMap(one => [`${one.number}.pdf`, `${one.number}.xml`]), 'invoices.csv'].sort(),
    );
    for (const { number } of invoices) {
      expect(strFromU8(files[`${number}.pdf`] ?? new Uint8Array()).startsWith('%PDF-')).toBe(true);
      expect(strFromU8(files[`${number}.xml`] ?? new Uint8Array())).toContain(number);
    }
    expect(rowsOf(Buffer.from(files['invoices.csv'] ?? [])).map(row => row['Invoice Number'])).toEqual(
      invoices.map(one => one.number),
    );
    // Repeatable until expiry.
    expect((await get<Buffer>(job.filename, own)).body.length).toBe(job.fileSize);
  });

  describe('errors', () => {
    it('404: one of the ids is unknown, or of another company', async () => {
      const [own, other] = [await newInvoice(), await exporter()];
      const theirs = await newInvoice({}, other);
      for (const id of [randomUUID(), theirs.id]) {
        expect(codeOf(await zip({ invoiceIds: [own.id, id] }))).toEqual([404, 'not_found']);
      }
    });

    it('413: above 100', async () => {
      expect(codeOf(await zip({ invoiceIds: Array.from({ length: 101 }, () => randomUUID()) }))).toEqual([
        413,
        'payload_too_large',
      ]);
    });

    it('422: nothing can be generated for some of them', async () => {
      const own = await exporter();
      const { id } = await draft(service(), own, { clientId: own.clientId });
      const refused = await zip({ invoiceIds: [id, (await newInvoice({}, own)).id] }, own);
      expect(codeOf(refused)).toEqual([422, 'validation_error']);
      expect(refused.body.error.details).toEqual({ invoiceIds: [expect.stringMatching(/^DRAFT-/) as string] });
      expect((await zip({ invoiceIds: [id], includePdf: false, includeXml: false }, own)).status).toBe(202);
      await service().idle();
    });
  });

  it.runIf(DEPTH)('only the requested files, in the requested folders', async () => {
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

  it('has the original that the authority has signed, unless it is not wanted', async () => {
    const own = await readyCompany(service());
    const { id, number } = await validated(service(), own, { clientId: own.clientId });
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    expect(job.filesIncluded).toEqual({ pdf: 0, xml: 1, csv: 1, signed: 1 });
    const signed = (await contentOf(job, own))[`${number}.signed.zip`] ?? new Uint8Array();
    const answer = await service().api('GET', `/api/v1/invoices/${id}/taxauth-response`, own);
    expect(Buffer.from(signed).equals(answer.body as Buffer)).toBe(true);
    const without = await finished({ invoiceIds: [id], includePdf: false, includeSigned: false }, own);
    expect(without.filesIncluded).toEqual({ pdf: 0, xml: 1, csv: 1 });
    expect(Object.keys(await contentOf(without, own)).toSorted()).toEqual([`${number}.xml`, 'invoices.csv']);
  });

  it.runIf(DEPTH)('archives of one day have different names', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    const names = [];
    for (let n = 0; n < 2; n++) names.push((await finished({ invoiceIds: [id], includePdf: false }, own)).filename);
    expect(names).toEqual([`invoices-${today()}.zip`, `invoices-${today()}-2.zip`]);
  });

  it.runIf(DEPTH)('queues the webhook export.completed', async () => {
    const own = await exporter();
    const { id } = await newInvoice({}, own);
    const job = await finished({ invoiceIds: [id], includePdf: false }, own);
    const told = await storedNotifications(own.company, 'NOTIFY#');
    expect(told.filter(({ type }) => type.startsWith('export.'))).toEqual([
      { type: 'export.completed', data: { exportId: job.exportId, downloadUrl: job.downloadUrl, expiresAt: job.expiresAt } },
    ]);
  });

  it.runIf(DEPTH)('null and empty text mean the defaults', async () => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    const job = await finished({ invoiceIds: [id], includePdf: false, includeXml: false, includeCsv: null, folderStructure: '' });
    expect(job.filesIncluded).toEqual({ pdf: 0, xml: 0, csv: 1 });
  });

  describe.runIf(DEPTH)('errors', () => {
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
