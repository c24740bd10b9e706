import {
  checkAllowanceCharge,
  checkAmount,
  checkCurrency,
  checkExchangeRate,
  checkLineRates,
  checkPercent,
  checkTotals,
  type Report,
  reportTo,
} from '../draft-rules.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { withAmounts } from '#shared/model/amounts/payable.ts';
import type { DocumentExtensions } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/**
 * Rules for values of invoices and credit notes, drafts included; adds to those for all documents (documents/draft-rules.ts). Pure.
 */
export function checkInvoice(document: InvoiceDocument, report: Report): void {
  checkCurrency(document, report);
  if (!/^\d{3}$/.test(document.invoiceTypeCode)) report('invoiceTypeCode', 'must be a three-digit UNTDID 1001 code');
  checkExchangeRate(document, report);
  checkLineRates(document, report);
  checkAmount(document.clientBalanceExisting, 'clientBalanceExisting', report);
  checkAmount(document.clientBalanceOverdue, 'clientBalanceOverdue', report);
  checkPercent(document.penaltyPercentPerDay, 'penaltyPercentPerDay', report);
  checkExtensions(document.ublExtensions, report);
  checkNotInBase(document, report);
}

/** Deposits and disbursements are passed on in full: no allowance or charge of the document is of a group of such lines alone (TAX-71). */
function checkNotInBase({ lines, ublExtensions }: InvoiceDocument, report: Report): void {
  ublExtensions?.allowanceCharges?.forEach(({ taxCategoryCode }, place) => {
    const those = lines.filter(line => line.vatCategoryCode === taxCategoryCode);
    if (those.length > 0 && those.every(line => line.turnoverKind !== undefined))
      report(
        `ublExtensions.allowanceCharges.${place}.taxCategoryCode`,
        'must be the category of lines that are turnover: deposits and disbursements (turnoverKind) are passed on in full',
      );
  });
}

function checkExtensions(extensions: DocumentExtensions | null, report: Report): void {
  checkAmount(extensions?.prepaidAmount, 'ublExtensions.prepaidAmount', report);
  extensions?.allowanceCharges?.forEach((entry, place) => {
    const path = `ublExtensions.allowanceCharges.${place}`;
    checkAllowanceCharge(entry, path, report);
    checkPercent(entry.taxRate, `${path}.taxRate`, report);
  });
}

/**
 * A draft whose fields are all set, with its amounts computed.
 *
 * @param errors violations that drafting has found so far; this adds to them
 * @throws 422 with field messages when there are violations
 */
export function checkedDraft(draft: InvoiceDocument, errors: FieldErrors): InvoiceDocument {
  checkInvoice(draft, reportTo(errors));
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const drafted = withAmounts(draft);
  checkTotals(drafted);
  return drafted;
}
