import { currencyCodes } from '#shared/base/kernel/codes.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { decimal, decimals, MAX_AMOUNT, MAX_QUANTITY, round2 } from '#shared/base/kernel/money.ts';
import { hasEnded } from '#shared/model/codes/ended-currencies.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { AllowanceCharge } from '#shared/model/extensions.ts';
import type { LineInput } from '#shared/model/line.ts';

/**
 * Rules for values that hold for every document, drafts included (INV-16). Pure.
 */

/** Records a violation: the path of the field and what its value must be. */
export type Report = (field: string, message: string) => void;

/** A `Report` that adds to `errors`, each message once per field. */
export const reportTo =
  (errors: FieldErrors): Report =>
  (field, message) => {
    const messages = (errors[field] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };

/** @param document with its parent, whose currency a correction has to have */
export function checkCurrency(
  {
    currency,
    issueDate,
    parentDocumentId,
  }: Pick<DocumentHeader, 'currency' | 'issueDate'> & { parentDocumentId?: string | null },
  report: Report,
): void {
  if (!currencyCodes().has(currency)) report('currency', 'must be an ISO 4217 currency code');
  else if (!parentDocumentId && hasEnded(currency, issueDate)) report('currency', `was replaced by EUR: ${currency} has ended`);
}

export function checkExchangeRate(
  { currency, exchangeRate }: Pick<DocumentHeader, 'currency' | 'exchangeRate'>,
  report: Report,
): void {
  const rate = decimal(exchangeRate);
  checkRate(exchangeRate, 'exchangeRate', report);
  if (currency === 'RON' && !rate.eq(1)) report('exchangeRate', 'must be 1 for RON');
}

/** Exchange rates of single lines. */
export function checkLineRates({ currency, lines }: { currency: string; lines: readonly LineInput[] }, report: Report): void {
  lines.forEach(({ exchangeRate }, place) => {
    if (exchangeRate === undefined) return;
    const field = `lines.${place}.exchangeRate`;
    checkRate(exchangeRate, field, report);
    if (currency === 'RON') report(field, 'must be left out of a document in RON');
  });
}

export function checkRate(value: string, field: string, report: Report): void {
  const rate = decimal(value);
  if (rate.lte(0)) report(field, 'must be greater than 0');
  if (decimals(rate) > 6) report(field, 'must have at most 6 decimals');
}

export function checkAllowanceCharge(entry: AllowanceCharge, path: string, report: Report): void {
  checkAmount(entry.amount, `${path}.amount`, report);
  checkAmount(entry.baseAmount, `${path}.baseAmount`, report);
}

export function checkAmount(value: string | null | undefined, field: string, report: Report): void {
  if (value == null) return;
  const amount = decimal(value);
  if (decimals(amount) > 2) report(field, 'must have at most 2 decimals');
  if (amount.abs().gt(MAX_AMOUNT)) report(field, `must be at most ${MAX_AMOUNT}`);
}

export function checkPercent(value: string | null | undefined, field: string, report: Report): void {
  if (value == null) return;
  const percent = decimal(value);
  if (percent.lt(0) || percent.gt(100)) report(field, 'must be between 0 and 100');
  if (decimals(percent) > 2) report(field, 'must have at most 2 decimals');
}

/** Checks that the computed totals are in range, in the document's currency and in lei. @throws 422 */
export function checkTotals(document: Pick<DocumentHeader, 'total' | 'subtotal' | 'exchangeRate'>): void {
  const errors: FieldErrors = {};
  const total = decimal(document.total).abs();
  if (total.gt(MAX_AMOUNT) || decimal(document.subtotal).abs().gt(MAX_AMOUNT)) {
    reportTo(errors)('lines', `the total must be at most ${MAX_AMOUNT}`);
  } else if (total.times(document.exchangeRate).gt(MAX_AMOUNT)) {
    reportTo(errors)('exchangeRate', `the total in RON must be at most ${MAX_AMOUNT}`);
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/**
 * The rules of lines (INV-16). Credit notes may have a negative price with a positive quantity.
 * Reports field names without the path of the line.
 */
export function checkLine(line: LineInput, isCreditNote: boolean, report: Report): void {
  const quantity = decimal(line.quantity);
  const price = decimal(line.unitPrice);
  if (quantity.eq(0)) report('quantity', 'must not be 0');
  if (decimals(quantity) > 4) report('quantity', 'must have at most 4 decimals');
  if (quantity.abs().gt(MAX_QUANTITY)) report('quantity', `must be at most ${MAX_QUANTITY}`);
  if (price.lt(0) && !isCreditNote) report('unitPrice', 'must not be negative; use a negative quantity for a refund');
  if (decimals(price) > 4) report('unitPrice', 'must have at most 4 decimals');
  if (price.abs().gt(MAX_AMOUNT)) report('unitPrice', `must be at most ${MAX_AMOUNT}`);
  checkPercent(line.vatRate, 'vatRate', report);
  if (line.discount !== null && line.discountPercent !== null)
    report('discount', 'give either discount or discountPercent, not both');
  const value = quantity.times(price);
  if (value.abs().gt(MAX_AMOUNT)) report('quantity', `quantity times price must be at most ${MAX_AMOUNT}`);
  if (line.discount !== null) {
    const discount = decimal(line.discount);
    if (discount.lt(0)) report('discount', 'must not be negative');
    if (decimals(discount) > 2) report('discount', 'must have at most 2 decimals');
    if (round2(value.abs().minus(discount)).lt(0)) report('discount', 'must not be greater than the value of the line');
  }
  checkPercent(line.discountPercent, 'discountPercent', report);
  line.ublExtensions?.allowanceCharges?.forEach((entry, place) =>
    checkAllowanceCharge(entry, `ublExtensions.allowanceCharges.${place}`, report),
  );
  if (isCreditNote && value.gte(0)) report('quantity', 'quantity times price must be negative on a credit note');
}
