import * as z from 'zod';
import { placeShape } from '#shared/platform/lambda/endpoint/schema.ts';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import { LOG_STATUSES, MESSAGE_STATUSES, MESSAGE_TYPES } from './model.ts';

/** Answers about messages of the tax authority and about synchronization. */

const nullableText = z.string().nullable();

export const messageSchema = z
  .object({
    uuid: uuid(),
    invoiceId: uuid().nullable(),
    messageType: z.enum(MESSAGE_TYPES),
    status: z.enum(MESSAGE_STATUSES),
    messageId: z.string(),
    /** The authority's text and ids; which ids are present depends on `messageType`. */
    details: z
      .object({
        code: z.string(),
        message: z.string(),
        uploadIndex: z.string().optional(),
        stateDate: instant().nullable().optional(),
        downloadId: z.string().optional(),
        acceptedDate: instant().nullable().optional(),
      })
      .meta({ id: 'AuthorityMessageDetails' }),
    receivedAt: instant(),
  })
  .meta({ id: 'AuthorityMessage' });

export const messageDetailSchema = z
  .object({
    ...messageSchema.shape,
    invoice: z.object({ number: z.string(), date: day(), client: nullableText, total: z.number() }).nullable(),
    rawData: z.record(z.string(), z.unknown()),
    processedAt: instant().nullable(),
  })
  .meta({ id: 'AuthorityMessageDetail' });

export const messagePageSchema = z
  .object({
    data: z.array(messageSchema),
    ...placeShape,
  })
  .meta({ id: 'AuthorityMessagePage' });

export const triggeredSchema = z.object({ message: z.string(), syncId: uuid() }).meta({ id: 'SyncStarted' });

export const syncStatusSchema = z
  .object({
    enabled: z.boolean(),
    lastSync: instant().nullable(),
    tokenValid: z.boolean(),
    syncInterval: z.enum(['hourly', 'every_4h', 'every_12h', 'daily', 'manual']),
    running: z.boolean(),
    lastError: nullableText,
    lastErrorAt: instant().nullable(),
  })
  .meta({ id: 'SyncStatus' });

export const syncLogSchema = z.array(
  z.object({
    invoiceId: uuid().nullable(),
    cif: nullableText,
    syncedAt: instant(),
    status: z.enum(LOG_STATUSES),
    error: nullableText,
  }),
);

export const toggledSchema = z.object({ syncEnabled: z.boolean(), message: z.string() }).meta({ id: 'SyncToggled' });
