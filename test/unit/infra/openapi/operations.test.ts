import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loadCatalogue } from '../../../../infra/catalogue.ts';
import { declaredErrors, keepsIdempotency } from '../../../../infra/api/declared-errors.ts';
import { openApiDocument } from '../../../../infra/openapi/document.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';
import { catalogueOf } from '../../local/fixture.ts';

/** The first words of summaries. */
const VERBS = new Set([
  ...[
    'Accept',
    'Add',
    'Audit',
    'Cancel',
    'Change',
    'Check',
    'Close',
    'Compare',
    'Complete',
    'Confirm',
    'Convert',
    'Correct',
    'Create',
    'Declare',
  ],
  ...[
    'Delete',
    'Deliver',
    'Disable',
    'Download',
    'Email',
    'Enable',
    'End',
    'Enter',
    'Exchange',
    'Export',
    'Get',
    'Invite',
    'Issue',
  ],
  ...['List', 'Log', 'Look', 'Mail', 'Make', 'Mark', 'Preview', 'Record', 'Redirect', 'Register', 'Release', 'Remove', 'Rename'],
  ...[
    'Replace',
    'Request',
    'Restore',
    'Return',
    'Revoke',
    'Save',
    'Send',
    'Set',
    'Share',
    'Show',
    'Start',
    'Store',
    'Submit',
    'Sum',
  ],
  ...['Switch', 'Turn', 'Unsubscribe', 'Update', 'Validate', 'Verify'],
]);

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: object }> }>;
  security: object[];
}
type Document = { paths: Record<string, Record<string, Operation>>; components: Record<string, Record<string, unknown>> };

const Thing = z.object({ id: z.uuid(), note: z.string().nullable() }).meta({ id: 'Thing' });
const { endpoints } = catalogueOf({
  'things-create': defineEndpoint(
    {
      method: 'POST',
      path: '/api/v1/things/{uuid}/parts',
      summary: 'Create a part',
      auth: 'company',
      query: z.object({ dry: z.enum(['true', 'false']).optional() }),
      body: z.object({ name: z.string().trim().max(5), count: z.number().default(1) }),
      responses: { 201: () => z.object({ thing: Thing, things: z.array(Thing) }) },
      errors: [402],
    },
    () => ({ thing: { id: '', note: null }, things: [] }),
  ),
  'things-pdf': defineEndpoint(
    { method: 'GET', path: '/things/pdf', summary: 'PDF', auth: 'public', responses: { 200: null }, produces: 'application/pdf' },
    () => undefined as never,
  ),
  'things-page': defineEndpoint(
    {
      ...{
        method: 'GET',
        path: '/things/page',
        summary: 'Page',
        auth: 'public',
        responses: { 200: null },
        produces: 'text/html',
      },
      errorPage: () => ({ html: '', headers: {} }),
    },
    () => undefined as never,
  ),
});

const small = (await openApiDocument(endpoints, { serverUrl: 'https://api.example' })) as Document;

describe('an operation is generated from the definition alone', () => {
  const document = small;
  const create = document.paths['/api/v1/things/{uuid}/parts']?.['post'];

  it('has the name of its function, its parameters in path, header and query, and who may call', () => {
    expect(create).toMatchObject({ operationId: 'things-create', security: [{ session: [] }, { apiKey: [] }] });
    expect(create?.parameters.map(({ name, in: place, required }) => [place, name, required])).toEqual([
      ['path', 'uuid', true],
      ['header', 'X-Company', true],
      ['header', 'Idempotency-Key', false],
      ['query', 'dry', false],
    ]);
  });

  it('the body is what may be sent: defaults are optional', () => {
    expect(create?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { required: ['name'], properties: { name: { maxLength: 5 } } } } },
    });
  });

  it('schemas with an id are components, referred to from everywhere', () => {
    expect(create?.responses['201']?.content?.['application/json']?.schema).toMatchObject({
      properties: { thing: { $ref: '#/components/schemas/Thing' }, things: { items: { $ref: '#/components/schemas/Thing' } } },
    });
    expect(document.components['schemas']?.['Thing']).toMatchObject({ required: ['id', 'note'] });
  });

  it('errors are those that follow from the definition, and its own', () => {
    expect(Object.keys(create?.responses ?? {})).toEqual([
      '201',
      '400',
      '401',
      '402',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    const pdf = document.paths['/things/pdf']?.['get'];
    expect(Object.keys(pdf?.responses ?? {})).toEqual(['200', '429', '500', '503']);
    expect(pdf?.responses['200']?.content).toEqual({ 'application/pdf': { schema: { type: 'string', format: 'binary' } } });
    expect(pdf?.security).toEqual([]);
  });

  it('errors of an operation with pages may be pages, those of others not', () => {
    const types = (path: string): string[] => {
      const { $ref = '' } = document.paths[path]?.['get']?.responses['500'] ?? {};
      const response = document.components['responses']?.[$ref.split('/').at(-1) ?? ''] as { content: object };
      return Object.keys(response.content);
    };
    expect(types('/things/pdf')).toEqual(['application/json', 'application/problem+json']);
    expect(types('/things/page')).toEqual(['application/json', 'application/problem+json', 'text/html']);
  });
});

describe('the errors that follow', () => {
  const plain = { method: 'GET', path: '/a', auth: 'public' } as const;
  it.each([
    [plain, [429, 500, 503]],
    [{ ...plain, uncounted: true }, [500, 503]],
    [{ ...plain, auth: 'user' as const }, [401, 403, 429, 500, 503]],
    [{ ...plain, path: '/a/{id}' }, [404, 429, 500, 503]],
    [{ ...plain, body: z.object({}), invalidBody: 400 as const }, [400, 413, 415, 422, 429, 500, 503]],
  ])('%j: %j', (definition, statuses) => {
    expect(declaredErrors(definition)).toEqual(statuses);
  });

  it('Idempotency-Key is for POSTs of /api/v1 by known callers', () => {
    expect(keepsIdempotency({ method: 'POST', path: '/api/v1/a', auth: 'user' })).toBe(true);
    expect(keepsIdempotency({ method: 'POST', path: '/api/v1/a', auth: 'public' })).toBe(false);
    expect(keepsIdempotency({ method: 'POST', path: '/api/auth', auth: 'user' })).toBe(false);
    expect(keepsIdempotency({ method: 'PUT', path: '/api/v1/a', auth: 'user' })).toBe(false);
  });
});

describe('the document of the whole API', () => {
  let document: Document;
  beforeAll(async () => {
    document = (await openApiDocument((await loadCatalogue()).endpoints, { serverUrl: 'https://api.example' })) as Document;
  });
  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map(operation => [path, operation] as [string, Operation]),
    );

  it('every operation has an id of its own', () => {
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(ids.length).toBeGreaterThan(30);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('every summary begins with a verb, so that a search for what one wants to do finds it', () => {
    const others = operations().filter(([, { summary }]) => !VERBS.has(summary.split(/[ ,]/)[0] ?? ''));
    expect(others.map(([, { operationId, summary }]) => `${operationId}: ${summary}`)).toEqual([]);
    const files = operations().filter(([path]) => /\/(pdf|xml|logo|signature)$/.test(path));
    const reads = files.filter(([, { operationId }]) => !/upload|delete|remove|set/.test(operationId));
    expect(reads.length).toBeGreaterThan(6);
    for (const [path, { summary }] of reads) expect(summary, path).toMatch(/^Download /);
  });

  it('every parameter in a path is declared, and no other', () => {
    for (const [path, { parameters }] of operations()) {
      const declared = parameters.filter(parameter => parameter.in === 'path').map(parameter => `{${parameter.name}}`);
      expect(declared, path).toEqual(path.match(/\{[^}]+\}/g) ?? []);
    }
  });

  it('every reference has a target', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, kind, name] of references)
      expect(document.components[kind ?? '']?.[name ?? ''], `${kind}/${name}`).toBeDefined();
  });

  it('errors have their headers', () => {
    const headers = Object.entries(document.components['responses'] ?? {}).map(
      ([name, response]) => [name, Object.keys((response as { headers?: object }).headers ?? {})] as const,
    );
    const every = ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy'];
    for (const [name, names] of headers) expect(names, name).toEqual(expect.arrayContaining(every));
    const more = headers.map(([name, names]) => [
      name,
      names.filter(one => ![...every, 'Idempotent-Replayed', 'Content-Language'].includes(one)),
    ]);
    for (const [name, names] of headers) expect(names.includes('Content-Language'), name).toBe(name.startsWith('ErrorPage'));
    expect(more.filter(([, names]) => (names?.length ?? 0) > 0)).toEqual([
      ['Error401', ['WWW-Authenticate']],
      ['Error429', ['Retry-After']],
      ['Error500', ['Retry-After']],
      ['Error503', ['Retry-After']],
      // Those of pages.
      ['ErrorPage429', ['Retry-After']],
      ['ErrorPage500', ['Retry-After']],
      ['ErrorPage503', ['Retry-After']],
    ]);
  });

  it('every success has its content', () => {
    for (const [path, { operationId, responses }] of operations()) {
      const successes = Object.entries(responses).filter(([status]) => status < '400');
      expect(successes.length, `${operationId} ${path}`).toBeGreaterThan(0);
      // "No content", "accepted" and redirections have none.
      const empty = successes.filter(([status, { content }]) => !content && !/^(202|204|3..)$/.test(status));
      expect(empty, `${operationId} ${path}`).toEqual([]);
    }
  });
});
