import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Document, Operation } from '../../../clients/mcp/src/document.ts';
import { hintsOf } from '../../../clients/mcp/src/hints.ts';
import { toolsOf } from '../../../clients/mcp/src/tools.ts';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';

const { endpoints } = await loadCatalogue();
const document = (await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' })) as unknown as Document;
const all = toolsOf(document, { permissions: PERMISSIONS, areas: ['all'] });

const of = (operation: Partial<Operation>, components: object = {}): Document => ({
  paths: {
    '/api/v1/things/{uuid}': { put: { operationId: 'things-put', security: [{ apiKey: [] }], responses: {}, ...operation } },
  },
  components: { schemas: components as Record<string, Record<string, unknown>> },
});

describe('the tools of the API', () => {
  it('are the operations that accept API keys, except uploads', () => {
    const keyed = endpoints.filter(({ handler: { definition: one } }) => one.auth !== 'public' && !one.sessionOnly && !one.form);
    expect(all.map(({ name }) => name).toSorted()).toEqual(keyed.map(({ name }) => name).toSorted());
  });

  it('have names that clients accept, and schemas that stand alone', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const full = toolsOf(document, { permissions: PERMISSIONS, areas: ['all'], full: true });
    for (const { name, inputSchema } of [...all, ...full]) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(() => ajv.compile(inputSchema), name).not.toThrow();
    }
  });

  it('are limited to those that the permissions allow', () => {
    const names = toolsOf(document, { permissions: ['client.view'] }).map(({ name }) => name);
    expect(names).toContain('clients-list');
    expect(names).not.toContain('clients-create');
    expect(names).not.toContain('invoices-list');
  });

  it('are limited to the chosen areas', () => {
    const areas = new Set(
      toolsOf(document, { permissions: PERMISSIONS, areas: ['clients'] }).map(({ path }) => path.split('/')[3]),
    );
    expect([...areas]).toEqual(['clients']);
  });
});

describe('the hints', () => {
  const named = (hint: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
    all.filter(({ annotations }) => annotations[hint]).map(({ name }) => name);

  it('mark GET, and nothing else, as read-only', () => {
    expect(named('readOnlyHint')).toEqual(all.filter(({ method }) => method === 'GET').map(({ name }) => name));
  });

  it('mark calls as repeatable, except POST and PATCH', () => {
    const repeatable = all.filter(({ method }) => ['GET', 'PUT', 'DELETE'].includes(method));
    expect(named('idempotentHint')).toEqual(repeatable.map(({ name }) => name));
  });

  it('mark deletions as irreversible', () => {
    const deleting = all.filter(({ method, name }) => method === 'DELETE' || /-delete$/.test(name)).map(({ name }) => name);
    expect(deleting.length).toBeGreaterThan(20);
    expect(named('destructiveHint')).toEqual(expect.arrayContaining(deleting));
  });

  it('mark these other tools, and no more, as irreversible', () => {
    const methods = new Map(all.map(({ name, method }) => [name, method]));
    const others = named('destructiveHint').filter(name => methods.get(name) !== 'DELETE' && !/-delete$/.test(name));
    expect(others.toSorted()).toEqual(
      [
        // Documents are numbered, or sent to the authority.
        ...['invoices-issue', 'invoices-batch', 'delivery-notes-issue', 'recurring-invoices-issue-now', 'invoices-submit'],
        ...[
          'invoices-upload',
          'invoices-bulk-submit',
          'delivery-notes-submit-transport',
          'transport-declarations-create',
          'transport-declarations-correct',
        ],
        ...[
          'transport-declarations-vehicle',
          'transport-declarations-confirm',
          'invoices-answer',
          'invoices-storno',
          'invoices-correct',
          'invoices-settle-advances',
        ],
        // Somebody gets a mail, an invitation, a link or a request.
        ...['invoice-emails-send', 'proforma-emails-send', 'delivery-note-emails-send', 'delivery-note-emails-send-to-carrier'],
        'reports-statement-email',
        ...['invitations-create', 'invitations-resend', 'share-links-create'],
        ...['webhooks-replay', 'webhooks-delivery-retry', 'webhooks-test'],
        // A receipt takes a number that is never given again.
        ...['receipts-create', 'receipts-cancel'],
        // A cancelled proforma, a replaced secret, and what is released for deletion or removed after its retention cannot be restored.
        ...['proforma-invoices-cancel', 'webhooks-regenerate-secret', 'companies-release', 'companies-start-retention'],
      ].toSorted(),
    );
  });

  it('mark a new kind of POST so by default', () => {
    const post = (path: string, more: object = {}) =>
      hintsOf({ paths: { [path]: { post: {} as Operation }, ...more } }, path, 'POST').destructiveHint;
    expect(post('/api/v1/things/{uuid}/announce')).toBe(true);
    expect(post('/api/v1/things')).toBe(true);
    expect(post('/api/v1/things', { '/api/v1/things/{uuid}': { delete: {} } })).toBe(false);
    expect(post('/api/v1/things', { '/api/v1/things/{uuid}/parts/{id}': { delete: {} } })).toBe(true);
    expect(post('/api/v1/things/{uuid}/cancel')).toBe(true);
    expect(post('/api/v1/things/{uuid}/cancel', { '/api/v1/things/{uuid}/restore': { post: {} } })).toBe(false);
  });
});

describe('a tool', () => {
  it('has parameters and body as arguments', () => {
    const [tool] = toolsOf(
      of({
        parameters: [
          { name: 'uuid', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dry', in: 'query', schema: { type: 'boolean' }, description: 'Changes nothing.' },
          { name: 'X-Company', in: 'header', required: true },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      }),
      { permissions: [], areas: ['all'] },
    );
    expect(tool).toMatchObject({
      method: 'PUT',
      inPath: ['uuid'],
      inQuery: ['dry'],
      takesBody: true,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    });
    expect(tool?.inputSchema).toEqual({
      type: 'object',
      properties: {
        uuid: { type: 'string' },
        dry: { type: 'boolean', description: 'Changes nothing.' },
        body: { type: 'object' },
      },
      required: ['uuid', 'body'],
    });
  });

  it('has the schemas that its own refer to, including recursive ones', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const [tool] = toolsOf(
      of(
        { requestBody: { content: { 'application/json': { schema: ref('Tree') } } } },
        {
          Tree: { type: 'object', properties: { children: { type: 'array', items: ref('Tree') }, leaf: ref('Leaf') } },
          Leaf: { type: 'string' },
          Other: { type: 'string' },
        },
      ),
      { permissions: [], areas: ['all'] },
    );
    expect(tool?.inputSchema.properties['body']).toEqual({ $ref: '#/$defs/Tree' });
    expect(tool?.inputSchema.$defs).toEqual({
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } }, leaf: { $ref: '#/$defs/Leaf' } },
      },
      Leaf: { type: 'string' },
    });
  });
});
