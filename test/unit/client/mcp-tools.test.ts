import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Document, Operation } from '../../../clients/mcp/src/document.ts';
import { toolsOf } from '../../../clients/mcp/src/tools.ts';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { PERMISSIONS } from '../../../shared/access/permissions.ts';

const { endpoints } = await loadCatalogue();
const document = (await openApiDocument(endpoints, { serverUrl: 'https://api.example.com' })) as unknown as Document;
const all = toolsOf(document, { permissions: PERMISSIONS });

const of = (operation: Partial<Operation>, components: object = {}): Document => ({
  paths: {
    '/api/v1/things/{uuid}': { put: { operationId: 'things-put', security: [{ apiKey: [] }], responses: {}, ...operation } },
  },
  components: { schemas: components as Record<string, Record<string, unknown>> },
});

describe('the tools of the API', () => {
  it('are the operations that take API keys, but for uploads', () => {
    const keyed = endpoints.filter(({ handler: { definition: one } }) => one.auth !== 'public' && !one.sessionOnly && !one.form);
    expect(all.map(({ name }) => name).toSorted()).toEqual(keyed.map(({ name }) => name).toSorted());
  });

  it('have names that clients accept, and schemas that stand alone', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, inputSchema } of all) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(() => ajv.compile(inputSchema), name).not.toThrow();
    }
  });

  it('are those that the permissions allow', () => {
    const names = toolsOf(document, { permissions: ['client.view'] }).map(({ name }) => name);
    expect(names).toContain('clients-list');
    expect(names).not.toContain('clients-create');
    expect(names).not.toContain('invoices-list');
  });

  it('are those of the chosen areas', () => {
    const areas = new Set(
      toolsOf(document, { permissions: PERMISSIONS, areas: ['clients'] }).map(({ path }) => path.split('/')[3]),
    );
    expect([...areas]).toEqual(['clients']);
  });
});

describe('a tool', () => {
  it('takes parameters and body as arguments', () => {
    const [tool] = toolsOf(
      of({
        parameters: [
          { name: 'uuid', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'dry', in: 'query', schema: { type: 'boolean' }, description: 'Changes nothing.' },
          { name: 'X-Company', in: 'header', required: true },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      }),
      { permissions: [] },
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

  it('carries the schemas that its own refer to, those that refer to themselves too', () => {
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
      { permissions: [] },
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
