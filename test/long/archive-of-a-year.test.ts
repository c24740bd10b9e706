import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { onCountedSystem } from '../../infra/cost/counting.ts';
import { PRICES } from '../../infra/cost/prices.ts';
import { priceSheet, total } from '../../infra/cost/sheet.ts';
import { apiAt, expecting } from '../../infra/local/api-client.ts';
import { CLIENT, COMPANY, INVOICE, register } from '../../infra/local/demo/journey.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { archiveCalls } from '../api/exports/archive-calls.ts';
import { rowsOf } from '../api/exports/calls.ts';
import { madeAlone } from '../support/archives/alone.ts';
import { storeYear, YEAR } from '../support/archives/year.ts';
import type { Export } from '../support/contract.ts';
import { newDataFolder } from '../support/runner/data-folder.ts';
import type { Service } from '../support/service.ts';

/**
 * The archive of a year (OUT-107): what it takes, and that memory does not grow with the period. `ARCHIVE_DOCUMENTS=10000` makes the year of a
 * larger company, which takes some minutes.
 */
const DOCUMENTS = Number(process.env['ARCHIVE_DOCUMENTS'] ?? 600);
const FEW = 100;

/** The program, and a volume (48 MB at most) in its parts and as a whole; 338 were measured for 10,000 documents. */
const MOST_MEGABYTES = 450;

const dataDir = newDataFolder();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const PERIOD = { from: `${YEAR}-01-01`, to: `${YEAR}-12-31` };

it(`${DOCUMENTS} invoices of a year: calls, units, seconds and dollars; constant memory; the script finds nothing`, async () => {
  await onCountedSystem(dataDir, async ({ runtime, measure }) => {
    const api = apiAt(runtime.url);
    const person = { firstName: 'Ana', lastName: 'Pop', organizationName: COMPANY.name };
    const token = await register(api, { ...person, email: 'year@invoicing.example', password: 'Archive-of-1-year' });
    const post = <T>(path: string, company: string, body?: unknown): Promise<T> =>
      expecting<T>([200, 201, 202], path, api('POST', path, { token, company, body }));

    /** A company with so many documents, whose files are those of one that was issued. */
    const companyWith = async (many: number, cif: string): Promise<string> => {
      const { id } = await post<{ id: string }>('/api/v1/companies', '', { ...COMPANY, cif, vatCode: null });
      const { client } = await post<{ client: { id: string } }>('/api/v1/clients', id, CLIENT);
      const { invoice } = await post<{ invoice: { id: string } }>('/api/v1/invoices', id, {
        ...INVOICE,
        issueDate: today(),
        dueDate: today(),
        clientId: client.id,
      });
      await post(`/api/v1/invoices/${invoice.id}/issue`, id);
      const file = async (kind: string): Promise<Buffer> =>
        (await api('GET', `/api/v1/invoices/${invoice.id}/${kind}`, { token, company: id })).body as Buffer;
      await storeYear(companyScope(id), many, { pdf: await file('pdf'), xml: await file('xml'), signature: randomBytes(6000) });
      return id;
    };

    const archiveOf = async (company: string): Promise<Export> => {
      const { exportId } = await post<Export>('/api/v1/invoices/export/zip', company, { period: PERIOD });
      await runtime.idle(1_200_000);
      return expecting<Export>(200, 'The archive', api('GET', `/api/v1/exports/${exportId}`, { token, company }));
    };

    const few = await companyWith(FEW, '20000001');
    const many = await companyWith(DOCUMENTS, '20000002');
    const ofFew = await archiveOf(few);
    const begun = performance.now();
    let job = ofFew;
    const { usage, runs } = await measure(async () => {
      job = await archiveOf(many);
    });
    const seconds = Math.round((performance.now() - begun) / 1000);
    const worker = runs.filter(({ name }) => name === 'workers-build-export');
    const calls = worker.flatMap(run => run.calls);
    console.log(
      `${DOCUMENTS} documents, ${job.volumes?.length} volumes, ${Math.round((job.volumes ?? []).reduce((sum, one) => sum + one.fileSize, 0) / 2 ** 20)} MB:`,
      `${worker.length} runs of the worker, ${calls.length} calls, ${usage.readUnits} read and ${usage.writeUnits} write units,`,
      `${seconds} s here, ${Math.round(usage.seconds)} s modelled, $${total(priceSheet(usage, PRICES)).toFixed(4)}`,
    );
    for (const { service, amount, dollars } of priceSheet(usage, PRICES).filter(line => line.dollars > 0.00005))
      console.log(`  ${service.padEnd(18)} $${dollars.toFixed(4)}  ${amount}`);
    expect(job).toMatchObject({ status: 'completed', totalInvoices: DOCUMENTS, done: DOCUMENTS, progress: 100 });
    expect(job.filesIncluded).toEqual({ pdf: DOCUMENTS, xml: DOCUMENTS, signed: DOCUMENTS, csv: 1 });
    expect(worker).toHaveLength((job.volumes?.length ?? 0) + 1);
    // A document is one query, and three files; the rest is for a volume.
    expect(calls.length).toBeLessThan(4 * DOCUMENTS + 30 * worker.length);

    const { keep } = archiveCalls(() => ({ api }) as Service);
    const kept = await keep({ token, company: companyScope(many) }, job);
    try {
      expect((await kept.check('--manifest', job.manifestSha256 ?? '')).said).toEqual([
        `The archive is complete and unchanged: ${DOCUMENTS} documents in ${job.volumes?.length} volumes.`,
      ]);
      expect(new Set(rowsOf(kept.read('index.csv')).map(row => row['Number'])).size).toBe(DOCUMENTS);
    } finally {
      kept.remove();
    }

    const [small, large] = [await madeAlone(few, ofFew.exportId), await madeAlone(many, job.exportId)];
    console.log(
      `In a process of its own: ${FEW} documents ${JSON.stringify(small)}, ${DOCUMENTS} documents ${JSON.stringify(large)}`,
    );
    expect(large.peakMegabytes).toBeLessThan(MOST_MEGABYTES);
  });
});
