import { randomUUID } from 'node:crypto';
import { strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { draft } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { codeOf } from '../../support/refusals.ts';
import { rowsOf } from './calls.ts';
import { zipCalls } from './zip-calls.ts';

const service = useService();

const { exporter, newInvoice, zip, get, contentOf } = zipCalls(service);

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
    it('400: an empty list of ids', async () => {
      expect(codeOf(await zip({ invoiceIds: [] }))).toEqual([400, 'bad_request']);
    });

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
});
