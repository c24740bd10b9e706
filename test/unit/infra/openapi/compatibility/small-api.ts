import type { JsonObject } from '../../../../../infra/openapi/json.ts';

/** A schema, operation or document that tests change. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests change any part of it
export type Part = any;

/** A field of each kind; used in requests and in responses. */
const fields = (): JsonObject => ({
  type: 'object',
  required: ['always'],
  properties: {
    always: { type: 'string', maxLength: 10 },
    sometimes: { type: ['string', 'null'] },
    status: { type: 'string', enum: ['draft', 'issued'] },
    count: { type: 'integer', minimum: 1, maximum: 100, default: 5 },
    lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    party: { anyOf: [variant('person'), variant('firm')] },
    parent: { $ref: '#/components/schemas/Node' },
  },
});

const variant = (kind: string): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', const: kind }, name: { type: 'string' } },
});

const json = (name: string): JsonObject => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });

/** A document with one operation, one webhook, and schemas that refer to each other. */
export const smallApi = (): Part =>
  structuredClone({
    openapi: '3.1.1',
    info: { title: 'Small', version: '1.2.3', description: 'Words.' },
    servers: [{ url: 'https://api.example' }],
    paths: {
      '/things': {
        post: {
          operationId: 'things-create',
          summary: 'Create',
          tags: ['things'],
          'x-permission': 'things.write',
          security: [{ session: [] }, { apiKey: [] }],
          parameters: [
            { name: 'limit', in: 'query', required: false, description: 'Words.', schema: { type: 'integer', maximum: 100 } },
            { name: 'X-Company', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
          ],
          requestBody: { required: false, content: json('In') },
          responses: {
            201: { description: 'Created', headers: { ETag: { schema: { type: 'string' } } }, content: json('Out') },
            404: { $ref: '#/components/responses/Error404' },
          },
        },
      },
    },
    webhooks: {
      'thing.created': {
        post: {
          operationId: 'event-thing-created',
          security: [],
          parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } }],
          requestBody: { required: true, content: json('Event') },
          responses: { '2XX': { description: 'Received' }, 410: { description: 'Gone' } },
        },
      },
    },
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'Authorization' },
      },
      responses: { Error404: { description: 'Not found', content: json('Failure') } },
      schemas: {
        In: fields(),
        Out: fields(),
        Line: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'number' } } },
        Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' }, label: { type: 'string' } } },
        Event: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, description: { type: 'string' } } },
        Failure: { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: ['not_found'] } } },
      },
    },
  });
