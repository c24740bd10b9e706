import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';
import { pageSchema } from '#shared/platform/lambda/endpoint/schema.ts';

/** Response schemas of deliveries. */

const made = z.enum(['success', 'failed']);
const headers = z.record(z.string(), z.string());

export const summarySchema = z
  .object({
    uuid: uuid(),
    eventType: z.string(),
    status: made,
    responseCode: z.number().int(),
    durationMs: z.number().int(),
    deliveredAt: instant(),
    attempt: z.number().int(),
  })
  .meta({ id: 'WebhookDeliverySummary' });

export const summaryPageSchema = pageSchema(summarySchema).meta({ id: 'WebhookDeliveryPage' });

export const deliverySchema = z
  .object({
    uuid: uuid(),
    webhookUuid: uuid(),
    eventType: z.string(),
    /** `pending`: the attempt has not been made yet. */
    status: z.enum(['pending', 'success', 'failed']),
    attempt: z.number().int(),
    requestUrl: z.url().nullable(),
    requestMethod: z.literal('POST'),
    requestHeaders: headers.nullable(),
    requestPayload: z.string().nullable(),
    responseCode: z.number().int(),
    responseHeaders: headers.nullable(),
    responseBody: z.string().nullable(),
    durationMs: z.number().int(),
    errorMessage: z.string().nullable(),
    deliveredAt: instant().nullable(),
    nextRetryAt: instant().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const testSchema = z
  .object({
    deliveryUuid: uuid(),
    status: made,
    eventType: z.string(),
    requestPayload: z.string(),
    requestHeaders: headers,
    responseCode: z.number().int(),
    responseBody: z.string().nullable(),
    durationMs: z.number().int(),
    deliveredAt: instant(),
  })
  .meta({ id: 'WebhookTest' });

export const queuedSchema = z.object({ status: z.literal('queued') }).meta({ id: 'QueuedDelivery' });
