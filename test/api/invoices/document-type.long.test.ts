import { describe, expect, it } from 'vitest';
import { documentTypeCalls } from './document-type-calls.ts';

const { service } = documentTypeCalls();

describe('The OpenAPI document', () => {
  it('says that documentType or isCreditNote makes a credit note', async () => {
    const { body } = (await service().api('GET', '/openapi.json')) as {
      body: {
        paths: Record<
          string,
          Record<string, { requestBody: { content: Record<string, { schema: { oneOf: { $ref: string }[] } }> } }>
        >;
        components: { schemas: Record<string, unknown> };
      };
    };
    for (const [path, method] of [
      ['/api/v1/invoices', 'post'],
      ['/api/v1/invoices/{uuid}', 'put'],
    ] as const) {
      const schema = body.paths[path]?.[method]?.requestBody.content['application/json']?.schema;
      const name = schema?.oneOf[1]?.$ref.replace('#/components/schemas/', '') ?? '';
      expect(body.components.schemas[name]).toMatchObject({
        required: ['direction', 'parentDocumentId', 'clientId', 'seriesId', 'issueDate', 'dueDate', 'currency', 'lines'],
        anyOf: [
          { required: ['isCreditNote'] },
          { required: ['documentType'], properties: { documentType: { const: 'credit_note' } } },
        ],
      });
    }
  });
});
