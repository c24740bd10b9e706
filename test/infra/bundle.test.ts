import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { overTarget } from '../../infra/bundle.ts';
import { bundleFunctions, type FunctionBundle } from '../../infra/bundle/functions.ts';
import {
  type BackgroundEntry,
  type Catalogue,
  type EndpointEntry,
  functionFiles,
  functionName,
  loadCatalogue,
} from '../../infra/catalogue.ts';
import { RENDERER, SCHEMATRON } from '../../infra/names.ts';
import type { EndpointHandler } from '../../shared/lambda/endpoint/definition.ts';
import { expecting } from '../../infra/local/api-client.ts';
import type { Fault } from '../../infra/local/faults.ts';
import { stateMachineFiles } from '../../infra/state-machines.ts';
import { readInvoice } from '../../shared/documents/store.ts';
import { companyScope } from '../../shared/store/table.ts';
import { call, draft, issued, readyCompany } from '../support/invoices.ts';
import { errorTypeOf, matchedErrors } from '../support/matched-errors.ts';
import { type Service, startService } from '../support/service.ts';
import { temporaryFolder } from './synthesis.ts';

const run = promisify(execFile);

let files: string[];
let bundles: FunctionBundle[];
const folder = temporaryFolder('bundle');

// All functions at once take their time on a busy machine.
beforeAll(async () => {
  files = await functionFiles();
  bundles = await bundleFunctions(files, folder);
}, 300_000);

// Node's own loader, not the test runner's.
const load = createRequire(import.meta.url);
const moduleOf = ({ asset, name }: FunctionBundle): string => join(asset, `${name}.mjs`);
const named = (name: string): FunctionBundle => bundles.find(bundle => bundle.name === name) as FunctionBundle;

describe('bundles as they are deployed', () => {
  it('hold every function once, and load within the size that a cold start may take', () => {
    expect(bundles.map(({ name }) => name)).toEqual(files.map(functionName));
    expect(overTarget(bundles.map(bundle => ({ ...bundle, time: undefined })))).toEqual([]);
  });

  it('run without node_modules, but for those that bring the browser and the fonts, canonical XML, or the official rules', () => {
    const FONTS = [
      ...['inter', 'noto-sans-arabic', 'open-sans'].map(family => `@fontsource/${family}`),
      ...['noto-emoji', 'noto-sans-sc'].map(family => `@fontsource-variable/${family}`),
    ];
    const beside: Record<string, string[]> = {
      [RENDERER]: ['@sparticuz/chromium', ...FONTS],
      // The page that it answers with brings its fonts.
      'pdf-template-config-preview': FONTS,
      'invoices-verify-signature': ['libxml2-wasm'],
      [SCHEMATRON]: ['saxon-js'],
    };
    for (const { name, asset, packages } of bundles) {
      expect(packages, name).toEqual(beside[name] ?? []);
      expect(existsSync(join(asset, 'node_modules')), name).toBe(name in beside);
    }
    const renderer = named(RENDERER).asset;
    expect(existsSync(join(renderer, 'node_modules/@sparticuz/chromium/bin/chromium.br'))).toBe(true);
    // What the browser's package needs in its turn.
    expect(existsSync(join(renderer, 'node_modules/tar-fs'))).toBe(true);
  });

  it('answer from where they lie, far from the sources', async () => {
    const event = {
      headers: {},
      rawPath: '/health',
      requestContext: { requestId: 'one', http: { method: 'GET', path: '/health', sourceIp: '127.0.0.1' } },
    };
    const script = `
      const { handler } = await import(process.argv[1]);
      const { statusCode, body } = await handler(${JSON.stringify(event)}, {});
      console.log(JSON.stringify({ statusCode, body: JSON.parse(body) }));
      process.exit();`;
    // No table answers here: the function must say so, by the credentials and the region of its environment.
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, moduleOf(named('system-health'))], {
      env: {
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'none',
        AWS_SECRET_ACCESS_KEY: 'none',
        AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
        TABLE_NAME: 'none',
      },
    });
    const answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as object;
    expect(answer).toMatchObject({ statusCode: 503, body: { status: 'degraded', checks: { database: 'error' } } });
  });

  it('the renderer finds its browser and fonts beside itself', async () => {
    const script = `
      const { createRequire } = await import('node:module');
      const from = createRequire(process.argv[1]);
      const { handler } = await import(process.argv[1]);
      console.log(JSON.stringify([typeof handler, from.resolve('@fontsource/open-sans/unicode.json').startsWith(process.argv[2])]));`;
    const { asset } = named(RENDERER);
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, moduleOf(named(RENDERER)), asset]);
    expect(JSON.parse(stdout)).toEqual(['function', true]);
  });
});

/** What the start of an API function may bring. Each entry costs every caller of a cold function: think before adding one. */
const AT_THE_START = {
  packages: [
    ...['client-dynamodb', 'core', 'credential-provider-env', 'credential-provider-node', 'dynamodb-codec', 'endpoint-cache'],
    ...['lib-dynamodb', 'middleware-endpoint-discovery', 'util-dynamodb', 'xml-builder'],
    ...['client-kms', 'client-lambda', 'client-s3', 'checksums', 'middleware-sdk-s3', 'signature-v4-multi-region'],
  ]
    .map(name => `@aws-sdk/${name}`)
    .concat('@aws/lambda-invoke-store')
    .concat(['core', 'node-http-handler', 'signature-v4', 'types'].map(name => `@smithy/${name}`))
    .concat('big.js', 'content-disposition', 'csv-stringify', 'fflate', 'ibantools', 'jose', 'mnemonist', 'obliterator')
    .concat('uuid', 'zod'),
  builtins: [
    ...[
      'async_hooks',
      'crypto',
      'fs',
      'fs/promises',
      'https',
      'module',
      'os',
      'path',
      'process',
      'stream',
      'timers',
      'timers/promises',
    ],
    ...['util', 'v8', 'zlib'],
  ],
};

describe('the start of an API function', () => {
  let starts: FunctionBundle[];
  beforeAll(() => {
    starts = bundles.filter(({ file }) => !/^functions\/(schedules|tasks|workers)\//.test(file));
  });

  it('is three files at most: the function, its chunk, and the foundation', () => {
    for (const { name, files: loaded } of starts) expect(loaded, name).toBeLessThanOrEqual(3);
  });

  it('brings these packages and modules of Node, and no others', () => {
    for (const { name, sources } of starts) {
      const packages = sources.flatMap(source => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
      const builtins = sources.flatMap(source => /^builtin[^:]*:(.*)/.exec(source)?.[1] ?? []);
      expect(
        packages.filter(one => !AT_THE_START.packages.includes(one)),
        name,
      ).toEqual([]);
      expect(
        builtins.filter(one => !AT_THE_START.builtins.includes(one)),
        name,
      ).toEqual([]);
    }
  });

  it('asks Node for no module with all that it exports', () => {
    const importsOf = (path: string): string[] =>
      [...readFileSync(path, 'utf8').matchAll(/(?:^|;|\})(?:import|export)[^;"']*"([^"]+)"/g)].map(match => match[1] ?? '');
    const elsewhere = (paths: string[]): string[] => paths.filter(path => !path.startsWith('./'));
    for (const bundle of starts) {
      const chunks = importsOf(moduleOf(bundle));
      expect(chunks, bundle.name).not.toEqual([]);
      const own = chunks.filter(chunk => chunk !== './foundation.mjs');
      expect(elsewhere([...chunks, ...own.flatMap(chunk => importsOf(join(bundle.asset, chunk)))]), bundle.name).toEqual([]);
    }
    expect(elsewhere(importsOf(join(named('invoices-create').asset, 'foundation.mjs')))).toEqual([]);
  });

  it('makes no client of HTTP, no thread and no report that nothing asked for', async () => {
    const script = `
      const before = new Set(process.moduleLoadList);
      await import(process.argv[1]);
      console.log(JSON.stringify(process.moduleLoadList.filter(one => !before.has(one)).map(one => one.split(' ').at(-1))));
      process.exit();`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script, moduleOf(named('invoices-create'))]);
    const loaded = JSON.parse(stdout) as string[];
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

  it('makes no schema of an answer', () => {
    const { handler } = load(moduleOf(named('invoices-issue'))) as { handler: EndpointHandler };
    expect(handler.definition).toMatchObject({ method: 'POST', responses: { 200: true } });
  });
});

describe('the functions as they are deployed', () => {
  let service: Service;

  /** The catalogue, with each function as it is deployed: bundled, minified, without what is left out, and held against its schemas. */
  async function deployedCatalogue(): Promise<Catalogue> {
    const { endpoints, background } = await loadCatalogue();
    const deployed = <T extends EndpointEntry | BackgroundEntry>(entry: T): T => {
      const handler = (event: object, context: object): Promise<unknown> => {
        const module = load(moduleOf(named(entry.name))) as { handler: (event: object, context: object) => Promise<unknown> };
        return module.handler(event, context);
      };
      return { ...entry, handler: Object.assign(handler, { definition: entry.handler.definition }) };
    };
    return { endpoints: endpoints.map(deployed), background: background.map(deployed) };
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
  }, 120_000);

  /** What has to become of calls to the authority for a task to throw the error that a state machine waits for. */
  const BROUGHT_ABOUT: Record<string, Fault['kind'] | undefined> = {
    'tasks-ensure-uploaded TaxauthAnswerLost': 'lostAnswer',
    'tasks-ensure-uploaded TaxauthUnavailable': 'fail',
    'tasks-ensure-uploaded TaxauthRateLimited': 'throttle',
    'tasks-check-submission StillProcessing': undefined,
    'tasks-check-submission TaxauthRateLimited': 'throttle',
  };

  it('throw errors under the names that `Retry` and `Catch` of the state machines match', async () => {
    const { faults, catalogue, engines } = service.runtime;
    const matched = matchedErrors(await stateMachineFiles(), catalogue.background);
    expect(matched.map(({ task, error }) => `${task} ${error}`)).toEqual(Object.keys(BROUGHT_ABOUT));
    const body = { mode: 'accept', processing: 100 };
    await expecting(200, 'Setting the authority', service.api('PUT', '/_local/taxauth', { body }));
    const scope = await readyCompany(service);
    const meet = (kind: Fault['kind'] | undefined): void => {
      faults.clear();
      if (kind) faults.add({ service: 'taxauth', kind });
    };
    const submitted = async (status: number) => {
      const { id } = await issued(service, scope, { clientId: scope.clientId });
      expect((await call(service, scope, 'POST', `/invoices/${id}/submit`)).status).toBe(status);
      const document = (await readInvoice(companyScope(scope.company), id))?.document;
      return { companyId: scope.company, invoiceId: id, submissionId: document?.submission?.id ?? document?.taxauthSubmissionId };
    };
    const taken = await submitted(200);
    meet('lostAnswer');
    const inputs: Record<string, unknown> = { 'tasks-check-submission': taken, 'tasks-ensure-uploaded': await submitted(503) };
    const thrown: string[] = [];
    for (const { task, error } of matched) {
      meet(BROUGHT_ABOUT[`${task} ${error}`]);
      thrown.push(`${task} ${await errorTypeOf(engines.lambda.endpoint, task, inputs[task])}`);
    }
    meet(undefined);
    expect(thrown).toEqual(matched.map(({ task, error }) => `${task} ${error}`));
  }, 120_000);
});
