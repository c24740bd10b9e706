import type { JsonObject } from '../../../../infra/openapi/json.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const header = (name: string): JsonObject => ({ name, in: 'header', required: true, schema: { type: 'string' } });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** A small document with one operation of each form. */
export const DOCUMENT: JsonObject = {
  paths: {
    '/api/v1/sales-orders': {
      get: {
        ...{ operationId: 'sales-orders-list', summary: 'Orders, paged', tags: ['sales-orders'] },
        parameters: [
          header('X-Company'),
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'paidFrom', in: 'query', schema: { type: 'string' } },
          { name: 'from', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'status', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['new', 'sent'] } } },
        ],
        responses: { 200: json(ref('OrderPage')), 304: {} },
      },
      post: {
        ...{ operationId: 'sales-orders-create', summary: 'Create an order', tags: ['sales-orders'] },
        parameters: [header('X-Company'), header('Idempotency-Key')],
        requestBody: { required: true, ...json(ref('Order')) },
        responses: { 200: json(ref('Order')), 201: json(ref('Order')) },
      },
    },
    '/api/v1/sales-orders/{uuid}': {
      delete: {
        ...{ operationId: 'sales-orders-remove', summary: 'Delete an order', tags: ['sales-orders'] },
        parameters: [header('If-Match'), header('If-None-Match')],
        responses: { 204: {} },
      },
    },
    '/api/v1/sales-orders/{uuid}/file': {
      get: {
        ...{ operationId: 'sales-orders-file', summary: 'Download', tags: ['sales-orders'] },
        responses: {
          200: {
            content: {
              'application/pdf': {},
              ...(json({ type: 'object', properties: { ready: { type: 'boolean' } } })['content'] as object),
            },
          },
          302: {},
        },
      },
      post: {
        ...{ operationId: 'sales-orders-upload', summary: 'Upload', tags: ['sales-orders'] },
        requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties: {} } } } },
        responses: { 200: json({ type: 'array', items: ref('Order') }) },
      },
    },
    '/pages': { get: { operationId: 'pages-home', summary: 'A page', tags: ['pages'], responses: { 200: {} } } },
    '/go': { get: { operationId: 'sales-orders-go', summary: 'Go', tags: ['sales-orders'], responses: { 302: {} } } },
  },
  components: {
    pathItems: { 'order.sent': { post: { requestBody: json(ref('OrderSentEvent')) } } },
    schemas: {
      Order: {
        ...{ type: 'object', description: 'An order.\nIt has """lines""".', required: ['id', 'buyer'] },
        properties: {
          id: { type: 'string', description: 'Its id.' },
          buyer: { type: ['object', 'null'], required: ['name'], properties: { name: { type: 'string' } } },
          total: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }] },
          kind: { anyOf: [{ type: 'string', enum: ['new', 'sent'] }, { type: 'null' }] },
          isSale: { type: 'boolean', const: true },
          tags: { type: 'object', additionalProperties: { type: 'integer' } },
          any: {},
        },
      },
      OrderPage: {
        type: 'object',
        required: ['data'],
        properties: { data: { type: 'array', items: ref('Order') }, total: { type: 'integer' } },
      },
      Period: { type: 'object', required: ['from'], properties: { from: { type: 'string' } } },
      OrderSentEvent: { type: 'object', required: ['type'], properties: { type: { type: 'string', const: 'order.sent' } } },
    },
  },
};
