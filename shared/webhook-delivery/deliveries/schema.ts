import * as z from 'zod';
import { pageSchema } from '../../lambda/endpoint/schema.ts';

/** Response schemas of deliveries. */

const made = z.enum(['success', 'failed']);
const headers = z.record(z.string(), z.string());

export const summarySchema = z.object({
  uuid: z.string(),
  eventType: z.string(),
  status: made,
  responseCode: z.number().int(),
  durationMs: z.number().int(),
  deliveredAt: z.string(),
  attempt: z.number().int(),
});

export const summaryPageSchema = pageSchema(summarySchema);

export const deliverySchema = z.object({
  uuid: z.string(),
  webhookUuid: z.string(),
  eventType: z.string(),
  /** `pending`: the attempt has not been made yet. */
  status: z.enum(['pending', 'success', 'failed']),
  attempt: z.number().int(),
  requestUrl: z.string().nullable(),
  requestMethod: z.literal('POST'),
  requestHeaders: headers.nullable(),
  requestPayload: z.string().nullable(),
  responseCode: z.number().int(),
  responseHeaders: headers.nullable(),
  responseBody: z.string().nullable(),
  durationMs: z.number().int(),
  errorMessage: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  nextRetryAt: z.string().nullable(),
});

export const testSchema = z.object({
  deliveryUuid: z.string(),
  status: made,
  eventType: z.string(),
  requestPayload: z.string(),
  requestHeaders: headers,
  responseCode: z.number().int(),
  responseBody: z.string().nullable(),
  durationMs: z.number().int(),
  deliveredAt: z.string(),
});

export const queuedSchema = z.object({ status: z.literal('queued') });
