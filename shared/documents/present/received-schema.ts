import * as z from 'zod';
import { ANSWER_STATUSES, BUYER_RESPONSES } from '../../model/invoice.ts';

/** What answers show of received documents alone: all of it [added]. */

export const answerSchema = z.object({
  id: z.string(),
  response: z.enum(BUYER_RESPONSES),
  reason: z.string().nullable(),
  status: z.enum(ANSWER_STATUSES),
  answeredAt: z.string(),
  sentAt: z.string().nullable(),
  taxauthUploadIndex: z.string().nullable(),
  error: z.string().nullable(),
});

export const receivedShape = {
  /** The document with the same number, sender and date that was there before. */
  duplicateOf: z.string().nullable().optional(),
  /** What the company has answered to the supplier. */
  answer: answerSchema.nullable().optional(),
  /** What the company notes for its books. */
  expenseCategory: z.string().nullable().optional(),
  expenseAccount: z.string().nullable().optional(),
  vatDeductiblePercent: z.number().nullable().optional(),
  receivedDate: z.string().nullable().optional(),
  /** VAT of a purchase in lei: what may be deducted by what was paid, and what waits for the payment of the rest. */
  vatDeductible: z.number().nullable().optional(),
  vatDeferred: z.number().nullable().optional(),
};
