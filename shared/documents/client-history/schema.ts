import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { creditSchema } from '#shared/documents/allocations/schema.ts';
import { FISCAL_TOTALS } from '#shared/model/amounts/fiscal-fields.ts';
import { clientSchema } from '#shared/records/parties/clients/schema.ts';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';
import { RECEIPT_KINDS } from '#shared/model/kinds.ts';
import { RECEIPT_STATUSES } from '#shared/model/receipts/receipt.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';

export const historySchema = z
  .object({
    id: uuid(),
    number: z.string(),
    issueDate: day(),
    dueDate: day().nullable(),
    total: z.number(),
    currency: z.string(),
    status: z.enum(INVOICE_STATUSES),
    direction: z.enum(['outgoing', 'incoming']),
  })
  .meta({ id: 'ClientInvoice' });

export const noteHistorySchema = z
  .object({
    uuid: uuid(),
    number: z.string(),
    issueDate: day(),
    total: z.number(),
    status: z.enum(DELIVERY_NOTE_STATUSES),
  })
  .meta({ id: 'ClientDeliveryNote' });

export const receiptHistorySchema = z
  .object({
    uuid: uuid(),
    kind: z.enum(RECEIPT_KINDS),
    number: z.string(),
    date: day(),
    amount: z.number(),
    status: z.enum(RECEIPT_STATUSES),
  })
  .meta({ id: 'ClientReceipt' });

/** GET /api/v1/clients/{uuid}: the client and its documents. */
export const clientViewSchema = z
  .object({
    client: clientSchema,
    invoiceHistory: z.array(historySchema),
    /** The total issued to the client, in the company's currency. */
    invoiceTotal: z.number(),
    ...FISCAL_TOTALS,
    /** The number of documents in the history, over all pages. */
    invoiceCount: z.number(),
    /** The latest five. */
    deliveryNoteHistory: z.array(noteHistorySchema),
    deliveryNoteCount: z.number(),
    /** The latest five. */
    receiptHistory: z.array(receiptHistorySchema),
    receiptCount: z.number(),
    /** What of its money pays no document yet. */
    credit: creditSchema,
  })
  .meta({ id: 'ClientDetail' });
