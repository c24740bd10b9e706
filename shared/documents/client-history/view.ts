import type * as z from 'zod';
import { presentCredit } from '#shared/documents/allocations/present.ts';
import type { ClientCredit } from '#shared/model/allocation/credit.ts';
import { type History, presentHistory, presentNoteHistory, presentReceiptHistory } from './history.ts';
import type { DeliveryNoteRow } from '#shared/model/convertible/delivery-note.ts';
import { presentFiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import type { ReceiptRow } from '#shared/documents/receipts/store.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { presentClient } from '#shared/records/parties/clients/present.ts';
import type { ClientRow } from '#shared/records/parties/clients/store.ts';
import type { clientViewSchema } from './schema.ts';

export const presentClientView = ({
  row: { record, stats },
  history,
  notes,
  receipts,
  credit,
}: {
  row: ClientRow;
  history: History<InvoiceRow>;
  notes: History<DeliveryNoteRow>;
  receipts: History<ReceiptRow>;
  credit: ClientCredit | undefined;
}): z.infer<typeof clientViewSchema> => ({
  client: presentClient(record),
  invoiceHistory: history.rows.map(presentHistory),
  invoiceTotal: stats.revenueCents / 100,
  ...presentFiscalCents(stats),
  invoiceCount: history.total,
  deliveryNoteHistory: notes.rows.map(presentNoteHistory),
  deliveryNoteCount: notes.total,
  receiptHistory: receipts.rows.map(presentReceiptHistory),
  receiptCount: receipts.total,
  credit: presentCredit(credit),
});
