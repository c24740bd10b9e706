import * as z from 'zod';
import { DELIVERY_STATUSES } from '../../mail/documents/model.ts';
import { personSchema } from './schema.ts';

/**
 * Schemas for answers about the mails of documents: first of invoices (email.ts), then of proformas and delivery notes
 * (email-log.ts).
 */

const text = () => z.string().nullable();

export const acceptedSchema = z.object({
  success: z.literal(true),
  emailId: z.string(),
  to: z.string(),
  cc: text(),
  subject: z.string(),
  attachments: z.array(z.string()),
  sentAt: z.string(),
  deliveryStatus: z.enum(['queued', 'sent', 'failed']),
});

const reading = z.object({
  at: z.string(),
  userAgent: z.string().optional(),
  ipAddress: z.string().optional(),
  link: z.string().optional(),
});

export const emailSchema = z.object({
  id: z.string(),
  to: z.string(),
  cc: text(),
  bcc: text(),
  subject: z.string(),
  attachments: z.array(z.string()),
  sentAt: z.string(),
  deliveryStatus: z.enum(DELIVERY_STATUSES),
  openedAt: text(),
  clickedAt: text(),
  bouncedAt: text(),
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
});

export const defaultsSchema = z.object({
  to: text(),
  cc: text(),
  bcc: text(),
  subject: z.string(),
  body: z.string(),
  attachPdf: z.boolean(),
  attachXml: z.boolean(),
  from: z.object({ email: z.string(), name: z.string() }),
  replyTo: text(),
  templateId: text(),
});

/** The answer to mailing a proforma or a delivery note (email-log.ts). */
export const acceptedLogSchema = z.object({
  id: z.string(),
  to: z.string(),
  cc: z.array(z.string()).nullable(),
  bcc: z.array(z.string()).nullable(),
  subject: z.string(),
  attachments: z.array(z.string()),
  sentAt: z.string(),
  deliveryStatus: z.enum(DELIVERY_STATUSES),
});

export const emailLogSchema = acceptedLogSchema.extend({
  openedAt: text(),
  clickedAt: text(),
  bouncedAt: text(),
  bounceReason: text(),
  sentBy: personSchema,
});

export const convertibleDefaultsSchema = z.object({ to: text(), subject: z.string(), body: z.string() });
