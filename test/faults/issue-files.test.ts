import { describe, expect, it } from 'vitest';
import { FILES_TASK, filesMade } from '#shared/documents/common/files/task.ts';
import { filedInvoice } from '#shared/documents/invoices/print/identity.ts';
import { render } from '#shared/output/pdf/renderer.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import type { Invoice } from '../support/contract.ts';
import { useIssues } from '../support/faults/issuing.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { drafts, issue, read } = useIssues(service);

/** An issued invoice whose renderer was not invoked, because the function died after its transaction. */
async function withoutFiles() {
  const scope = await readyCompany(service());
  const [one] = (await drafts(scope, 1)) as [Invoice];
  service().runtime.faults.crash({
    call: 1,
    when: 'after',
    name: 'invoices-issue',
    operation: 'dynamodb.TransactWriteItems',
  });
  expect((await issue(scope, one.id)).status).toBe(500);
  const filed = filedInvoice({ companyId: companyScope(scope.company), id: one.id });
  const tasks = () => queryItems({ partition: companyPartition(filed.companyId), beginsWith: `FOLLOW#${FILES_TASK}#${one.id}` });
  const get = (what: string) => call<Buffer>(service(), scope, 'GET', `/invoices/${one.id}${what}`);
  const entries = async () => (await read(scope, one.id)).events.map(event => event.type);
  return { scope, id: one.id, filed, tasks, get, entries };
}

const ISSUED = ['pdf_generated', 'xml_generated', 'status_change', 'created'];

describe('the files of an invoice whose issue died after its transaction', () => {
  it('are named and in the timeline; the first request makes them under these names, and removes the task', async () => {
    const { scope, id, tasks, get, entries } = await withoutFiles();
    const named = await read(scope, id);
    expect(named).toMatchObject({ status: 'issued', xmlGenerated: true, pdfGenerated: true });
    expect([await tasks(), await entries()]).toEqual([[expect.anything()], ISSUED]);
    expect([(await get('/pdf')).status, (await get('/xml')).status]).toEqual([200, 200]);
    const made = await read(scope, id);
    expect([made.pdfPath, made.xmlPath, await tasks(), await entries()]).toEqual([named.pdfPath, named.xmlPath, [], ISSUED]);
  });

  it('are made once in the timeline by two renderers at once, and by a third afterwards', async () => {
    const { scope, id, filed, tasks, entries } = await withoutFiles();
    const named = await read(scope, id);
    const paths = [...(await Promise.all([render(filed), render(filed)])), await render(filed)].map(({ pdfPath }) => pdfPath);
    expect(new Set(paths)).toEqual(new Set([named.pdfPath]));
    expect([(await read(scope, id)).pdfPath, await tasks(), await entries()]).toEqual([named.pdfPath, [], ISSUED]);
  });

  it('show the configuration with which they are made, and the document names that PDF', async () => {
    const { scope, id, tasks, get, entries } = await withoutFiles();
    const named = await read(scope, id);
    expect((await call(service(), scope, 'PUT', '/pdf-template-config', { footerText: 'Alt text' })).status).toBe(200);
    await service().advance('PT2M');
    const made = await read(scope, id);
    expect(made.pdfPath).not.toBe(named.pdfPath);
    expect([await tasks(), await entries()]).toEqual([[], ['pdf_generated', ...ISSUED]]);
    expect((await get('/pdf')).status).toBe(200);
    expect(await entries()).toHaveLength(ISSUED.length + 1);
  });

  it('stay to be made when a renderer finishes an earlier version', async () => {
    const { filed, tasks } = await withoutFiles();
    const [task] = (await tasks()) as unknown as [{ row: { version: number } }];
    await filesMade(filed, task.row.version - 1);
    expect(await tasks()).toHaveLength(1);
    await filesMade(filed, task.row.version);
    expect(await tasks()).toEqual([]);
    await filesMade(filed, task.row.version);
  });
});
