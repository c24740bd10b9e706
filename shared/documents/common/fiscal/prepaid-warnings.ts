import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { owedOf } from '#shared/model/amounts/owed.ts';

/**
 * The warning about a prepaid amount (BT-113) above the total of the e-invoice: EN 16931 accepts the negative amount due, but what is
 * owed back is stated nowhere else. Pure.
 */
export function prepaidWarnings(document: Pick<InvoiceDocument, 'ublExtensions' | 'total' | 'payable'>): string[] {
  const prepaid = decimal(document.ublExtensions?.prepaidAmount ?? '0');
  const due = decimal(owedOf(document));
  const total = due.plus(prepaid);
  if (!prepaid.gt(0) || !total.gt(0) || due.gte(0)) return [];
  return [
    `ublExtensions.prepaidAmount: ${amount(prepaid)} is more than the total of ${amount(total)}; the amount due would be ${amount(due)}.`,
  ];
}
