import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import { FISCAL_TOTALS } from '#shared/model/amounts/fiscal-fields.ts';
import { personSchema } from '#shared/documents/common/present/schema.ts';

/** Response schemas of share links and of the shared document. */

export const newLinkSchema = z
  .object({ id: uuid(), token: z.string(), url: z.url(), expiresAt: instant() })
  .meta({ id: 'CreatedShareLink' });

export const linkSchema = newLinkSchema
  .extend({
    status: z.enum(['active', 'revoked', 'expired']),
    paymentEnabled: z.boolean(),
    createdAt: instant(),
    revokedAt: instant().nullable(),
    lastViewedAt: instant().nullable(),
    viewCount: z.number(),
    isValid: z.boolean(),
    createdBy: personSchema.nullable(),
  })
  .meta({ id: 'ShareLink' });

export const sharedSchema = z
  .object({
    invoiceNumber: z.string(),
    issueDate: day(),
    dueDate: day().nullable(),
    total: z.number(),
    ...FISCAL_TOTALS,
    currency: z.string(),
    companyName: z.string(),
    sandbox: z.boolean().optional().describe('Only of a sandbox company, and true: a test, nobody owes it.'),
    senderName: z.string(),
    senderCif: z.string().nullable(),
    receiverName: z.string().nullable(),
    receiverCif: z.string().nullable(),
    hasPdf: z.boolean(),
    hasXml: z.boolean(),
    expiresAt: instant(),
    paymentEnabled: z.boolean(),
    amountDue: z.number(),
    amountPaid: z.number(),
    paidAt: day().nullable(),
  })
  .meta({ id: 'SharedInvoice' });
