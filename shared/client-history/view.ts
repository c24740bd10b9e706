import * as z from 'zod';
import { historySchema, type InvoiceHistory, presentHistory } from './history.ts';
import { clientSchema, presentClient } from '../parties/clients/present.ts';
import type { ClientRow } from '../parties/clients/store.ts';

/** GET /api/v1/clients/{uuid}: the client and its documents. */
export const clientViewSchema = z.object({
  client: clientSchema,
  invoiceHistory: z.array(historySchema),
  /** What was issued to the client, in the company's currency. */
  invoiceTotal: z.number(),
  /** Documents in the history, over all its pages. */
  invoiceCount: z.number(),
  deliveryNoteHistory: z.array(
    z.object({ uuid: z.string(), number: z.string(), issueDate: z.string(), total: z.number(), status: z.string() }),
  ),
  deliveryNoteCount: z.number(),
  receiptHistory: z.array(z.never()),
  receiptCount: z.literal(0),
});

export const presentClientView = ({
  row: { record, stats },
  history,
}: {
  row: ClientRow;
  history: InvoiceHistory;
}): z.infer<typeof clientViewSchema> => ({
  client: presentClient(record),
  invoiceHistory: history.rows.map(presentHistory),
  invoiceTotal: stats.revenueCents / 100,
  invoiceCount: history.total,
  // The service keeps no delivery notes yet, and receipts are not part of it.
  deliveryNoteHistory: [],
  deliveryNoteCount: 0,
  receiptHistory: [],
  receiptCount: 0,
});
