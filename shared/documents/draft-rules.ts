import { currencyCodes } from '../kernel/codes.ts';
import { type FieldErrors, invalidFields } from '../kernel/errors.ts';
import { decimal, decimals, MAX_AMOUNT, MAX_QUANTITY, round2 } from '../kernel/money.ts';
import type { DocumentHeader } from '../model/document.ts';
import type { AllowanceCharge } from '../model/extensions.ts';
import type { LineInput } from '../model/line.ts';

/** Values that no document may hold, not even a draft (interface.md §Invoices, completions-documents §13, §14). Pure. */

/** Notes what is wrong with a field. */
export type Fault = (field: string, message: string) => void;

/** A collector of faults by field. */
export const faultsIn =
  (errors: FieldErrors): Fault =>
  (field, message) => {
    const told = (errors[field] ??= []);
    if (!told.includes(message)) told.push(message);
  };

/** The currency's code; what it is worth is `checkExchangeRate`'s. */
export function checkCurrency({ currency }: Pick<DocumentHeader, 'currency'>, fault: Fault): void {
  if (!currencyCodes().has(currency)) fault('currency', 'must be an ISO 4217 currency code');
}

export function checkExchangeRate(
  { currency, exchangeRate }: Pick<DocumentHeader, 'currency' | 'exchangeRate'>,
  fault: Fault,
): void {
  const rate = decimal(exchangeRate);
  if (rate.lte(0)) fault('exchangeRate', 'must be greater than 0');
  if (decimals(rate) > 6) fault('exchangeRate', 'must have at most 6 decimals');
  if (currency === 'RON' && !rate.eq(1)) fault('exchangeRate', 'must be 1 for RON');
}

/** An allowance or charge of a document or a line. */
export function checkAllowanceCharge(entry: AllowanceCharge, path: string, fault: Fault): void {
  checkAmount(entry.amount, `${path}.amount`, fault);
  checkAmount(entry.baseAmount, `${path}.baseAmount`, fault);
}

export function checkAmount(value: string | null | undefined, field: string, fault: Fault): void {
  if (value == null) return;
  const amount = decimal(value);
  if (decimals(amount) > 2) fault(field, 'must have at most 2 decimals');
  if (amount.abs().gt(MAX_AMOUNT)) fault(field, `must be at most ${MAX_AMOUNT}`);
}

export function checkPercent(value: string | null | undefined, field: string, fault: Fault): void {
  if (value == null) return;
  const percent = decimal(value);
  if (percent.lt(0) || percent.gt(100)) fault(field, 'must be between 0 and 100');
  if (decimals(percent) > 2) fault(field, 'must have at most 2 decimals');
}

/** The computed amounts: of the document's currency, and in lei. @throws 422 */
export function checkTotals(document: Pick<DocumentHeader, 'total' | 'subtotal' | 'exchangeRate'>): void {
  const errors: FieldErrors = {};
  const total = decimal(document.total).abs();
  if (total.gt(MAX_AMOUNT) || decimal(document.subtotal).abs().gt(MAX_AMOUNT)) {
    faultsIn(errors)('lines', `the total must be at most ${MAX_AMOUNT}`);
  } else if (total.times(document.exchangeRate).gt(MAX_AMOUNT)) {
    faultsIn(errors)('exchangeRate', `the total in RON must be at most ${MAX_AMOUNT}`);
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

/** The line rules of interface.md and completions-documents §14. Credit notes allow a negative price beside a positive quantity. */
export function checkLine(line: LineInput, isCreditNote: boolean, fault: Fault): void {
  const quantity = decimal(line.quantity);
  const price = decimal(line.unitPrice);
  if (quantity.eq(0)) fault('quantity', 'must not be 0');
  if (decimals(quantity) > 4) fault('quantity', 'must have at most 4 decimals');
  if (quantity.abs().gt(MAX_QUANTITY)) fault('quantity', `must be at most ${MAX_QUANTITY}`);
  if (price.lt(0) && !isCreditNote) fault('unitPrice', 'must not be negative; use a negative quantity for a refund');
  if (decimals(price) > 4) fault('unitPrice', 'must have at most 4 decimals');
  if (price.abs().gt(MAX_AMOUNT)) fault('unitPrice', `must be at most ${MAX_AMOUNT}`);
  checkPercent(line.vatRate, 'vatRate', fault);
  if (line.discount !== null && line.discountPercent !== null)
    fault('discount', 'give either discount or discountPercent, not both');
  const value = quantity.times(price);
  if (value.abs().gt(MAX_AMOUNT)) fault('quantity', `quantity times price must be at most ${MAX_AMOUNT}`);
  if (line.discount !== null) {
    const discount = decimal(line.discount);
    if (discount.lt(0)) fault('discount', 'must not be negative');
    if (decimals(discount) > 2) fault('discount', 'must have at most 2 decimals');
    if (round2(value.abs().minus(discount)).lt(0)) fault('discount', 'must not be greater than the value of the line');
  }
  checkPercent(line.discountPercent, 'discountPercent', fault);
  line.ublExtensions?.allowanceCharges?.forEach((entry, place) =>
    checkAllowanceCharge(entry, `ublExtensions.allowanceCharges.${place}`, fault),
  );
  if (isCreditNote && value.gte(0)) fault('quantity', 'quantity times price must be negative on a credit note');
}
