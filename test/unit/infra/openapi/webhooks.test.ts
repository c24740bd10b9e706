import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../infra/openapi/json.ts';
import { eventSchemaName, webhooksOf } from '../../../../infra/openapi/webhooks.ts';
import { payloadOf, signedRequest } from '#shared/app/webhooks/deliveries/sign.ts';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import { wholeDocument } from './walk.ts';

/** The requests to receivers of events, in the section `webhooks`. */

const document = await wholeDocument();
const webhooks = webhooksOf(document) as unknown as Record<
  string,
  { post: { parameters: { name: string }[]; requestBody: { content: JsonObject } } }
>;

const event = { id: '00000000-0000-4000-8000-000000000002', type: 'invoice.paid', createdAt: '2026-11-02T10:00:00.000Z' };
const sentPayload = payloadOf({ ...event, company: '00000000-0000-4000-8000-000000000001', sequence: 1, data: {} });
const { headers, payload } = signedRequest(
  { ...event, payload: sentPayload },
  { secrets: ['whsec_c2VjcmV0'], deliveryId: '00000000-0000-4000-8000-000000000003' },
);

it('has every event, with a payload of its own', () => {
  expect(Object.keys(webhooks)).toEqual(Object.keys(EVENTS));
  for (const [name, { post }] of Object.entries(webhooks)) {
    expect(post.requestBody.content).toEqual({
      'application/json': {
        schema: { $ref: `#/components/schemas/${eventSchemaName(name)}` },
        example: expect.objectContaining({ type: name }) as object,
      },
    });
    expect(document.components.schemas[eventSchemaName(name)]).toMatchObject({
      properties: { type: { const: name }, data: expect.any(Object) as object },
    });
  }
});

it('has the headers and the members of the body that are sent', () => {
  const sent = Object.keys(headers).filter(name => !['Content-Type', 'User-Agent'].includes(name));
  expect(webhooks['invoice.paid']?.post.parameters.map(({ name }) => name).sort()).toEqual(sent.sort());
  const { properties } = document.components.schemas['InvoicePaidEvent'] as { properties: object };
  expect(Object.keys(properties)).toEqual(Object.keys(JSON.parse(payload) as object));
});
