import { PAGE_FIELDS, without } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const uuid = 'Id of the webhook.';
const deliveryUuid = 'Id of the delivery.';
const OFF = '409 with reason `webhook_inactive` for a webhook that is switched off.';

/** What can be sent and is shown. */
const details: FieldDescriptions = {
  url: 'Address of the receiver, up to 2,048 characters. It begins with `https://`, contains no user name or password, and is not on a private network.',
  events: 'Names of events, at least one; `["*"]`: all, also those of the future. `GET /api/v1/webhooks/events` lists them.',
  description: 'What the webhook is for, up to 255 characters.',
  isActive: 'Whether events are delivered. Events that happen while it is false are not delivered later, except by a replay.',
};

const webhook: FieldDescriptions = {
  ...details,
  uuid,
  url: 'Address of the receiver.',
  events: 'Names of the events that it receives; `*`: all.',
  isActive: 'Whether events are delivered. A 410 of the receiver, or 120 hours without any success, sets it to false.',
  secret:
    'Secret that signs requests: `whsec_` and 64 hexadecimal digits. Complete only in the answer to its creation; otherwise `whsec_••••••••`.',
  createdAt: 'When the webhook was added.',
  updatedAt: 'When it was last changed.',
};

const attempt: FieldDescriptions = {
  uuid: deliveryUuid,
  eventType: 'Name of the event.',
  status: '`success`: the receiver answered with 2xx; `failed`: it did not.',
  responseCode: 'HTTP status of the receiver; 0: there was no complete answer within 10 seconds.',
  durationMs: 'Time from the request to the answer in milliseconds.',
  deliveredAt: 'When the attempt was made.',
  attempt: 'Number of the attempt, from 1.',
};

const request: FieldDescriptions = {
  requestHeaders: 'Headers of the request, with its signatures.',
  requestPayload: 'Body of the request, as it was signed.',
};

export const companyEvents: AreaDescriptions = {
  operations: {
    'events-list': {
      description: `The events of the last 30 days, whether the company has webhooks or not, newest first. Each is what webhooks are sent, with the same \`id\`.

To miss nothing: read with \`order=asc\` until \`hasMore\` is false, keep \`nextCursor\`, and go on with it later. Events appear in the order of their
time, except that one may appear up to two minutes after later ones; this order returns it then, and each event once. With \`desc\` such an
event is only on pages that are read afterwards from the beginning.

With a filter a page may have few events, or none, although \`hasMore\` is true. 422 for an unknown event, instants in the wrong order, and a cursor
of another list or order.`,
      parameters: {
        types: 'Only events with these names, separated by commas.',
        documentId: 'Only events about the document with this id, of any kind.',
        since: 'Only events from this instant on, with its offset from UTC.',
        until: 'Only events up to this instant, with its offset from UTC.',
        order: '`desc`, the default: newest first; `asc`: oldest first, also for reading on as events happen.',
        cursor: '`nextCursor` of the page before. Send the same filters with it.',
        limit: 'Events per page, at most 100.',
      },
    },
    'events-get': {
      description: 'An event of the last 30 days. It may be 404 for a second after it has happened.',
      parameters: { uuid: 'Id of the event.' },
    },
  },
  schemas: {
    CompanyEvent: {
      description: 'An event of a company, as webhooks are sent it.',
      fields: {
        id: 'Id of the event: that of `webhook-id`.',
        type: 'Name of the event. `GET /api/v1/webhooks/events` lists them; there may be new ones at any time.',
        createdAt: 'When it happened.',
        timestamp: 'The same instant.',
        company: 'Id of the company.',
        sequence: 'Its number among the events of the company; 0: it has none, for there was no webhook, or none yet.',
        data: 'What happened, by the name of the event: the schemas are those of `data` under `webhooks` of this document.',
      },
    },
    CompanyEventPage: {
      description: 'A page of events.',
      fields: {
        data: 'The events of the page.',
        hasMore: 'Whether there are more now.',
        nextCursor:
          'Where the next page begins. Null on the last page with `desc`; never null with `asc`: there it also says where to go on later.',
      },
    },
  },
};

export const webhooks: AreaDescriptions = {
  operations: {
    'webhooks-list': 'All webhooks of the company.',
    'webhooks-events': {
      description: 'All events by name. What each contains is described under `webhooks` of this document.',
      fields: {
        name: 'Name of the event, to be sent in `events`.',
        description: 'When it is sent.',
        category: 'What it is about.',
      },
    },
    'webhooks-create': {
      description: `Adds a receiver of events. Only this answer contains the complete \`secret\`. Events that happen from now on are delivered.

- 400 without \`url\` or \`events\`, and for wrong types.
- 402 if the plan includes no webhooks.
- 422 for an address that is not allowed, an unknown event, \`*\` beside names, and a 21st webhook of the company.`,
      responses: { 201: 'The webhook was added.' },
    },
    'webhooks-get': {
      description: 'A webhook, with the number of its deliveries in the last 30 days and the result of the last one.',
      parameters: { uuid },
    },
    'webhooks-update': {
      description: `Changes the fields that are sent, at least one (400); \`events\` replaces the list. Attempts that are due while \`isActive\` is false are
dropped. 422 for an address that is not allowed, an unknown event, and \`*\` beside names.`,
      parameters: { uuid },
    },
    'webhooks-remove': {
      description: 'Removes a webhook with the records of its deliveries. Nothing is sent to it any more.',
      parameters: { uuid },
      responses: { 204: 'The webhook was removed.' },
    },
    'webhooks-regenerate-secret': {
      description: `Makes a new secret. Only this answer contains it. Without \`graceHours\`, the old one stops signing at once, also for retries of earlier
events. With it, both sign in \`webhook-signature\` for that time; \`X-Webhook-Signature\` is always made with the new one.`,
      parameters: { uuid },
    },
    'webhooks-test': {
      description: `Sends a test to the receiver, whatever events it is subscribed to, and waits for its answer. A test that fails is answered with 200 and
\`status\` \`failed\` and is not repeated. Its \`data\` are \`message\` and \`webhookUuid\`, for all events. 422 for an unknown event, and with reason
\`webhook_inactive\` for a webhook that is switched off.`,
      parameters: { uuid },
    },
    'webhooks-deliveries-list': {
      description: 'The attempts that were made in the last 30 days. An event that was sent three times has three of them.',
      parameters: {
        uuid,
        status: 'Only attempts with this result.',
        eventType: 'Only attempts of this event.',
        from: 'Only attempts from this day in Romania on.',
        to: 'Only attempts up to this day in Romania.',
      },
    },
    'webhooks-delivery-get': {
      description: 'An attempt with all that was sent and received, for 30 days. It may also be one that is still to be made.',
      parameters: { uuid, deliveryUuid },
    },
    'webhooks-delivery-retry': {
      description: `Sends the event of an attempt again, with the same \`webhook-id\`, beginning with attempt 1. ${OFF} 409 with reason \`webhook_test\` for a
test.`,
      parameters: { uuid, deliveryUuid },
      responses: { 202: 'The event will be sent.' },
    },
    'webhooks-replay': {
      description: `Sends the events of a period again, as far as the webhook is subscribed to them, with the same \`webhook-id\`. Events are kept for 30
days. ${OFF}`,
      parameters: { uuid },
      responses: { 202: 'The events will be sent.' },
    },
  },
  schemas: {
    Webhook: { description: 'A receiver of events.', fields: webhook },
    WebhookDetail: {
      description: 'A receiver of events, with the results of its deliveries.',
      fields: {
        ...webhook,
        deliveriesCount: 'Number of attempts in the last 30 days.',
        lastDeliveryAt: 'When the last attempt was made; null: none yet.',
        lastDeliveryStatus: 'Its result; null: none yet.',
      },
    },
    WebhookInput: {
      description: 'Body of a new webhook.',
      fields: { ...details, isActive: `${details['isActive']} By default true.` },
    },
    WebhookChange: { description: 'Fields of a webhook to change.', fields: details },
    WebhookSecretInput: {
      description: 'Body of a new secret; may be empty.',
      fields: { graceHours: 'Hours for which the replaced secret signs too, 0 (the default) to 72.' },
    },
    WebhookDeliverySummary: { description: 'An attempt to deliver an event.', fields: attempt },
    WebhookDeliveryPage: { description: 'A page of attempts.', fields: PAGE_FIELDS },
    WebhookDelivery: {
      description: 'An attempt to deliver an event, with request and response.',
      fields: {
        ...attempt,
        ...request,
        webhookUuid: uuid,
        status: '`pending`: the attempt is still to be made; `success`: the receiver answered with 2xx; `failed`: it did not.',
        requestUrl: 'Address to which it was sent; null before the attempt.',
        requestMethod: 'Always `POST`.',
        requestHeaders: `${request['requestHeaders']} Null before the attempt.`,
        requestPayload: `${request['requestPayload']} Null before the attempt.`,
        responseHeaders: 'Headers of the receiver without `set-cookie`, at most 64; null without an answer.',
        responseBody: 'The first 4,096 characters that the receiver answered; null without an answer.',
        errorMessage: 'Why there was no answer, for people; null if there was one.',
        deliveredAt: 'When the attempt was made; null: not yet.',
        nextRetryAt: 'When the next attempt is due, after one that failed; null: there is none.',
      },
    },
    QueuedDelivery: { description: 'Deliveries that were requested.', fields: { status: 'Always `queued`.' } },
    WebhookReplay: {
      description: 'A period.',
      fields: {
        from: 'First instant, with its offset from UTC.',
        to: 'Last instant, with its offset from UTC; not before `from`.',
      },
    },
    WebhookTestRequest: {
      description: 'Body of a test; may be empty.',
      fields: { eventType: 'Name of the event that the test pretends to be; by default `webhook.test`.' },
    },
    WebhookTest: {
      description: 'Result of a test.',
      fields: {
        ...without(attempt, 'uuid', 'attempt'),
        ...request,
        deliveryUuid: 'Id of the delivery, as which the test is recorded.',
        responseBody: 'The first 1,024 characters that the receiver answered; null without an answer.',
        deliveredAt: 'When the test was sent.',
      },
    },
  },
};
