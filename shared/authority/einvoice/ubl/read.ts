import { xmlText } from '../xml/decode.ts';
import { XmlError, type XmlElement } from '../xml/node.ts';
import { parseXml } from '../xml/parse.ts';
import { readDocumentAdjustments, readTotals, readVatGroups, taxTotalsOf } from './read/amounts.ts';
import { readLine } from './read/line.ts';
import { readDelivery, readParty, readPayee, readTaxRepresentative } from './read/party.ts';
import { readDueDate, readPaymentMeans, readPaymentTerms } from './read/payment.ts';
import { readDocuments, readPreceding, readReferences } from './read/references.ts';
import { all, at, dateAt, periodOf, requiredText, textAt, texts } from './read/values.ts';
import type { ReadInvoice } from './read/model.ts';

/** The differences between the two root elements. */
const ROOTS = {
  'ubl:Invoice': {
    root: 'Invoice',
    type: 'cbc:InvoiceTypeCode',
    line: 'cac:InvoiceLine',
    quantity: 'cbc:InvoicedQuantity',
  },
  'cn:CreditNote': {
    root: 'CreditNote',
    type: 'cbc:CreditNoteTypeCode',
    line: 'cac:CreditNoteLine',
    quantity: 'cbc:CreditedQuantity',
  },
} as const;

/**
 * Reads a UBL 2.1 `Invoice` or `CreditNote`: of this service, or any other that conforms to EN 16931. Pure; nothing is fetched. It
 * only checks what it needs, so that documents that violate rules can be read too. If an element that must be single is repeated,
 * the first one is read.
 *
 * @param xml the bytes as received, or the text
 * @throws {XmlError} if the XML is not well-formed or is refused (xml/parse.ts), has another root, lacks a mandatory element, or
 *   has an invalid number or date; the message names it
 */
export function readUbl(xml: Uint8Array | string): ReadInvoice {
  const { root } = parseXml(typeof xml === 'string' ? xml : xmlText(xml));
  const names = rootNames(root);
  const currency = requiredText(root, 'cbc:DocumentCurrencyCode');
  const taxCurrency = textAt(root, 'cbc:TaxCurrencyCode');
  const taxes = taxTotalsOf(root, currency, taxCurrency);
  const period = at(root, 'cac:InvoicePeriod');
  requiredText(root, 'cbc:IssueDate');
  return {
    root: names.root,
    customizationId: textAt(root, 'cbc:CustomizationID'),
    businessProcessType: textAt(root, 'cbc:ProfileID'),
    number: requiredText(root, 'cbc:ID'),
    issueDate: dateAt(root, 'cbc:IssueDate')!,
    dueDate: readDueDate(root),
    typeCode: requiredText(root, names.type),
    currency,
    taxCurrency,
    taxPointDate: dateAt(root, 'cbc:TaxPointDate'),
    taxPointCode: textAt(period, 'cbc:DescriptionCode'),
    buyerAccountingReference: textAt(root, 'cbc:AccountingCost'),
    buyerReference: textAt(root, 'cbc:BuyerReference'),
    notes: texts(all(root, 'cbc:Note')),
    period: periodOf(period),
    references: readReferences(root),
    preceding: readPreceding(root),
    documents: readDocuments(root),
    seller: readParty(partyIn(root, 'cac:AccountingSupplierParty')),
    buyer: readParty(partyIn(root, 'cac:AccountingCustomerParty')),
    payee: readPayee(at(root, 'cac:PayeeParty')),
    taxRepresentative: readTaxRepresentative(at(root, 'cac:TaxRepresentativeParty')),
    delivery: readDelivery(at(root, 'cac:Delivery')),
    paymentMeans: readPaymentMeans(root),
    paymentTerms: readPaymentTerms(root),
    adjustments: readDocumentAdjustments(root),
    vatGroups: readVatGroups(taxes.own),
    totals: readTotals(root, taxes),
    lines: all(root, names.line).map(line => readLine(line, names.quantity)),
  };
}

function rootNames(root: XmlElement): (typeof ROOTS)[keyof typeof ROOTS] {
  if (root.name === 'ubl:Invoice' || root.name === 'cn:CreditNote') return ROOTS[root.name];
  throw new XmlError(`The root is <${root.qname.slice(0, 60)}>; it must be Invoice or CreditNote of UBL 2.`);
}

function partyIn(root: XmlElement, role: 'cac:AccountingSupplierParty' | 'cac:AccountingCustomerParty'): XmlElement {
  const party = at(root, role, 'cac:Party');
  if (!party) throw new XmlError(`<${root.qname}> lacks ${role}.`);
  return party;
}
