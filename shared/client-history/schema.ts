import * as z from 'zod';
import { clientSchema } from '../parties/clients/schema.ts';

export const historySchema = z.object({
  id: z.string(),
  number: z.string(),
  issueDate: z.string(),
  dueDate: z.string().nullable(),
  total: z.number(),
  currency: z.string(),
  status: z.string(),
  direction: z.string(),
});

export const noteHistorySchema = z.object({
  uuid: z.string(),
  number: z.string(),
  issueDate: z.string(),
  total: z.number(),
  status: z.string(),
});

/** GET /api/v1/clients/{uuid}: the client and its documents. */
export const clientViewSchema = z.object({
  client: clientSchema,
  invoiceHistory: z.array(historySchema),
  /** The total issued to the client, in the company's currency. */
  invoiceTotal: z.number(),
  /** The number of documents in the history, over all pages. */
  invoiceCount: z.number(),
  /** The latest five. */
  deliveryNoteHistory: z.array(noteHistorySchema),
  deliveryNoteCount: z.number(),
  receiptHistory: z.array(z.never()),
  receiptCount: z.literal(0),
});
