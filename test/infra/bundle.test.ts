import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Measured, overTarget, TARGETS } from '../../infra/bundle.ts';
import { bundleFunctions, type FunctionBundle } from '../../infra/bundle/functions.ts';
import { literalKeys, withoutJsonSchema } from '../../infra/bundle/slim.ts';
import { functionFiles, functionName } from '../../infra/catalogue.ts';
import { RENDERER, SCHEMATRON } from '../../infra/names.ts';
import { temporaryFolder } from './synthesis.ts';

const run = promisify(execFile);

let files: string[];
let bundles: FunctionBundle[];
const folder = temporaryFolder('bundle');

beforeAll(async () => {
  files = await functionFiles();
  bundles = await bundleFunctions(files, folder);
});

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
    const renderer = bundles.find(({ name }) => name === RENDERER)?.asset ?? '';
    expect(existsSync(join(renderer, 'node_modules/@sparticuz/chromium/bin/chromium.br'))).toBe(true);
    // What the browser's package needs in its turn.
    expect(existsSync(join(renderer, 'node_modules/tar-fs'))).toBe(true);
    expect(readdirSync(renderer).filter(entry => entry.endsWith('.mjs'))).toEqual([`${RENDERER}.mjs`]);
  });

  it('answer from where they lie, far from the sources', async () => {
    const health = bundles.find(({ name }) => name === 'system-health');
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
    const { stdout } = await run(
      process.execPath,
      ['--input-type=module', '--eval', script, join(health?.asset ?? '', 'system-health.mjs')],
      {
        env: {
          AWS_REGION: 'eu-central-1',
          AWS_ACCESS_KEY_ID: 'none',
          AWS_SECRET_ACCESS_KEY: 'none',
          AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9',
          TABLE_NAME: 'none',
        },
      },
    );
    const answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as object;
    expect(answer).toMatchObject({ statusCode: 503, body: { status: 'degraded', checks: { database: 'error' } } });
  });

  it('the renderer finds its browser and fonts beside itself', async () => {
    const script = `
      const { createRequire } = await import('node:module');
      const from = createRequire(process.argv[1]);
      const { handler } = await import(process.argv[1]);
      console.log(JSON.stringify([typeof handler, from.resolve('@fontsource/open-sans/unicode.json').startsWith(process.argv[2])]));`;
    const asset = bundles.find(({ name }) => name === RENDERER)?.asset ?? '';
    const { stdout } = await run(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
      join(asset, `${RENDERER}.mjs`),
      asset,
    ]);
    expect(JSON.parse(stdout)).toEqual(['function', true]);
  });
});

describe('targets', () => {
  const one = (change: Partial<Measured>): Measured => ({
    name: 'invoices-issue',
    file: 'functions/invoices/issue.ts',
    asset: folder,
    bytes: TARGETS.bytes,
    lazyBytes: 0,
    packages: [],
    time: { wall: TARGETS.importMillis, cpu: 0 },
    ...change,
  });

  it('met to the byte and millisecond is met', () => {
    expect(overTarget([one({})])).toEqual([]);
  });

  it('are for functions that a caller waits for', () => {
    expect(overTarget([one({ file: 'functions/workers/send-email.ts', bytes: 2 * TARGETS.bytes })])).toEqual([]);
  });

  it('missed is named with both figures', () => {
    expect(overTarget([one({ bytes: TARGETS.bytes + 1000, time: { wall: 120, cpu: 0 } })])).toEqual([
      'invoices-issue loads 601 kB at its start; the target is 600 kB.',
      'invoices-issue takes 120 ms to import; the target is 90 ms.',
    ]);
  });
});

describe('what is left out', () => {
  it('keys of schemas are written as what they are, so that shapes of other operations can go', () => {
    const source = 'const _hQ = "httpQuery";\nconst n0 = "com.example";\nexport const A$ = [3, n0, { [_hQ]: "x", [_other]: 1 }];';
    expect(literalKeys(source)).toBe(
      'const _hQ = "httpQuery";\nconst n0 = "com.example";\nexport const A$ = [3, n0, { "httpQuery": "x", [_other]: 1 }];',
    );
  });

  it('JSON Schema refuses to be made; a schema is still defined with its method', async () => {
    const code = withoutJsonSchema(
      'export const stringProcessor = () => {};\nexport function finalize() {}\nexport const createToJSONSchemaMethod = () => {};',
    );
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, () => unknown>;
    expect(Object.keys(module).sort()).toEqual(['createToJSONSchemaMethod', 'finalize', 'stringProcessor']);
    expect(() => module['finalize']?.()).toThrow(/not part of a deployed function/);
    const method = module['createToJSONSchemaMethod']?.() as () => unknown;
    expect(method).toThrow(/not part of a deployed function/);
  });

  it('no code of ours that is deployed asks for JSON Schema', async () => {
    const { reachableCode } = await import('./reachable.ts');
    for (const [name, code] of await reachableCode(files)) expect(code.includes('toJSONSchema'), name).toBe(false);
  });
});
