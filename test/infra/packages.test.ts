import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCEPTED, READ, refusedLicences } from '../../infra/packages/licences.ts';
import { ownPackages, root } from '../../infra/packages/lock.ts';
import { DEPTH } from '../support/effort.ts';
import { type Ended, runScript } from '../support/scripts/run-script.ts';

const packages = ownPackages();

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

// Each runs npm.
describe.runIf(DEPTH)('npm run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-packages-'));
  /** With a cache of its own, since npm keeps advisories. */
  const environment = () => ({
    npm_config_cache: mkdtempSync(join(folder, 'cache-')),
    npm_config_logs_max: '0',
    npm_config_fetch_retries: '0',
  });
  beforeAll(() => {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, file), join(folder, file));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('sbom lists every package of the lock file', async () => {
    expect((await runScript('sbom', [], { cwd: folder, environment: environment() })).code).toBe(0);
    const { bomFormat, components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as {
      bomFormat: string;
      components: { purl: string }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    // npm names a package that is installed under an alias by the alias; its package URL has the name in the registry.
    const listed = components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
    const locked = packages.map(({ name, version }) => `${name}@${version}`);
    expect([...new Set(listed)].sort()).toEqual([...new Set(locked)].sort());
  });

  /** Asks a registry on this machine for vulnerabilities. */
  async function vulnerabilities(registry: RequestListener): Promise<Ended> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => registry(request, response));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const npm_config_registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      return await runScript('vulnerabilities', [], { cwd: folder, environment: { ...environment(), npm_config_registry } });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  /** A registry with an advisory about every version of one package, on which no other depends, and with that package. */
  const advisories =
    (name: string, severity: string): RequestListener =>
    ({ method }, response) => {
      const advisory = { id: 1, url: 'https://example.com/advisory', title: 'Reads too far', severity, vulnerable_versions: '*' };
      const { version } = packages.find(one => one.name === name)!;
      const manifest = { name, 'dist-tags': { latest: version }, versions: { [version]: { name, version } } };
      const body = method === 'POST' ? { [name]: [advisory] } : manifest;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };

  it.each<[string, code: number, says: RegExp, RequestListener]>([
    ['fails for a vulnerability of high severity in what is deployed', 1, /ibantools/, advisories('ibantools', 'high')],
    ['lists one of moderate severity', 0, /ibantools/, advisories('ibantools', 'moderate')],
    ['ignores one in development', 0, /found 0 vulnerabilities/, advisories('jsqr', 'critical')],
    ['fails if the registry cannot be asked', 1, /^\s*$/, (_, response) => void response.writeHead(405).end()],
  ])('vulnerabilities %s', async (_, code, says, registry) => {
    const ended = await vulnerabilities(registry);
    expect(ended.said).toMatch(says);
    expect(ended.code).toBe(code);
  });
});
