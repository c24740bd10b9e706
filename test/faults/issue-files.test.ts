import { describe, expect, it } from 'vitest';
import { KINDS } from '#shared/model/kinds.ts';
import { render } from '#shared/output/pdf/renderer.ts';
import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { Invoice } from '../support/contract.ts';
import { useIssues } from '../support/faults/issuing.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { drafts, issue, read } = useIssues(service);

/** An issued invoice whose renderer was not invoked, because the stream has lost the entries of the issue. */
async function withoutFiles() {
  const scope = await readyCompany(service());
  const [one] = (await drafts(scope, 1)) as [Invoice];
  const { faults } = service().runtime;
  // The record of the draft has come: the next one is that of the issue.
  await service().idle();
  faults.loseRecord('event');
  expect((await issue(scope, one.id)).status).toBe(200);
  await service().idle();
  expect(faults.recordsLost()).toBe(true);
  const filed = { companyId: companyScope(scope.company), kind: KINDS.invoice.item, id: one.id };
  const get = (what: string) => call<Buffer>(service(), scope, 'GET', `/invoices/${one.id}${what}`);
  const entries = async () => (await read(scope, one.id)).events.map(event => event.type);
  const named = await read(scope, one.id);
  expect(await Promise.all([named.xmlPath, named.pdfPath].map(path => hasFile(path ?? '')))).toEqual([false, false]);
  return { scope, id: one.id, filed, get, entries, named };
}

const ISSUED = ['pdf_generated', 'xml_generated', 'status_change', 'created'];

describe('the files of an invoice that were not made after its issue', () => {
  it('are named and in the timeline; the first request makes them under these names', async () => {
    const { scope, id, get, entries, named } = await withoutFiles();
    expect(named).toMatchObject({ status: 'issued', xmlGenerated: true, pdfGenerated: true });
    expect(await entries()).toEqual(ISSUED);
    expect([(await get('/pdf')).status, (await get('/xml')).status]).toEqual([200, 200]);
    const made = await read(scope, id);
    expect([made.pdfPath, made.xmlPath, await entries()]).toEqual([named.pdfPath, named.xmlPath, ISSUED]);
  });

  it('are made once in the timeline by two renderers at once, and by a third afterwards', async () => {
    const { scope, id, filed, entries, named } = await withoutFiles();
    const paths = [...(await Promise.all([render(filed), render(filed)])), await render(filed)].map(({ pdfPath }) => pdfPath);
    expect(new Set(paths)).toEqual(new Set([named.pdfPath]));
    expect([(await read(scope, id)).pdfPath, await entries()]).toEqual([named.pdfPath, ISSUED]);
  });

  it('show the configuration with which they are made, and the document names that PDF', async () => {
    const { scope, id, filed, get, entries, named } = await withoutFiles();
    expect((await call(service(), scope, 'PUT', '/pdf-template-config', { footerText: 'Alt text' })).status).toBe(200);
    await render({ ...filed, asNamed: true });
    const made = await read(scope, id);
    expect(made.pdfPath).not.toBe(named.pdfPath);
    expect(await entries()).toEqual(['pdf_generated', ...ISSUED]);
    expect((await get('/pdf')).status).toBe(200);
    expect(await entries()).toHaveLength(ISSUED.length + 1);
  });

  it('are not recorded by the renderer of the issue when the document has changed since', async () => {
    const { scope, id, filed, entries } = await withoutFiles();
    const cancelled = await call(service(), scope, 'POST', `/invoices/${id}/cancel`, { reason: 'Comandă anulată' });
    expect(cancelled.status).toBe(200);
    await render({ ...filed, asNamed: true });
    expect(await entries()).toEqual(['cancelled', ...ISSUED]);
  });
});
