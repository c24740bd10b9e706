import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleFunctions, type FunctionBundle } from '../../infra/bundle/functions.ts';
import { type Catalogue, loadCatalogue } from '../../infra/catalogue.ts';
import { call, draft, readyCompany } from '../support/invoices.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder } from './synthesis.ts';

let service: Service;

/** The catalogue, with each function as it is deployed: bundled, minified, without what slim.ts leaves out. */
async function deployedCatalogue(): Promise<Catalogue> {
  const { endpoints, background } = await loadCatalogue();
  const files = [...endpoints, ...background].map(entry => entry.file);
  const bundles = new Map((await bundleFunctions(files, temporaryFolder('journey'))).map(bundle => [bundle.name, bundle]));
  const deployed = async <T extends { name: string }>(entry: T): Promise<T> => {
    const { asset } = bundles.get(entry.name) as FunctionBundle;
    const module = (await import(pathToFileURL(join(asset, `${entry.name}.mjs`)).href)) as object;
    return { ...entry, ...module };
  };
  return {
    endpoints: await Promise.all(endpoints.map(deployed)),
    background: await Promise.all(background.map(deployed)),
  };
}

beforeAll(async () => {
  // Bundles write their log where Lambda would read it.
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  service = await startService({ catalogue: await deployedCatalogue() });
});

afterAll(async () => {
  await service.stop();
  vi.restoreAllMocks();
});

describe('the functions as they are deployed', () => {
  it('do the main job: account, company, draft, number, PDF, XML, submission, verdict', async () => {
    // Registration, the mailed confirmation, signing of tokens by KMS, the company with all it needs, the sealed connection.
    const scope = await readyCompany(service);
    const { id } = await draft(service, scope, { clientId: scope.clientId });
    const issued = await call(service, scope, 'POST', `/invoices/${id}/issue`);
    expect(issued).toMatchObject({ status: 200, body: { status: 'issued', pdfPath: expect.stringMatching(/\.pdf$/) as string } });

    const pdf = await call<Buffer>(service, scope, 'GET', `/invoices/${id}/pdf`);
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
    const xml = await call<Buffer>(service, scope, 'GET', `/invoices/${id}/xml`);
    expect(xml.body.toString()).toContain('CustomizationID');

    const submitted = await call(service, scope, 'POST', `/invoices/${id}/submit`);
    expect(submitted).toMatchObject({ status: 200, body: { status: 'sent_to_provider' } });
    await service.advance('PT2H');
    expect((await call(service, scope, 'GET', `/invoices/${id}`)).body.status).toBe('validated');
    expect(service.runtime.violations).toEqual([]);
  });
});
