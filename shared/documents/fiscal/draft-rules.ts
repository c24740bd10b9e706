import {
  checkAllowanceCharge,
  checkAmount,
  checkCurrency,
  checkExchangeRate,
  checkPercent,
  checkTotals,
  type Fault,
  faultsIn,
} from '../draft-rules.ts';
import { type FieldErrors, invalidFields } from '../../kernel/errors.ts';
import { withAmounts } from '../../model/amounts/payable.ts';
import type { DocumentExtensions } from '../../model/extensions.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';

/** Values that no invoice or credit note may hold, beside those that no document may (documents/draft-rules.ts). Pure. */
export function checkInvoice(document: InvoiceDocument, fault: Fault): void {
  checkCurrency(document, fault);
  if (!/^\d{3}$/.test(document.invoiceTypeCode)) fault('invoiceTypeCode', 'must be a three-digit UNTDID 1001 code');
  checkExchangeRate(document, fault);
  checkAmount(document.clientBalanceExisting, 'clientBalanceExisting', fault);
  checkAmount(document.clientBalanceOverdue, 'clientBalanceOverdue', fault);
  checkPercent(document.penaltyPercentPerDay, 'penaltyPercentPerDay', fault);
  checkExtensions(document.ublExtensions, fault);
}

function checkExtensions(extensions: DocumentExtensions | null, fault: Fault): void {
  checkAmount(extensions?.prepaidAmount, 'ublExtensions.prepaidAmount', fault);
  extensions?.allowanceCharges?.forEach((entry, place) => {
    const path = `ublExtensions.allowanceCharges.${place}`;
    checkAllowanceCharge(entry, path, fault);
    checkPercent(entry.taxRate, `${path}.taxRate`, fault);
  });
}

/**
 * A draft whose fields are all set, with its amounts computed.
 *
 * @param errors what drafting has found so far
 * @throws 422 with field messages for values that no document may hold
 */
export function checkedDraft(draft: InvoiceDocument, errors: FieldErrors): InvoiceDocument {
  checkInvoice(draft, faultsIn(errors));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const drafted = withAmounts(draft);
  checkTotals(drafted);
  return drafted;
}
