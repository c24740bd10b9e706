import * as z from 'zod';
import { pageSchema } from '../lambda/endpoint/request.ts';
import { shownInstant } from '../kernel/clock.ts';
import { shownNumber } from '../kernel/money.ts';
import { creditNoteRowSchema } from '../credit-notes/present.ts';
import type { InvoiceRow } from '../model/invoice-row.ts';
import { isOverdue, paymentStatusOf } from '../model/amounts/payment-state.ts';

/** An item of the invoice list (completions-documents §1.1). */
export const rowSchema = z.object({
  id: z.string(),
  uuid: z.string(),
  number: z.string(),
  status: z.string(),
  paymentStatus: z.string(),
  isOverdue: z.boolean(),
  direction: z.string(),
  isCreditNote: z.boolean(),
  currency: z.string(),
  issueDate: z.string(),
  dueDate: z.string().nullable(),
  subtotal: z.number(),
  vatTotal: z.number(),
  total: z.number(),
  amountPaid: z.number(),
  balance: z.number(),
  clientName: z.string().nullable(),
  supplier: z.object({ id: z.string().nullable(), name: z.string(), cif: z.string().nullable() }),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const presentRow = (row: InvoiceRow) => ({
  id: row.id,
  uuid: row.id,
  number: row.number,
  status: row.status,
  paymentStatus: paymentStatusOf(row),
  isOverdue: isOverdue(row),
  direction: row.direction,
  isCreditNote: row.isCreditNote,
  currency: row.currency,
  issueDate: row.issueDate,
  dueDate: row.dueDate,
  subtotal: shownNumber(row.subtotal),
  vatTotal: shownNumber(row.vatTotal),
  total: shownNumber(row.total),
  amountPaid: shownNumber(row.amountPaid),
  balance: shownNumber(row.balance),
  clientName: row.clientName,
  supplier: { id: row.supplierId, name: row.supplierName, cif: row.supplierCif },
  createdAt: shownInstant(row.createdAt),
  updatedAt: shownInstant(row.updatedAt),
});

export const listSchema = pageSchema(z.union([rowSchema, creditNoteRowSchema])).extend({
  totals: z
    .array(
      z.object({
        currency: z.string(),
        subtotal: z.number(),
        vatTotal: z.number(),
        total: z.number(),
        receivable: z.number(),
        payable: z.number(),
      }),
    )
    .optional(),
});
