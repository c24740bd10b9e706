import { presentInstant } from '#shared/base/kernel/clock.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { fiscalOfRow, presentFiscal } from '#shared/model/amounts/fiscal-fields.ts';
import { presentDeadline } from '#shared/model/calendar/taxauth-deadline.ts';
import { sourceOfRow } from '#shared/model/invoice-row.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { isOverdue, paymentStatusOf } from '#shared/model/amounts/payment-state.ts';

export const presentRow = (row: InvoiceRow) => ({
  id: row.id,
  uuid: row.id,
  number: row.number,
  status: row.status,
  paymentStatus: paymentStatusOf(row),
  isOverdue: isOverdue(row),
  direction: row.direction,
  source: sourceOfRow(row),
  isCreditNote: row.isCreditNote,
  currency: row.currency,
  issueDate: row.issueDate,
  dueDate: row.dueDate,
  subtotal: presentNumber(row.subtotal),
  vatTotal: presentNumber(row.vatTotal),
  total: presentNumber(row.total),
  ...presentFiscal(fiscalOfRow(row)),
  amountPaid: presentNumber(row.amountPaid),
  balance: presentNumber(row.balance),
  refundDue: presentNumber(row.refundDue ?? '0.00'),
  ...presentDeadline(row),
  clientName: row.clientName,
  supplier: { id: row.supplierId, name: row.supplierName, cif: row.supplierCif },
  createdAt: presentInstant(row.createdAt),
  updatedAt: presentInstant(row.updatedAt),
});
