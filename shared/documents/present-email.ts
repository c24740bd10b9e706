import * as z from 'zod';
import { shownInstant, shownInstantOrNull } from '../kernel/clock.ts';
import { person, personSchema } from './present-parts.ts';
import { DELIVERY_STATUSES, type DocumentEmail } from '../mail/documents/model.ts';

/** Mails as the contract shows them (interface.md §Invoice email record, completions-documents §1.10). */

const text = () => z.string().nullable();

const joined = (addresses: string[]): string | null => (addresses.length > 0 ? addresses.join(', ') : null);

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

export const presentAccepted = ({ id, to, cc, subject, attachments, sentAt, deliveryStatus }: DocumentEmail) => ({
  success: true,
  emailId: id,
  to,
  cc: joined(cc),
  subject,
  attachments,
  sentAt: shownInstant(sentAt),
  deliveryStatus,
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
    })
    .nullable(),
});

export const presentEmail = (email: DocumentEmail) => ({
  id: email.id,
  to: email.to,
  cc: joined(email.cc),
  bcc: joined(email.bcc),
  subject: email.subject,
  attachments: email.attachments,
  sentAt: shownInstant(email.sentAt),
  deliveryStatus: email.deliveryStatus,
  openedAt: shownInstantOrNull(email.openedAt),
  clickedAt: shownInstantOrNull(email.clickedAt),
  bouncedAt: shownInstantOrNull(email.bouncedAt),
  bounceReason: email.bounceReason,
  sentBy: person(email.sentBy),
  metadata: email.metadata,
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
