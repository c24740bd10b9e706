import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleAndMeasure } from '../../infra/bundle.ts';
import type { FunctionBundle } from '../../infra/bundle/functions.ts';
import { overUpload, UPLOAD_TARGETS, uploadsOf, uploadSummary } from '../../infra/bundle/upload.ts';
import { functionName } from '../../infra/catalogue.ts';
import { PRINTER, RENDERER } from '../../infra/stage/names.ts';
import { DEPTH } from '../support/effort.ts';
import { bundleViolations, moduleOf } from '../support/source/bundle-rules.ts';
import { temporaryFolders } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

/** Small and large functions, each kind of them, and all that bring packages. Of all functions: test/long/deployed-form.test.ts. */
const SAMPLE = [
  'functions/auth/register.ts',
  'functions/clients/create.ts',
  'functions/invoices/create.ts',
  'functions/invoices/issue.ts',
  'functions/invoices/list.ts',
  'functions/invoices/verify-signature.ts',
  'functions/pdf-template-config/preview.ts',
  'functions/system/health.ts',
  'functions/tasks/print-page.ts',
  'functions/workers/publish-changes.ts',
  'functions/workers/render-document.ts',
  'functions/workers/run-schematron.ts',
].filter(file => DEPTH || ['functions/invoices/create.ts', 'functions/system/health.ts'].includes(file));

let bundles: FunctionBundle[];
beforeAll(async () => {
  // As `npm run bundle` does, but without measuring times.
  bundles = await bundleAndMeasure(SAMPLE, { outDir: temporaryFolder('bundle'), runs: 0, chosen: () => true });
});

const named = (name: string): FunctionBundle => bundles.find(bundle => bundle.name === name) as FunctionBundle;

const HEALTH = {
  headers: {},
  rawPath: '/health',
  requestContext: { requestId: 'one', http: { method: 'GET', path: '/health', sourceIp: '127.0.0.1' } },
};

/** A place in a stack trace that is one of a source. */
const SOURCE = /\bshared\/platform\/lambda\/[\w-/]+\.ts:\d+:\d+/;

const run = promisify(execFile);

/** Runs a script in a process of its own, with the deployed file as its argument; returns what it prints on a line of its own. */
async function runWith(bundle: FunctionBundle, script: string, env?: Record<string, string>, line = -1): Promise<unknown> {
  const args = ['--input-type=module', '--eval', script, pathToFileURL(moduleOf(bundle)).href, bundle.asset];
  const { stdout } = await run(process.execPath, args, { env: env ?? process.env });
  return JSON.parse(stdout.trim().split('\n').at(line) ?? '') as unknown;
}

describe('bundles as they are deployed', () => {
  it('contain every function, within the size that a cold start allows, without packages except those that cannot be bundled', () => {
    expect(bundles.map(({ name }) => name)).toEqual(SAMPLE.map(functionName));
    expect(bundles.flatMap(bundleViolations)).toEqual([]);
  });

  it.runIf(DEPTH)('contain the dependencies of the packages that are not bundled', () => {
    expect(existsSync(join(named(PRINTER).asset, 'node_modules/tar-fs'))).toBe(true);
  });

  it.runIf(DEPTH)('a change of one endpoint uploads some hundred kilobytes, zipped', () => {
    const uploads = uploadsOf(bundles);
    console.log(uploadSummary(uploads));
    expect(overUpload(uploads)).toEqual([]);
    const endpoints = uploads.filter(({ name }) => ['auth-register', 'clients-create', 'invoices-issue'].includes(name));
    expect(endpoints).toHaveLength(3);
    for (const { name, zipped } of endpoints) {
      expect(zipped, name).toBeGreaterThan(100_000);
      expect(zipped, name).toBeLessThan(UPLOAD_TARGETS.endpoint);
    }
    // The printer's own files, without its layer.
    expect(uploads.find(({ name }) => name === PRINTER)?.zipped).toBeLessThan(4_000_000);
  });

  it.runIf(DEPTH)('a change of the printer does not upload its browser (70 MB) again: the browser is in a layer', () => {
    const { asset, layer = '' } = named(PRINTER);
    const bytesIn = (folder: string): number =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(one => one.isFile())
        .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
    expect(bytesIn(asset)).toBeLessThan(12_000_000);
    expect(existsSync(join(layer, 'chromium/chromium.br'))).toBe(true);
    // Lambda's limit for code and layers together, unpacked.
    expect(bytesIn(asset) + bytesIn(layer)).toBeLessThan(250_000_000);
    expect(bundles.filter(one => one.layer !== undefined).map(({ name }) => name)).toEqual([PRINTER]);
  });

  it('respond when they are run from another folder, far from the sources', async () => {
    const script = `
      const { handler } = await import(process.argv[1]);
      const { statusCode, body } = await handler(${JSON.stringify(HEALTH)}, {});
      console.log(JSON.stringify({ statusCode, body: JSON.parse(body) }));
      process.exit();`;
    // There is no table here: the function must fail because of the credentials and the region of its environment.
    const answer = await runWith(named('system-health'), script, {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'none',
      AWS_SECRET_ACCESS_KEY: 'none',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
      TABLE_NAME: 'none',
    });
    expect(answer).toMatchObject({ statusCode: 503, body: { status: 'degraded', checks: { database: 'error' } } });
  });

  it('log errors with stack traces that name the sources', async () => {
    const script = `
      const { handler } = await import(process.argv[1]);
      await handler(${JSON.stringify({ ...HEALTH, headers: null })}, {});`;
    // The last line says how the request ended, the line before it says why.
    const logged = await runWith(named('system-health'), script, {}, -2);
    expect(logged).toMatchObject({ level: 'ERROR', message: 'request failed', stack: expect.stringMatching(SOURCE) as string });
  });

  it.runIf(DEPTH)(
    'throw errors with stack traces that name the sources when nobody waits for the result and Lambda logs the error',
    async () => {
      const script = `
      const { handler } = await import(process.argv[1]);
      const stack = await handler(null, {}).then(() => '', error => error.stack);
      console.log(JSON.stringify(stack));`;
      expect(await runWith(named('workers-publish-changes'), script)).toMatch(SOURCE);
    },
  );

  it.runIf(DEPTH)('the bundle of the printer includes its browser, and no other bundle does', async () => {
    const script = `
      const { createRequire } = await import('node:module');
      const { handler } = await import(process.argv[1]);
      console.log(JSON.stringify([typeof handler, createRequire(process.argv[1]).resolve('@sparticuz/chromium').startsWith(process.argv[2])]));`;
    expect(await runWith(named(PRINTER), script)).toEqual(['function', true]);
    expect(bundles.filter(({ packages }) => packages.includes('@sparticuz/chromium')).map(({ name }) => name)).toEqual([PRINTER]);
  });

  it.runIf(DEPTH)('the bundle of the renderer includes its fonts', async () => {
    const script = `
      const { createRequire } = await import('node:module');
      const from = createRequire(process.argv[1]);
      const { handler } = await import(process.argv[1]);
      console.log(JSON.stringify([typeof handler, from.resolve('@fontsource/open-sans/unicode.json').startsWith(process.argv[2])]));`;
    expect(await runWith(named(RENDERER), script)).toEqual(['function', true]);
  });

  it('create no HTTP client, thread or report that nothing has requested', async () => {
    const script = `
      const before = new Set(process.moduleLoadList);
      await import(process.argv[1]);
      console.log(JSON.stringify(process.moduleLoadList.filter(one => !before.has(one)).map(one => one.split(' ').at(-1))));
      process.exit();`;
    const loaded = (await runWith(named('invoices-create'), script)) as string[];
    expect(loaded).toContain('https');
    const unasked = [
      'internal/deps/undici/undici',
      'http2',
      'worker_threads',
      'internal/process/report',
      'child_process',
      'inspector',
    ];
    expect(loaded.filter(one => unasked.includes(one))).toEqual([]);
  });
});
