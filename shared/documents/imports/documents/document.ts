import { asInvoice } from '#shared/documents/common/fiscal/blank-invoice.ts';
import { sellerOf } from '#shared/documents/common/drafting.ts';
import { receiver } from '#shared/documents/invoices/received/document.ts';
import { withVat } from '#shared/documents/purchases/document.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import { settledBy } from '#shared/model/amounts/payment-state.ts';
import { computeTotals } from '#shared/model/amounts/totals.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { startedWith } from '#shared/model/fiscal/collection.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import type { Payment } from '#shared/model/payment.ts';
import type { VatCategory } from '#shared/model/vat/categories.ts';
import { vatTermsOf } from '#shared/model/vat/status.ts';
import { buyerOf } from '#shared/records/parties/clients/buyer.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { DocumentRow } from './input.ts';

/**
 * The document of an invoice that the company issued with another program: an outgoing one with status `synced`, as those that the authority delivers
 * about other programs, without message, XML and PDF. Pure but for ids and time.
 */

export interface ImportedDocument {
  document: InvoiceDocument;
  /** What was paid with the other program, with the VAT that it made due. */
  payments: Payment[];
}

/** By how much the stated VAT of a group may differ from base × rate: it is the sum of rounded lines. */
const TOLERANCE = '1.00';

/** @throws 422 by field for what does not fit together */
export function importedDocument(
  row: DocumentRow,
  { company, client, by }: { company: Company; client: Client; by: PersonRef },
): ImportedDocument {
  const { number, issueDate, currency } = row;
  const dates = { issueDate, taxPointDate: row.taxPointDate ?? null };
  const terms = vatTermsOf(company, dates);
  const groups = row.groups.map(({ category, ...group }) => ({
    ...group,
    category: category ?? categoryOf(group.rate, terms.registered),
  }));
  refuse({ ...dateProblems(row), ...groupProblems(groups) });
  const computed = computeTotals(groups.map(group => lineOf(row, group)));
  const totals = withVat(
    computed,
    computed.lines.map(({ vatAmount }, place) => amount(decimal(groups[place]?.vat ?? vatAmount))),
  );
  refuse(totalProblems(row, totals.total));
  const at = instant();
  const buyer = buyerOf(client);
  const header = {
    ...{ companyId: company.id, id: newId(), version: 1, number, sequence: null, seriesId: null, series: null },
    ...{ issueDate, dueDate: row.dueDate ?? null, currency },
    ...{ exchangeRate: row.exchangeRate ?? '1', exchangeRateDate: null, clientId: client.id, client: buyer },
    seller: sellerOf(company, [], { currency, issueDate }),
    ...{ notes: row.notes ?? null, deliveryLocation: null, projectReference: null },
    ...totals,
    ...{ issuedAt: null, cancellationReason: null, cancelledAt: null, createdBy: by, createdAt: at, updatedAt: at },
    status: 'synced' as const,
  };
  const document: InvoiceDocument = {
    ...asInvoice(header),
    ...header,
    ...receiver(buyer),
    taxPointDate: dates.taxPointDate,
    tvaLaIncasare: row.tvaLaIncasare ?? terms.onCollection,
    platitorTva: terms.registered,
    payable: totals.total,
    ...(row.correctedNumber && {
      precedingInvoices: [{ number: row.correctedNumber, issueDate: row.correctedDate ?? null }],
    }),
    received: { messageId: null, archivePath: null, duplicateOf: null },
    imported: true,
    // The other program has reminded the client; a reminder has a PDF, which is not here.
    remindersDisabled: true,
  };
  const payments = paidWith(row, document, by);
  const { invoice, payments: collected } = startedWith(settledBy(document, payments), payments);
  return { document: invoice, payments: collected };
}

/** The category that a rate alone says; null where a reason is needed for the rate 0. */
const categoryOf = (rate: string, isRegistered: boolean): VatCategory | null =>
  decimal(rate).gt(0) ? 'S' : isRegistered ? null : 'O';

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

type Group = Omit<DocumentRow['groups'][number], 'category'> & { category: VatCategory | null };

function dateProblems({ issueDate, dueDate, currency, exchangeRate, paidAmount, paidDate }: DocumentRow): FieldErrors {
  const day = today();
  return {
    ...(issueDate > day && { issueDate: ['must not be in the future'] }),
    ...(dueDate && dueDate < issueDate && { dueDate: ['must not be before issueDate'] }),
    ...(currency === 'RON' && exchangeRate && { exchangeRate: ['must be left out for RON'] }),
    ...(currency !== 'RON' && !exchangeRate && { exchangeRate: ['is required: lei for one unit of the currency'] }),
    ...(paidAmount && !paidDate && { paidDate: ['is required with paidAmount'] }),
    ...(paidDate && !paidAmount && { paidAmount: ['is required with paidDate'] }),
    ...(paidDate && paidDate > day && { paidDate: ['must not be in the future'] }),
  };
}

function groupProblems(groups: readonly Group[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const [place, { base, rate, vat, category }] of groups.entries()) {
    const report = (name: string, message: string): void => void (errors[`groups.${place}.${name}`] ??= []).push(message);
    const isTaxed = decimal(rate).gt(0);
    if (category === null) report('category', 'is required with the rate 0: Z, E, AE, K, G or O');
    else if (isTaxed !== (category === 'S'))
      report('category', isTaxed ? 'must be S with a rate' : 'must not be S with the rate 0');
    const expected = decimal(base).times(rate).div(100);
    if (
      vat != null &&
      decimal(vat)
        .minus(expected)
        .abs()
        .gt(isTaxed ? TOLERANCE : 0)
    )
      report('vat', `must be base × rate, ${expected.toFixed(2)}${isTaxed ? `, or within ${TOLERANCE} of it` : ''}`);
  }
  return errors;
}

/** What takes back settles itself (SET-5): what was paid, less what was paid back, is stated with the invoice. */
function totalProblems({ paidAmount, number, correctedNumber, correctedDate }: DocumentRow, total: string): FieldErrors {
  const charges = decimal(total).gt(0);
  const isNamed = Boolean(correctedNumber);
  return {
    ...(paidAmount &&
      !charges && { paidAmount: ['must be left out of a total of 0 or less: state what was paid back less with the invoice'] }),
    ...(paidAmount && charges && decimal(paidAmount).gt(total) && { paidAmount: [`must not be more than the total, ${total}`] }),
    ...(isNamed && decimal(total).gte(0) && { correctedNumber: ['must be left out unless the total is negative'] }),
    ...(correctedNumber === number && { correctedNumber: ['must be the number of another invoice'] }),
    ...(correctedDate && !isNamed && { correctedNumber: ['is required with correctedDate'] }),
  };
}

const lineOf = ({ description, number }: DocumentRow, { base, rate, category }: Group): LineInput => ({
  ...{ description: description ?? `Invoice ${number}`, quantity: '1', unitPrice: amount(decimal(base)), unitOfMeasure: 'buc' },
  ...{ vatRate: rate, vatCategoryCode: category ?? 'S', vatRateId: null, vatRateName: null },
  ...{ productId: null, productCode: null, productName: null },
  ...{ discount: null, discountPercent: null, vatIncluded: false, ublExtensions: null },
});

function paidWith({ paidAmount, paidDate }: DocumentRow, { id, currency, createdAt }: InvoiceDocument, by: PersonRef): Payment[] {
  if (!paidAmount || !paidDate) return [];
  const made = { createdBy: by, createdAt, updatedAt: createdAt };
  return [
    {
      ...{ id: newId(), invoiceId: id, amount: amount(decimal(paidAmount)), currency, paymentDate: paidDate },
      ...{ paymentMethod: 'other', reference: null, notes: null, isReconciled: false, ...made },
    },
  ];
}
