import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';
import { DELIVERY_STATUSES } from '#shared/output/mail/documents/model.ts';
import { personSchema } from './schema.ts';

/**
 * Schemas for answers about the mails of documents: first of invoices (email.ts), then of proformas and delivery notes
 * (email-log.ts).
 */

const text = () => z.string().nullable();

export const acceptedSchema = z
  .object({
    success: z.literal(true),
    emailId: uuid(),
    to: z.string(),
    cc: text(),
    subject: z.string(),
    attachments: z.array(z.string()),
    sentAt: instant(),
    deliveryStatus: z.enum(['queued', 'sent', 'failed']),
  })
  .meta({ id: 'InvoiceEmailAccepted' });

const reading = z
  .object({
    at: instant(),
    userAgent: z.string().optional(),
    ipAddress: z.string().optional(),
    link: z.string().optional(),
  })
  .meta({ id: 'EmailReading' });

export const emailSchema = z
  .object({
    id: uuid(),
    to: z.string(),
    cc: text(),
    bcc: text(),
    subject: z.string(),
    attachments: z.array(z.string()),
    sentAt: instant(),
    deliveryStatus: z.enum(DELIVERY_STATUSES),
    openedAt: instant().nullable(),
    clickedAt: instant().nullable(),
    bouncedAt: instant().nullable(),
    bounceReason: text(),
    sentBy: personSchema,
    metadata: z
      .object({
        userAgent: z.string().optional(),
        ipAddress: z.string().optional(),
        opens: z.array(reading).optional(),
        clicks: z.array(reading).optional(),
        automatic: z.boolean().optional(),
        reminderType: z.string().optional(),
        offsetDays: z.int().optional(),
      })
      .nullable(),
  })
  .meta({ id: 'InvoiceEmail' });

export const defaultsSchema = z
  .object({
    to: text(),
    cc: text(),
    bcc: text(),
    subject: z.string(),
    body: z.string(),
    attachPdf: z.boolean(),
    attachXml: z.boolean(),
    from: z.object({ email: z.email(), name: z.string() }),
    replyTo: text(),
    templateId: uuid().nullable(),
  })
  .meta({ id: 'InvoiceEmailDefaults' });

/** The answer to mailing a proforma or a delivery note (email-log.ts). */
export const acceptedLogSchema = z
  .object({
    id: uuid(),
    to: z.string(),
    cc: z.array(z.string()).nullable(),
    bcc: z.array(z.string()).nullable(),
    subject: z.string(),
    attachments: z.array(z.string()),
    sentAt: instant(),
    deliveryStatus: z.enum(DELIVERY_STATUSES),
  })
  .meta({ id: 'DocumentEmailAccepted' });

export const emailLogSchema = acceptedLogSchema
  .extend({
    openedAt: instant().nullable(),
    clickedAt: instant().nullable(),
    bouncedAt: instant().nullable(),
    bounceReason: text(),
    sentBy: personSchema,
  })
  .meta({ id: 'DocumentEmail' });

export const convertibleDefaultsSchema = z
  .object({ to: text(), subject: z.string(), body: z.string() })
  .meta({ id: 'DocumentEmailDefaults' });
