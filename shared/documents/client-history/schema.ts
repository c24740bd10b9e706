import * as z from 'zod';
import { day, uuid } from '#shared/base/kernel/schema.ts';
import { FISCAL_TOTALS } from '#shared/model/amounts/fiscal-fields.ts';
import { clientSchema } from '#shared/records/parties/clients/schema.ts';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';
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
    receiptHistory: z.array(z.record(z.string(), z.unknown())).max(0),
    receiptCount: z.literal(0),
  })
  .meta({ id: 'ClientDetail' });
