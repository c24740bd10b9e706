import * as z from 'zod';
import { LOG_STATUSES, MESSAGE_STATUSES, MESSAGE_TYPES } from './model.ts';

/** Answers about messages of the tax authority and about synchronization. */

const nullableText = z.string().nullable();

export const messageSchema = z.object({
  uuid: z.string(),
  invoiceId: nullableText,
  messageType: z.enum(MESSAGE_TYPES),
  status: z.enum(MESSAGE_STATUSES),
  messageId: z.string(),
  /** The authority's text and ids; which ids are present depends on `messageType`. */
  details: z.object({
    code: z.string(),
    message: z.string(),
    uploadIndex: z.string().optional(),
    stateDate: nullableText.optional(),
    downloadId: z.string().optional(),
    acceptedDate: nullableText.optional(),
  }),
  receivedAt: z.string(),
});

export const messageDetailSchema = z.object({
  ...messageSchema.shape,
  invoice: z.object({ number: z.string(), date: z.string(), client: nullableText, total: z.number() }).nullable(),
  rawData: z.record(z.string(), z.unknown()),
  processedAt: nullableText,
});

export const messagePageSchema = z.object({
  data: z.array(messageSchema),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
  pages: z.number(),
});

export const triggeredSchema = z.object({ message: z.string(), syncId: z.string() });

export const syncStatusSchema = z.object({
  enabled: z.boolean(),
  lastSync: nullableText,
  tokenValid: z.boolean(),
  syncInterval: z.enum(['hourly', 'every_4h', 'every_12h', 'daily', 'manual']),
  running: z.boolean(),
});

export const syncLogSchema = z.array(
  z.object({ invoiceId: nullableText, cif: nullableText, syncedAt: z.string(), status: z.enum(LOG_STATUSES) }),
);

export const toggledSchema = z.object({ syncEnabled: z.boolean(), message: z.string() });
