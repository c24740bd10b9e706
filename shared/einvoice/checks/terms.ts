import { amount, decimal } from '../../kernel/money.ts';
import {
  ALLOWANCE_REASONS,
  CHARGE_REASONS,
  COUNTRIES,
  CREDIT_NOTE_TYPES,
  CURRENCIES,
  INVOICE_TYPES,
  TAX_POINT_CODES,
} from '../codes/lists.ts';
import type { Figures } from '../ubl/figures.ts';
import { taxPointCode } from '../ubl/header.ts';
import { paymentAccount } from '../ubl/payment.ts';
import { isInvoicedObject } from '../ubl/references.ts';
import { unitCode } from '../units.ts';
import { when, type Finding } from './finding.ts';
import type { AllowanceCharge, InvoiceDocument } from '../../invoices/model.ts';

/** Codes, dates and terms of the document and its lines. */
export const termErrors = (document: InvoiceDocument): Finding[] => [
  ...when(document.lines.length === 0, 'BR-16', 'lines', 'Add at least one line.'),
  ...typeFindings(document),
  ...when(
    !CURRENCIES.has(document.currency),
    'BR-CL-04',
    'currency',
    `${document.currency} is not a currency of the ISO 4217 list.`,
  ),
  ...taxPointFindings(document),
  ...when(endsBeforeStart(document.ublExtensions?.invoicePeriod), 'BR-29', 'ublExtensions.invoicePeriod.endDate', PERIOD),
  ...reasonCodeFindings(document.ublExtensions?.allowanceCharges, 'ublExtensions'),
  ...document.lines.flatMap(lineFindings),
];

/** What the XML will state otherwise than the caller may expect. */
export const termWarnings = (document: InvoiceDocument, figures: Figures): Finding[] => [
  ...document.lines.flatMap((line, index) =>
    when(
      !unitCode(line.unitOfMeasure).known,
      'BR-CL-23',
      `lines.${index}.unitOfMeasure`,
      `Unit "${line.unitOfMeasure}" has no UN/ECE code and is stated as pieces (H87).`,
    ),
  ),
  ...when(
    document.paymentMethod === 'bank_transfer' && paymentAccount(document).iban === null,
    'BT-84',
    null,
    'Add a bank account to the company, so that the e-invoice tells the buyer where to pay.',
  ),
  ...when(
    document.currency !== 'RON' && decimal(document.exchangeRate).eq(1),
    'BT-111',
    'exchangeRate',
    `State the exchange rate of ${document.currency}: the VAT in RON is computed with it, now at 1.`,
  ),
  ...referenceWarnings(document),
  ...totalWarnings(document, figures),
];

const PERIOD = 'The period cannot end before it starts.';

function typeFindings(document: InvoiceDocument): Finding[] {
  const code = document.invoiceTypeCode;
  const allowed = INVOICE_TYPES.has(code) || CREDIT_NOTE_TYPES.has(code);
  return when(
    !allowed,
    'BR-RO-020',
    'invoiceTypeCode',
    `Type ${code} is not admitted: use 380, 384, 389 or 751, or 381 for a credit note.`,
  );
}

function taxPointFindings(document: InvoiceDocument): Finding[] {
  const code = taxPointCode(document);
  const field = document.taxPointDateCode ? 'taxPointDateCode' : 'ublExtensions.invoicePeriod.descriptionCode';
  return [
    ...when(!!document.taxPointDate && code !== null, 'BR-CO-03', field, 'State the tax point date or its code, not both.'),
    ...when(
      code !== null && !TAX_POINT_CODES.has(code),
      'BR-RO-040',
      field,
      'Use 3 (issue date), 35 (delivery date) or 432 (date of payment).',
    ),
  ];
}

function lineFindings(line: InvoiceDocument['lines'][number], index: number): Finding[] {
  const path = `lines.${index}`;
  const origin = line.ublExtensions?.originCountry?.toUpperCase();
  return [
    ...when(!line.description.trim(), 'BR-25', `${path}.description`, 'Describe the line.'),
    ...when(endsBeforeStart(line.ublExtensions?.invoicePeriod), 'BR-30', `${path}.ublExtensions.invoicePeriod.endDate`, PERIOD),
    ...when(!!origin && !COUNTRIES.has(origin), 'BR-CL-15', `${path}.ublExtensions.originCountry`, 'Use an ISO 3166-1 code.'),
    ...reasonCodeFindings(line.ublExtensions?.allowanceCharges, `${path}.ublExtensions`),
  ];
}

const reasonCodeFindings = (entries: AllowanceCharge[] | undefined, path: string): Finding[] =>
  (entries ?? []).flatMap(({ chargeIndicator, reasonCode }, index) => {
    const list = chargeIndicator ? CHARGE_REASONS : ALLOWANCE_REASONS;
    const code = reasonCode?.trim();
    return when(
      !!code && !list.has(code),
      chargeIndicator ? 'BR-CL-20' : 'BR-CL-19',
      `${path}.allowanceCharges.${index}.reasonCode`,
      `${code} is not a code of UNTDID ${chargeIndicator ? '7161' : '5189'}; state the reason as text.`,
    );
  });

const endsBeforeStart = (period: { startDate?: string | undefined; endDate?: string | undefined } | undefined): boolean =>
  !!period?.startDate && !!period.endDate && period.endDate < period.startDate;

/** A reference's type is stated for the invoiced object alone (UBL-SR-43). */
const referenceWarnings = (document: InvoiceDocument): Finding[] =>
  (document.ublExtensions?.additionalDocumentReferences ?? []).flatMap((entry, index) =>
    when(
      !!entry.documentTypeCode?.trim() && !(isInvoicedObject(entry) && !document.invoicedObjectIdentifier),
      'UBL-SR-43',
      `ublExtensions.additionalDocumentReferences.${index}.documentTypeCode`,
      `A supporting document has no type in an e-invoice: ${entry.documentTypeCode} is left out, the reference itself is written.`,
    ),
  );

function totalWarnings(document: InvoiceDocument, { taxInclusive }: Figures): Finding[] {
  const statedTotal = amount(taxInclusive.abs());
  return when(
    statedTotal !== amount(decimal(document.total).abs()),
    'BT-112',
    'ublExtensions.allowanceCharges',
    `Allowances and charges of ublExtensions change the e-invoice alone: its total is ${statedTotal}, the document's ${document.total}.`,
  );
}
