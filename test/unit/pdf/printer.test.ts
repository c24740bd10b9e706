import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/tasks/print-page.ts';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startLambda } from '../../../infra/local/engines/lambda.ts';
import { PRINTER } from '../../../infra/stage/names.ts';
import { forgetClients } from '#shared/platform/aws/client.ts';
import { html, trusted } from '#shared/base/kernel/html.ts';
import { closeBrowser } from '#shared/output/pdf/browser.ts';
import { invokePrinter } from '#shared/output/pdf/printer.ts';
import { visibleText } from '#shared/output/pdf/reader/text.ts';
import { MARGINS } from '#shared/output/pdf/templates/page-style.ts';

const context = { awsRequestId: 'test', functionName: PRINTER, getRemainingTimeInMillis: () => 50_000 } as Context;

let engine: Engine;
let invoke: (payload: unknown) => Promise<unknown>;
beforeAll(async () => {
  engine = await startLambda({ invoke: (_, payload) => invoke(payload), has: name => name === PRINTER });
});
afterAll(() => Promise.all([engine.stop(), closeBrowser()]));

beforeEach(() => {
  invoke = payload => handler(payload, context);
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', engine.endpoint);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  vi.stubEnv('PRINT_FUNCTION', PRINTER);
  forgetClients();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetClients();
});

describe('printing by a separate function', () => {
  it('has no rights', () => {
    expect(handler.definition).toMatchObject({ kind: 'task', table: 'none', memory: 2048 });
  });

  it('a page is sent there and comes back as PDF', async () => {
    const pdf = await invokePrinter(html`<p>Știință &amp; 中文</p>`);
    expect(Buffer.from(pdf).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(visibleText(pdf, MARGINS).join('')).toContain('Știință');
  });

  it('a page of 8 MB fits into the 6 MB of an invocation', async () => {
    let bytes = 0;
    invoke = payload => {
      bytes = Buffer.byteLength(JSON.stringify(payload));
      return Promise.resolve({ pdf: '' });
    };
    await invokePrinter(trusted(`<p>${randomBytes(1000).toString('hex')}</p>`.repeat(4_000)));
    expect(bytes).toBeLessThan(1_000_000);
  });

  it('a page that takes too long is an error under its own name, which the caller of the renderer gets', async () => {
    invoke = () =>
      Promise.reject(Object.assign(new Error('The document could not be printed within 5 ms.'), { name: 'TooSlow' }));
    await expect(invokePrinter(html`<p>1</p>`)).rejects.toMatchObject({ name: 'TooSlow', message: /5 ms/ });
  });

  it('a function that dies is an error: the renderer fails, and is retried', async () => {
    invoke = () => Promise.reject(Object.assign(new Error('RequestId: 1 Error: Runtime exited'), { name: 'Runtime.ExitError' }));
    await expect(invokePrinter(html`<p>1</p>`)).rejects.toMatchObject({ name: 'Runtime.ExitError' });
  });

  it('a missing function is an error', async () => {
    vi.stubEnv('PRINT_FUNCTION', 'another');
    await expect(invokePrinter(html`<p>1</p>`)).rejects.toThrow(/not found/i);
  });

  it.each([
    ['a page that is no base64', { page: 'ș' }],
    ['a page that is no gzip', { page: Buffer.from('<p>').toString('base64') }],
    ['a page that unpacks to more than 64 MB', { page: gzipSync(Buffer.alloc(65 * 1024 * 1024)).toString('base64') }],
    ['no page', {}],
  ])('%s is rejected', async (_, payload) => {
    await expect(handler(payload, context)).rejects.toThrow();
  });
});
