import { today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, type Problem, validation } from '#shared/base/kernel/errors.ts';
import { decimal, sum } from '#shared/base/kernel/money.ts';
import { buyerNumberWarnings } from '#shared/model/codes/check-digits.ts';
import { referenceWarnings } from '#shared/model/correction-warnings.ts';
import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import { advanceRateWarnings } from '#shared/model/amounts/lei.ts';
import { rateViolations, rateWarnings } from '#shared/model/exchange-rate.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { categoryFindings, categoryViolations, categoryWarnings } from '#shared/model/vat/category-rules.ts';
import { defaultTermOf } from '#shared/model/amounts/payment-term.ts';
import { unregisteredViolations, unregisteredWarnings } from '#shared/model/vat/unregistered.ts';
import { checkLine, reportTo } from '../draft-rules.ts';
import { allowanceWarnings } from './allowance-warnings.ts';
import { checkInvoice } from './draft-rules.ts';
import { prepaidWarnings } from './prepaid-warnings.ts';
import { checkLineCalculations } from '../line-calculations.ts';

/** Checks that a document must pass before it is issued (INV-34). Pure. */

export interface QuickResult {
  /** By field path of the request. */
  errors: FieldErrors;
  warnings: string[];
}

/**
 * The `quick` level of validation: required fields, numbers, dates, line calculations, VAT rates, currency, parties, and that
 * totals equal line sums (INV-34). A document with errors cannot be issued.
 */
export function quickCheck(document: InvoiceDocument, day: string = today()): QuickResult {
  const errors: FieldErrors = {};
  const report = reportTo(errors);
  const warnings: string[] = [];

  if (!document.client) report('clientId', 'a client is needed: give clientId or receiverName');
  else if (document.client.type === 'company' && !document.client.cif && !document.client.vatCode && !document.client.cnp) {
    report('clientId', 'the client needs a tax identification number (cui)');
  }
  if (!document.seller.cif) report('company', 'the company needs a tax identification number (cif)');
  checkInvoice(document, report);
  if (document.issueDate > day) report('issueDate', 'must not be in the future');
  if (document.dueDate !== null && document.dueDate < document.issueDate) report('dueDate', 'must not be before issueDate');
  if (document.lines.length === 0) report('lines', 'must have at least one line');
  document.lines.forEach((line, place) => {
    checkLine(line, document.isCreditNote, (field, message) => report(`lines.${place}.${field}`, message));
    if (line.description.trim() === '') report(`lines.${place}.description`, 'must not be empty');
  });
  checkLineCalculations(document, report);
  if (document.isCreditNote && !takesBack(document))
    report('total', 'must be negative on a credit note, also with its allowances, charges and prepaid amount');
  for (const [field, total] of [
    ['subtotal', document.subtotal],
    ['vatAmount', document.vatTotal],
    ['total', document.total],
  ] as const) {
    if (!sum(document.lines.map(line => line[field])).eq(total)) report(field, 'must equal the sum of the lines');
  }

  const findings = categoryFindings(document);
  for (const [field, message] of categoryViolations(findings)) report(field, message);
  warnings.push(
    ...categoryWarnings(findings),
    ...rateWarnings(document),
    ...advanceRateWarnings(document),
    ...referenceWarnings(document),
  );
  warnings.push(...unregisteredWarnings(document), ...allowanceWarnings(document));
  warnings.push(...buyerNumberWarnings(document), ...prepaidWarnings(document));
  if (document.seriesId === null) warnings.push('documentSeriesId: no series is set; the default one is used at issue.');
  const term = defaultTermOf(document);
  if (term) {
    const stated = term === 'legal' ? 'the legal term of 30 days' : 'payment on receipt';
    warnings.push(`dueDate: neither dueDate nor paymentTerms is given; ${stated} is stated.`);
  }
  return { errors, warnings };
}

/** Whether a credit note takes back something: by its lines, and by its e-invoice, of which a part may be paid back already. */
function takesBack(document: InvoiceDocument): boolean {
  const { total, payable } = fiscalTotals(document);
  return decimal(document.total).lt(0) && decimal(total).lt(0) && decimal(payable).lte(0);
}

/** Further violations that block issuing, or the correction of an issued document; `quickCheck` reports them as warnings only. */
export const issueViolations = (document: InvoiceDocument): FieldErrors => ({
  ...rateViolations(document),
  ...unregisteredViolations(document),
});

/** Field messages as a flat list, `<field>: <message>`, for the validation result. */
export const asList = (errors: FieldErrors): string[] =>
  Object.entries(errors).flatMap(([field, messages]) => messages.map(message => `${field}: ${message}`));

/** The 422 error for a document that cannot be issued as it is. */
export const invalidDocument = (errors: FieldErrors): Problem => validation('The invoice is not complete.', errors);
