import { shownInstant } from '../../kernel/clock.ts';
import { shownNumber } from '../../kernel/money.ts';
import type { InvoiceRow } from '../../model/invoice-row.ts';
import { isOverdue, paymentStatusOf } from '../../model/amounts/payment-state.ts';

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
