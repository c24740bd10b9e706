import { context, DOCUMENTS, INVOICES_ONLY, inside, isRoot, LINES, ofDocument, ofLine } from './context.ts';
import { isCharge } from '../values.ts';
import type { Context } from '../types.ts';

/**
 * Contexts of the rules of CIUS-RO, in the order of the official pattern. They are one pattern: for an element that an earlier
 * context matches, the rules of a later one (`lineAgain`) never apply.
 */

const date = (name: string): Context => context(name);
export const RO = {
  issueDate: date('cbc:IssueDate'),
  taxPointDate: date('cbc:TaxPointDate'),
  dueDate: date('cbc:DueDate'),
  paymentDueDate: date('cbc:PaymentDueDate'),
  deliveryDate: date('cbc:ActualDeliveryDate'),
  startDate: date('cbc:StartDate'),
  endDate: date('cbc:EndDate'),
  price: context('cbc:PriceAmount'),
  invoiceType: context('cbc:InvoiceTypeCode'),
  creditNoteType: context('cbc:CreditNoteTypeCode'),
  document: context(DOCUMENTS, isRoot),
  representativeAddress: context(
    'cac:PostalAddress',
    each => inside(each, 'cac:TaxRepresentativeParty') && ofDocument(each.parent!, ...INVOICES_ONLY),
  ),
  paymentMeans: context('cac:PaymentMeans'),
  deliveryAddress: context(
    'cac:Address',
    each => inside(each, 'cac:DeliveryLocation', 'cac:Delivery') && ofDocument(each.parent!.parent!, ...INVOICES_ONLY),
  ),
  taxPoint: context('cbc:DescriptionCode', each => inside(each, 'cac:InvoicePeriod')),
  line: context(LINES),
  itemAttribute: context('cac:AdditionalItemProperty', each => inside(each, 'cac:Item')),
  documentAllowance: context('cac:AllowanceCharge', each => ofDocument(each, ...INVOICES_ONLY) && isCharge(each, false)),
  documentCharge: context('cac:AllowanceCharge', each => ofDocument(each, ...INVOICES_ONLY) && isCharge(each, true)),
  totals: context('cac:LegalMonetaryTotal'),
  documentAgain: context(['ubl:Invoice', 'cac:CreditNote'], each => each.name === 'cac:CreditNote' || isRoot(each)),
  taxSubtotal: context('cac:TaxSubtotal', each => inside(each, 'cac:TaxTotal')),
  lineAgain: context(LINES),
  lineAllowance: context('cac:AllowanceCharge', each => ofLine(each) && isCharge(each, false)),
  lineCharge: context('cac:AllowanceCharge', each => ofLine(each) && isCharge(each, true)),
  note: context('cbc:Note'),
  documentReference: context('cac:AdditionalDocumentReference'),
  precedingInvoice: context('cac:BillingReference'),
  taxSubtotalAgain: context(
    'cac:TaxSubtotal',
    each => inside(each, 'cac:TaxTotal') && ofDocument(each.parent!, ...INVOICES_ONLY),
  ),
} as const;
