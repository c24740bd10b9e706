import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ACCEPTED, READ, refusedLicences } from '../../infra/packages/licences.ts';
import { ownPackages, root } from '../../infra/packages/lock.ts';
import { reproducible } from '../../infra/packages/sbom.ts';
import { LONG } from '../support/effort.ts';

const packages = ownPackages();
const folder = mkdtempSync(join(tmpdir(), 'invoicing-packages-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  code: number;
  stdout: string;
}

const run = (script: string, options: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  new Promise(resolve => {
    const env = { ...process.env, ...environment, npm_config_cache: join(folder, 'cache'), npm_config_logs_max: '0' };
    execFile(process.execPath, [join(root, script), ...options], { cwd: folder, env }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, stdout }),
    );
  });

describe('the packages of this repository', () => {
  it('have licences that are accepted', () => {
    expect(packages.length).toBeGreaterThan(300);
    expect(refusedLicences(packages)).toEqual([]);
  });

  it('have the same licences in the lock file as in the packages', () => {
    const installed = packages.filter(({ path }) => existsSync(join(root, path, 'package.json')));
    const differing = installed.filter(
      ({ path, licence }) =>
        (JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as { license?: string }).license !== licence,
    );
    expect(installed.length).toBeGreaterThan(300);
    expect(differing).toEqual([]);
  });

  it('use every licence that is accepted', () => {
    const stated = new Set(packages.map(({ licence }) => licence));
    expect(Object.keys(ACCEPTED).filter(licence => !stated.has(licence))).toEqual([]);
    expect(Object.keys(READ).filter(name => !packages.some(one => one.name === name))).toEqual([]);
  });
});

describe('npm run sbom', () => {
  // It runs npm, twice.
  it.runIf(LONG)('lists every package of the lock file, the same bytes each time', async () => {
    const files = ['one.json', 'two.json'];
    for (const file of files) expect((await run('infra/packages/sbom-cli.ts', [file])).code).toBe(0);
    const [one = '', two] = files.map(file => readFileSync(join(folder, file), 'utf8'));
    expect(two).toBe(one);
    const listed = JSON.parse(one) as {
      serialNumber: string;
      metadata: { timestamp?: string; component: { name: string } };
      components: { name: string; version: string }[];
    };
    expect(listed.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(listed.metadata).toMatchObject({ component: { name: 'invoicing-service' } });
    expect(listed.metadata.timestamp).toBeUndefined();
    const names = (some: { name: string; version: string }[]) =>
      [...new Set(some.map(({ name, version }) => `${name}@${version}`))].sort();
    expect(names(listed.components)).toEqual(names(packages));
  });

  it('has another serial number for another document, and the same content whatever the order', () => {
    const printed = (refs: string[], timestamp: string): string =>
      JSON.stringify({
        bomFormat: 'CycloneDX',
        serialNumber: `urn:uuid:${timestamp}`,
        metadata: { timestamp, component: { name: 'folder' } },
        components: refs.map(ref => ({ 'bom-ref': ref })),
        dependencies: refs.map(ref => ({ ref, dependsOn: refs })),
      });
    const one = reproducible(printed(['a', 'b'], '2026-01-01'), 'project');
    expect(reproducible(printed(['b', 'a'], '2026-02-02'), 'project')).toBe(one);
    const other = reproducible(printed(['a', 'c'], '2026-01-01'), 'project');
    const serial = (text: string) => (JSON.parse(text) as { serialNumber: string }).serialNumber;
    expect(serial(other)).not.toBe(serial(one));
    expect(() => reproducible('{"error":{"summary":"no lock file"}}', 'project')).toThrow();
  });
});

// Each runs npm.
describe.runIf(LONG)('npm run vulnerabilities, with npm and a registry on this machine', () => {
  async function against(registry: RequestListener): Promise<Ended & { asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => registry(request, response));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      return {
        ...(await run('infra/packages/audit-cli.ts', [], { npm_config_registry: url, npm_config_fetch_retries: '0' })),
        asked,
      };
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  /** A registry with an advisory about every version of one package, on which no other depends, and with that package. */
  const advisories =
    (name: string, severity: string): RequestListener =>
    ({ method }, response) => {
      const advisory = {
        id: 1,
        url: 'https://example.com/advisory',
        title: 'Reads beyond its end',
        severity,
        vulnerable_versions: '*',
      };
      const { version } = packages.find(one => one.name === name)!;
      const manifest = { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version } } };
      const body = method === 'POST' ? { [name]: [advisory] } : manifest;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };

  it('ends with 1 for a vulnerability of high severity in what is deployed', async () => {
    const { code, stdout, asked } = await against(advisories('ibantools', 'high'));
    expect(asked).toContain('POST /-/npm/v1/security/advisories/bulk');
    expect(stdout).toContain('high     ibantools, deployed');
    expect(code).toBe(1);
  });

  it('ends with 0 for a vulnerability in development dependencies, which it lists', async () => {
    const { code, stdout } = await against(advisories('jsqr', 'critical'));
    expect(stdout).toContain('critical jsqr, not deployed');
    expect(code).toBe(0);
  });

  it('reports that a registry without such an endpoint could not be asked', async () => {
    const { code, stdout } = await against((_, response) => void response.writeHead(405).end());
    expect(stdout).toMatch(/^NOT CHECKED: .*405/);
    expect(code).toBe(0);
  });
});
