import type * as z from 'zod';
import { type History, presentHistory, presentNoteHistory } from './history.ts';
import type { DeliveryNoteRow } from '#shared/model/convertible/delivery-note.ts';
import { presentFiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { presentClient } from '#shared/records/parties/clients/present.ts';
import type { ClientRow } from '#shared/records/parties/clients/store.ts';
import type { clientViewSchema } from './schema.ts';

export const presentClientView = ({
  row: { record, stats },
  history,
  notes,
}: {
  row: ClientRow;
  history: History<InvoiceRow>;
  notes: History<DeliveryNoteRow>;
}): z.infer<typeof clientViewSchema> => ({
  client: presentClient(record),
  invoiceHistory: history.rows.map(presentHistory),
  invoiceTotal: stats.revenueCents / 100,
  ...presentFiscalCents(stats),
  invoiceCount: history.total,
  deliveryNoteHistory: notes.rows.map(presentNoteHistory),
  deliveryNoteCount: notes.total,
  // Receipts are not part of the service.
  receiptHistory: [],
  receiptCount: 0,
});
