import { describe, expect, it } from 'vitest';
import { hasFile, removeFile } from '#shared/platform/aws/documents-bucket.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { useOwnService, useService } from '../../support/service.ts';
import type { Invoice } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { retainedUntil } from '../../support/companies/purged.ts';
import { DEPTH } from '../../support/effort.ts';
import { emailCalls, newAddress } from '../invoice-emails/calls.ts';
import { shareLinksCalls } from '../share-links/calls.ts';

/** In the long run tests turn the clock. */
const service = DEPTH ? useOwnService() : useService();

const trader = useTrader({ service, connected: true, lasting: true });
const { request, issued, xmlOf, detailOf } = trader;

/** An issued invoice whose XML is not in the bucket, as if the process had died before it was written. */
async function withoutXml(): Promise<{ invoice: Invoice; xml: string; path: string }> {
  const invoice = await issued();
  await service().idle();
  const xml = await xmlOf(invoice.id);
  const stored = await readInvoice(trader.scope.company, invoice.id);
  const path = stored?.document.xmlPath ?? '';
  expect(await hasFile(path)).toBe(true);
  await removeFile(path);
  return { invoice, xml, path };
}

const { send } = emailCalls(service, trader);
const { share, open } = shareLinksCalls(service, trader);

describe('the XML of an issued invoice that is not stored is generated again, the same, when it is needed, and stored', () => {
  it('by the owner', async () => {
    const { invoice, xml, path } = await withoutXml();
    expect([await xmlOf(invoice.id), await hasFile(path)]).toEqual([xml, true]);
  });

  it.runIf(DEPTH)('by a client, through a link', async () => {
    const { invoice, xml, path } = await withoutXml();
    const { status, body } = await open<Buffer>((await share(invoice.id)).body.token, '/xml');
    expect([status, body.toString(), await hasFile(path)]).toEqual([200, xml, true]);
  });

  it.runIf(DEPTH)('by the mail with the XML attached', async () => {
    const { invoice, xml, path } = await withoutXml();
    const to = newAddress();
    expect((await send(invoice.id, { to, attachPdf: false, attachXml: true })).status).toBe(200);
    await service().idle();
    const [mail] = await service().mailbox(to);
    const name = `${invoice.number}.xml`;
    expect(mail?.attachments).toEqual([{ filename: name, contentType: 'application/xml', size: Buffer.byteLength(xml) }]);
    expect(await hasFile(path)).toBe(true);
  });

  it.runIf(DEPTH)('by the submission that the company has planned', async () => {
    const { body: company } = await request<{ cif: string }>('PATCH', `/companies/${trader.scope.company}`, {
      efacturaDelayHours: 1,
    });
    const { invoice, path } = await withoutXml();
    for (const wait of ['PT1H10M', 'PT3H']) await service().advance(wait);
    const { status, taxauthValidationErrors } = await detailOf(invoice.id);
    expect([status, taxauthValidationErrors]).toEqual(['validated', null]);
    expect(await hasFile(path)).toBe(true);
    const { body } = await service().api('GET', '/_local/taxauth/received');
    const { uploads } = body as { uploads: { cif: string; number: string }[] };
    expect(uploads.filter(({ cif, number }) => cif === company.cif && number === invoice.number)).toHaveLength(1);
  });

  it.runIf(DEPTH)('by an archive of documents', async () => {
    const { invoice, path } = await withoutXml();
    const body = { invoiceIds: [invoice.id] };
    const { body: asked } = await request<{ exportId: string }>('POST', '/invoices/export/zip', body);
    await service().idle();
    const { body: job } = await request<{ status: string }>('GET', `/exports/${asked.exportId}`);
    expect([job.status, await hasFile(path)]).toEqual(['completed', true]);
    expect((await retainedUntil(path)) > instantIn(5 * 365 * 86_400)).toBe(true);
  });
});
