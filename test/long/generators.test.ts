import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { openApiDocument } from '../../infra/openapi/document.ts';
import { DOCUMENT, GENERATORS, PACKAGES } from '../../tools/generators/generators.ts';
import { make } from '../../tools/generators/make.ts';
import { useTrader } from '../support/trader.ts';

/**
 * The generators that need packages of npm alone make a client that compiles, and that lists clients, drafts, issues, downloads and lists
 * invoices. Skipped until `npm ci` has run in tools/generators; its README runs the others too.
 */
const INSTALLED = existsSync(PACKAGES);
const { service, scope } = useTrader();

beforeAll(async () => {
  const { endpoints } = await loadCatalogue();
  mkdirSync(dirname(DOCUMENT), { recursive: true });
  writeFileSync(DOCUMENT, JSON.stringify(await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' })));
});

const npmAlone = Object.entries(GENERATORS).filter(([, { npmAlone: alone }]) => alone);

it.runIf(INSTALLED).each(npmAlone)(
  '%s makes a client that compiles, and with which an invoice is issued',
  async (name, generator) => {
    const TODAY = new Date().toISOString().slice(0, 10);
    const flow = { API: service().url, TOKEN: scope.token, COMPANY: scope.company, TODAY };
    expect(await make(name, generator, flow)).toEqual({ generates: 'yes', compiles: 'yes', runs: 'yes' });
  },
);
