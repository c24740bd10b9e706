import { discountTotal } from '#shared/model/amounts/totals.ts';
import { Big, decimal, plain, round2 } from '#shared/base/kernel/money.ts';
import { contentExtensions } from './read-content/extensions.ts';
import { contentLines } from './read-content/lines.ts';
import { contentBuyer, contentSeller } from './read-content/party.ts';
import { contentPayment } from './read-content/payment.ts';
import { contentTexts } from './read-content/texts.ts';
import { knownCategory, signOf } from './read-content/values.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { TermFieldName } from '#shared/model/invoice-fields.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { ReadInvoice } from './read/model.ts';

/**
 * The part of a stored document that is in its XML; the rest (ids, series, status, files, payments, times) belongs to the
 * recipient.
 */
export type InvoiceContent = Pick<InvoiceDocument, Carried> & {
  /** Null if the XML does not contain it: a foreign currency without VAT in lei. */
  exchangeRate: string | null;
  lines: Omit<DocumentLine, 'id'>[];
  /** BT-115, with the sign of the total: the amount due after prepayment and rounding. */
  payable: string;
};

type Carried =
  | TermFieldName
  | ('number' | 'isCreditNote' | 'documentType' | 'invoiceTypeCode' | 'issueDate' | 'dueDate' | 'currency' | 'seller' | 'client')
  | ('notes' | 'mentions' | 'deliveryLocation' | 'tvaLaIncasare' | 'platitorTva' | 'taxPointDate' | 'taxPointDateCode')
  | ('paymentMethod' | 'payeeBankAccount' | 'payeeBankName' | 'issuerName' | 'invoicedObjectIdentifier')
  | ('ublExtensions' | 'precedingInvoices' | 'subtotal' | 'discount' | 'vatTotal' | 'total' | 'vatGroups');

/**
 * Converts a read document to the form of stored documents. Pure.
 *
 * Totals are those of the XML, including document allowances and charges. Credit notes are stored with negative signs: all amounts,
 * quantities and totals of a `CreditNote` are negated, except the entries of `ublExtensions`, which the writer expects unchanged.
 * The XML has no VAT per line: each line gets its share of the VAT of its group.
 *
 * @throws {XmlError} for a VAT category that EN 16931 does not have (BR-CL-17, BR-CL-18)
 */
export function invoiceContent(read: ReadInvoice): InvoiceContent {
  const sign = signOf(read);
  const lines = contentLines(read, sign);
  const { account, ...payment } = contentPayment(read);
  return {
    number: read.number,
    isCreditNote: read.root === 'CreditNote',
    documentType: read.root === 'CreditNote' ? 'credit_note' : 'invoice',
    invoiceTypeCode: read.typeCode,
    issueDate: read.issueDate,
    dueDate: read.dueDate,
    currency: read.currency,
    exchangeRate: exchangeRate(read),
    seller: { ...contentSeller(read.seller), ...account },
    client: contentBuyer(read.buyer),
    platitorTva: read.seller.vatId !== null,
    ...contentTexts(read),
    ...payment,
    projectReference: read.references.project,
    orderNumber: read.references.order,
    contractNumber: read.references.contract,
    issuerName: read.seller.contact.name,
    taxPointDate: read.taxPointDate,
    buyerReference: read.buyerReference,
    receivingAdviceReference: read.references.receivingAdvice,
    despatchAdviceReference: read.references.despatchAdvice,
    tenderOrLotReference: read.references.tenderOrLot,
    invoicedObjectIdentifier: read.references.invoicedObject?.id ?? null,
    buyerAccountingReference: read.buyerAccountingReference,
    businessProcessType: read.businessProcessType,
    precedingInvoices: read.preceding,
    ublExtensions: contentExtensions(read),
    lines,
    subtotal: sign(read.totals.taxExclusive),
    discount: discountTotal(lines),
    vatTotal: sign(read.totals.vat),
    total: sign(read.totals.taxInclusive),
    payable: sign(read.totals.payable),
    vatGroups: read.vatGroups.map(({ category, rate, taxable, vat }) => ({
      category: knownCategory(category),
      rate,
      taxable: sign(taxable),
      vat: sign(vat),
    })),
  };
}

/**
 * The exchange rate, computed from the VAT in lei (BT-111), since the XML does not contain it: with four decimals, or five, if they
 * result in exactly this amount, else with six. For a small amount of VAT it is only approximate. Null if it cannot be computed.
 */
function exchangeRate({ currency, taxCurrency, totals }: ReadInvoice): string | null {
  if (currency === 'RON') return '1';
  const vat = decimal(totals.vat);
  if (taxCurrency !== 'RON' || totals.vatInTaxCurrency === null || vat.eq(0)) return null;
  const exact = new Big(totals.vatInTaxCurrency).div(vat);
  if (exact.lte(0)) return null;
  for (const decimals of [4, 5]) {
    const rate = exact.round(decimals);
    if (round2(vat.times(rate)).eq(totals.vatInTaxCurrency)) return plain(rate);
  }
  return plain(exact.round(6));
}
