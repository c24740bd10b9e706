import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exemptionReason } from '#shared/model/vat/exemptions.ts';
import { figures } from '#shared/model/amounts/document-figures.ts';
import { paymentAccount, paymentTermsText } from '#shared/authority/einvoice/ubl/write/payment.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { invoiceContent, type InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { unitCode, unitName } from '#shared/model/codes/units.ts';
import { precedingInvoices } from '#shared/model/preceding.ts';
import type { AllowanceCharge } from '#shared/model/extensions.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { fieldsByTerm } from '#shared/model/invoice-fields.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { amount, decimal, plain } from '#shared/base/kernel/money.ts';
import { arbitraryDocument } from '../../support/einvoice/arbitrary-documents.ts';
import { sampleDocument } from '../../support/documents.ts';
import { VALID_DOCUMENTS } from './sample-documents.ts';
import { generated } from '../../support/effort.ts';

/** read(write(document)) is the document, in everything the XML carries. */

const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** A text as XML carries it. */
const carried = (text: string | null | undefined): string | null =>
  text?.replace(FORBIDDEN, '').trim().replace(/\r\n?/g, '\n') || null;

/** Fields whose value is the text in the XML. The terms of payment, which state penalties too, are compared apart. */
const TEXTS = [
  ...(['number', 'invoiceTypeCode', 'issueDate', 'dueDate', 'currency', 'issuerName'] as const),
  ...(['taxPointDate', 'taxPointDateCode', 'deliveryLocation'] as const),
  ...Object.values(fieldsByTerm()).filter(name => name !== 'paymentTerms'),
];

const textsOf = (document: InvoiceDocument | InvoiceContent): (string | null)[] => TEXTS.map(field => carried(document[field]));

const extension = (entry: AllowanceCharge) => ({
  chargeIndicator: entry.chargeIndicator,
  amount: amount(decimal(entry.amount)),
  base: entry.baseAmount === undefined ? null : amount(decimal(entry.baseAmount)),
  percent: entry.multiplierFactorNumeric === undefined ? null : plain(decimal(entry.multiplierFactorNumeric)),
  reasonCode: entry.reasonCode ?? null,
  // Without reason and code one is written, because the rules require one (BR-33, BR-38, BR-42, BR-44).
  reason: carried(entry.reason) ?? (entry.reasonCode ? null : entry.chargeIndicator ? 'Cost suplimentar' : 'Discount'),
});

const lineTexts = (line: Omit<DocumentLine, 'id'>) => ({
  lineNumber: line.lineNumber,
  description: carried(line.description),
  productCode: carried(line.productCode),
  unit: unitName(unitCode(line.unitOfMeasure).code),
  category: line.vatCategoryCode,
  rate: plain(decimal(line.vatRate)),
  period: [line.ublExtensions?.invoicePeriod?.startDate, line.ublExtensions?.invoicePeriod?.endDate],
  origin: line.ublExtensions?.originCountry,
  properties: (line.ublExtensions?.additionalItemProperties ?? []).map(({ name, value }) => [name, carried(value)]),
  adjustments: (line.ublExtensions?.allowanceCharges ?? []).map(extension),
});

/** Quantity, price and discount when the price is net: as typed, except that a negative price passes its sign to the quantity (BR-27). */
const netPriced = (line: Omit<DocumentLine, 'id'>) => {
  const hasDiscount = !decimal(line.discountAmount).eq(0);
  const byPercent = line.discount === null;
  const quantity = decimal(line.quantity);
  return {
    quantity: plain(decimal(line.unitPrice).lt(0) ? quantity.neg() : quantity),
    unitPrice: plain(decimal(line.unitPrice).abs()),
    discountAmount: line.discountAmount,
    discount: hasDiscount && !byPercent ? plain(decimal(line.discount)) : null,
    discountPercent: hasDiscount && byPercent ? plain(decimal(line.discountPercent)) : null,
  };
};

function expectSame(document: InvoiceDocument): void {
  const content = invoiceContent(readUbl(writeUbl(document)));
  const sign = document.isCreditNote ? -1 : 1;
  const xml = figures(document);

  expect(textsOf(content)).toEqual(textsOf(document));
  const preceding = precedingInvoices(document).map(({ number, issueDate }) => ({ number: carried(number), issueDate }));
  expect(content.precedingInvoices).toEqual(preceding);
  expect(content.isCreditNote).toBe(document.invoiceTypeCode === '381');
  expect(content.client).toMatchObject({
    name: document.client!.name,
    type: document.client!.type,
    postalCode: document.client!.postalCode,
    country: document.client!.country,
    address: document.client!.address,
  });
  expect([content.notes, content.mentions].filter(Boolean)).toEqual(
    [document.notes, document.mentions].map(carried).filter(Boolean),
  );
  expect(content.paymentTerms).toBe(carried(paymentTermsText(document)));
  const account = paymentAccount(asDocument(content, document));
  const isWritten = document.paymentMethod === 'bank_transfer' || document.payeeBankAccount;
  expect(account.iban).toBe(isWritten ? paymentAccount(document).iban : null);
  expect(content.paymentMethod).toBe(document.paymentMethod);

  expect(content.lines.map(lineTexts)).toEqual(document.lines.map(lineTexts));
  expect(content.lines.filter((_, at) => !document.lines[at]!.vatIncluded).map(netPriced)).toEqual(
    document.lines.filter(line => !line.vatIncluded).map(netPriced),
  );
  expect(content.lines.map(line => line.subtotal)).toEqual(xml.lines.map(line => amount(line.net.times(sign))));
  const isPlain = document.ublExtensions?.allowanceCharges === undefined && xml.lines.every(line => !line.xmlOnly);
  if (isPlain) {
    expect(content.lines.map(line => line.subtotal)).toEqual(document.lines.map(line => line.subtotal));
    expect([content.subtotal, content.vatTotal, content.total]).toEqual([document.subtotal, document.vatTotal, document.total]);
    expect(content.vatGroups).toEqual(document.vatGroups);
    if (!document.lines.some(line => line.vatIncluded)) {
      expect(content.lines.map(line => line.vatAmount)).toEqual(document.lines.map(line => line.vatAmount));
    }
  }
  expect([content.subtotal, content.vatTotal, content.total, content.payable]).toEqual(
    [xml.taxExclusive, xml.vat, xml.taxInclusive, xml.payable].map(value => amount(value.times(sign))),
  );
  expect((content.ublExtensions?.allowanceCharges ?? []).map(extension)).toEqual(
    (document.ublExtensions?.allowanceCharges ?? []).map(extension),
  );
  expect(decimal(content.ublExtensions?.prepaidAmount).eq(decimal(document.ublExtensions?.prepaidAmount))).toBe(true);
  for (const { category } of content.vatGroups) {
    expect(exemptionReason(asDocument(content, document), category)).toEqual(exemptionReason(document, category));
  }
}
/** The content as a stored document of ours again: deductions of a supplier from a line exist in the XML only. */
function asDocument(content: InvoiceContent, original: InvoiceDocument): InvoiceDocument {
  const credit = content.isCreditNote ? -1 : 1;
  return {
    ...sampleDocument(),
    ...content,
    // Its parties are those in the XML, also where the buyer issued it.
    direction: 'incoming',
    exchangeRate: content.exchangeRate ?? original.exchangeRate,
    lines: content.lines.map(line => {
      const entries = line.ublExtensions?.allowanceCharges ?? [];
      const before = entries.reduce(
        (net, entry) =>
          entry.chargeIndicator ? net.minus(decimal(entry.amount).times(credit)) : net.plus(decimal(entry.amount).times(credit)),
        decimal(line.subtotal),
      );
      return { ...line, id: 'x', subtotal: amount(before) };
    }),
  };
}

const writtenAgain = (document: InvoiceDocument): string => {
  const read = readUbl(writeUbl(document));
  return writeUbl(asDocument(invoiceContent(read), document));
};

describe('read(write(document)) is the document', () => {
  it.each(VALID_DOCUMENTS)('%s', (_, document) => {
    expect(writtenAgain(document)).toBe(writeUbl(document));
  });

  it('field by field, for random documents', () => {
    fc.assert(fc.property(arbitraryDocument, expectSame), generated({ runs: 40, seed: 20260302, long: 300, all: 1000 }));
  });

  it('to the last character of the XML, for random documents', () => {
    fc.assert(
      fc.property(arbitraryDocument, document => {
        expect(writtenAgain(document)).toBe(writeUbl(document));
      }),
      generated({ runs: 40, seed: 20260303, long: 300, all: 1000 }),
    );
  });
});
