import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import lang, { type BruRequest } from '@usebruno/lang';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { bodyText } from '../../../infra/clients/bruno/body.ts';
import { brunoOperations } from '../../../infra/clients/bruno/collection.ts';
import { requestsOf, runRequest } from '../../support/bruno/run.ts';
import { operationsOf, wholeDocument } from '../infra/openapi/walk.ts';

const document = await wholeDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map(method => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
);
const collection = brunoOperations(document);
/** The operation that a request calls. */
const called = ({ http }: BruRequest): string => `${http.method} ${http.url.replace('{{baseUrl}}', '').replace(/\?.*/, '')}`;
/** The generated request of an operation. */
const requestOf = (file: string): BruRequest => lang.bruToJsonV2(collection[`${file}.bru`] ?? '');

describe('the collection', () => {
  it('has requests of operations of the API in the folder that is written by hand', () => {
    const sent = requestsOf(join(import.meta.dirname, '../../../clients/bruno/First invoice')).map(called);
    expect(sent.length).toBeGreaterThan(5);
    expect(operations).toEqual(expect.arrayContaining(sent));
  });

  it('has a request for each operation, which Bruno can read', () => {
    const requests = Object.entries(collection).filter(([name]) => !name.endsWith('/folder.bru'));
    const sent = requests.map(([, text]) => called(lang.bruToJsonV2(text)));
    expect(sent.toSorted()).toEqual(operations.toSorted());
    expect(sent).toHaveLength(operationsOf(document).length);
  });

  it('disables optional parts, and sends required ones', () => {
    const { headers, params } = requestOf('invoices/invoices-list');
    expect(headers).toEqual([{ name: 'X-Company', value: '{{company}}', enabled: true }]);
    expect(params).toContainEqual({ name: 'direction', value: 'incoming', enabled: false, type: 'query' });
    const converted = requestOf('exchange-rates/exchange-rates-convert').http.url;
    expect(converted).toBe('{{baseUrl}}/api/v1/exchange-rates/convert?amount=0&from=&to=');
    expect(requestOf('auth/auth-login').http.auth).toBe('none');
    expect(requestOf('invoices/invoices-create').http.auth).toBe('inherit');
  });
});

describe('an example body', () => {
  const schemas = {
    Line: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'integer', minimum: 1 }, note: {} } },
  };
  test.each([
    { of: 'nothing known', schema: {}, text: 'null' },
    {
      of: 'a list',
      schema: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
      text: '[\n  {\n    "quantity": 1\n  }\n]',
    },
    {
      of: 'optional fields',
      schema: { type: 'object', properties: { day: { type: ['string', 'null'], format: 'date' }, kind: { enum: ['a', 'b'] } } },
      text: '{\n  // "day": "2026-01-31",\n  // "kind": "a",\n}',
    },
    {
      of: 'both',
      schema: {
        oneOf: [
          {
            type: 'object',
            required: ['line', 'sure'],
            properties: { line: { $ref: '#/components/schemas/Line' }, sure: { type: 'boolean' }, count: { default: 3 } },
          },
        ],
      },
      text: '{\n  // "count": 3,\n  "line": {\n    "quantity": 1\n  },\n  "sure": false\n}',
    },
  ])('of $of', ({ schema, text }) => {
    expect(bodyText(schema, schemas)).toBe(text);
  });
});

describe('the runner of the tests', () => {
  let server: Server;
  let seen = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      seen = `${request.method} ${request.url} ${request.headers.authorization}`;
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"a b","list":[1,2]}');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  const request = (...assertions: [name: string, value: string][]): BruRequest => ({
    meta: { name: 'Try', type: 'http', seq: 1 },
    http: { method: 'get', url: '{{baseUrl}}/things/:uuid?limit=1', body: 'none', auth: 'inherit' },
    params: [{ name: 'uuid', value: '{{thing}}', type: 'path', enabled: true }],
    vars: { res: [{ name: 'next', value: 'res.body.id', enabled: true, local: false }] },
    assertions: assertions.map(([name, value]) => ({ name, value, enabled: true })),
  });
  const variables = () => ({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    thing: '7',
    token: 'secret',
  });

  it('fills in variables, and sets those of the response', async () => {
    const given: Record<string, unknown> = variables();
    expect(await runRequest(request(['res.body.id', 'eq a b'], ['res.body.list[1]', 'gte 2']), given)).toEqual({
      ...{ name: 'Try', status: 201, failures: [] },
    });
    expect(seen).toBe('GET /things/7?limit=1 Bearer secret');
    expect(given).toHaveProperty('next', 'a b');
  });

  it('names failed assertions, and then sets nothing', async () => {
    const given: Record<string, unknown> = variables();
    const { failures } = await runRequest(request(['res.status', 'eq 200'], ['res.body.none.id', 'isString']), given);
    expect(failures).toEqual(['res.status: eq 200, but is 201', 'res.body.none.id: isString, but is undefined']);
    expect(given).not.toHaveProperty('next');
  });

  it('rejects what it does not support', async () => {
    await expect(runRequest(request(['res.status', 'between 1, 2']), variables())).rejects.toThrow('between');
    await expect(runRequest(request(), { baseUrl: 'http://127.0.0.1:1' })).rejects.toThrow('thing');
  });
});
