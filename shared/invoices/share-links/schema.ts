import * as z from 'zod';
import { personSchema } from '../../documents/present/schema.ts';

/** Response schemas of share links and of the shared document. */

export const newLinkSchema = z.object({ id: z.string(), token: z.string(), url: z.string(), expiresAt: z.string() });

export const linkSchema = newLinkSchema.extend({
  status: z.enum(['active', 'revoked', 'expired']),
  paymentEnabled: z.boolean(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
  lastViewedAt: z.string().nullable(),
  viewCount: z.number(),
  isValid: z.boolean(),
  createdBy: personSchema.nullable(),
});

export const sharedSchema = z.object({
  invoiceNumber: z.string(),
  issueDate: z.string(),
  dueDate: z.string().nullable(),
  total: z.number(),
  currency: z.string(),
  companyName: z.string(),
  senderName: z.string(),
  senderCif: z.string().nullable(),
  receiverName: z.string().nullable(),
  receiverCif: z.string().nullable(),
  hasPdf: z.boolean(),
  hasXml: z.boolean(),
  expiresAt: z.string(),
  paymentEnabled: z.boolean(),
  amountDue: z.number(),
  amountPaid: z.number(),
  paidAt: z.string().nullable(),
});
