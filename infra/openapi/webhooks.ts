import * as z from 'zod';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import { isObject, type JsonObject, mapValues } from './json.ts';
import { jsonSchema } from './json-schema.ts';

const header = (name: string, description: string, schema: JsonObject = { type: 'string' }): JsonObject => ({
  ...{ name, in: 'header', required: true, description, schema },
});

/** The headers of every request; docs/webhooks.md says how to verify the signatures. */
const HEADERS = [
  header('webhook-id', 'Id of the event, the same in every attempt (Standard Webhooks).', { type: 'string', format: 'uuid' }),
  header('webhook-timestamp', 'When the request was signed, in seconds since 1970. Refuse a request that is five minutes old.', {
    type: 'string',
    pattern: '^\\d+$',
  }),
  header(
    'webhook-signature',
    'Signatures by Standard Webhooks, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, with the bytes that the text after `whsec_` encodes as key. One for each valid secret.',
  ),
  header('X-Webhook-Signature', '`sha256=` and the hexadecimal HMAC-SHA256 of the body, with the whole secret as key.', {
    type: 'string',
    pattern: '^sha256=[0-9a-f]{64}$',
  }),
  header('X-Webhook-Event', 'Name of the event.'),
  header('X-Webhook-Id', 'The same as `webhook-id`.', { type: 'string', format: 'uuid' }),
  header(
    'X-Webhook-Delivery',
    'Id of the attempt, under which `GET /api/v1/webhooks/{uuid}/deliveries/{deliveryUuid}` shows it.',
    {
      type: 'string',
      format: 'uuid',
    },
  ),
];

const RESPONSES = {
  '2XX': { description: 'Received. Answer within 10 seconds; the body is not read.' },
  '410': { description: 'Switches the webhook off.' },
  default: {
    description:
      'Not received: the request is repeated after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or later if a 429 or 503 says so by `Retry-After`. Redirects are not followed.',
  },
};

const envelope = {
  id: z
    .guid()
    .describe('Id of the event, the same in every attempt. Events may arrive more than once: use it to recognize them.'),
  createdAt: z.iso.datetime().describe('When the event happened.'),
  timestamp: z.iso.datetime().describe('The same as `createdAt`.'),
  company: z.guid().describe('Id of the company.'),
  sequence: z
    .int()
    .min(0)
    .describe(
      'Numbers all events of the company without gaps, in the order in which they happened, those too that the webhook does not receive; 0 in tests. Events may arrive in another order.',
    ),
};

/** `invoice.buyer_message` → `InvoiceBuyerMessageEvent`. */
export const eventSchemaName = (event: string): string =>
  `${event
    .split(/[._]/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

/**
 * The document with its webhooks in `components`, and references to them in `webhooks`: openapi-generator would make a client's method of
 * each, in place of the operations with the same tag.
 */
export function withReferredWebhooks({ webhooks: all, components, ...document }: JsonObject): JsonObject {
  if (!isObject(all)) return { ...document, components };
  const references = mapValues(all, (_, name) => ({ $ref: `#/components/pathItems/${name}` }));
  return { ...document, webhooks: references, components: { ...(components as JsonObject), pathItems: all } };
}

/** The webhooks of a document, by event. */
export function webhooksOf({ webhooks: all = {}, components }: JsonObject): Record<string, Record<string, JsonObject>> {
  const { pathItems = {} } = (components ?? {}) as { pathItems?: Record<string, JsonObject> };
  return mapValues(all as Record<string, JsonObject>, (item, name) =>
    '$ref' in item ? (pathItems[name] ?? {}) : item,
  ) as Record<string, Record<string, JsonObject>>;
}

/** The requests that receivers of events get. Payload schemas are added to `components`. */
export const webhooks = (components: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([name, { description, data }]) => {
      const { id, ...rest } = envelope;
      const body = z
        .object({ id, type: z.literal(name).describe('Name of the event.'), ...rest, data })
        .meta({ id: eventSchemaName(name), description });
      const operation = {
        operationId: `event-${name.replaceAll('.', '-')}`,
        summary: description,
        description: `${description} Sent to the webhooks that are subscribed to \`${name}\` or to \`*\`.`,
        tags: ['webhooks'],
        security: [],
        parameters: HEADERS,
        requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'output', components) } } },
        responses: RESPONSES,
      };
      return [name, { post: operation }];
    }),
  );
