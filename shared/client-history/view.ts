import type * as z from 'zod';
import { type InvoiceHistory, presentHistory } from './history.ts';
import { presentClient } from '../parties/clients/present.ts';
import type { ClientRow } from '../parties/clients/store.ts';
import type { clientViewSchema } from './schema.ts';

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
  // Delivery notes are not read here yet; receipts are not part of the service.
  deliveryNoteHistory: [],
  deliveryNoteCount: 0,
  receiptHistory: [],
  receiptCount: 0,
});
