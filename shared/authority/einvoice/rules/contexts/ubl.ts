import type { XmlElement } from '../../xml/node.ts';
import { context, DOCUMENTS, inside, isRoot, LINES } from './context.ts';
import { has, isCharge } from '../values.ts';
import type { Context } from '../types.ts';

/** Contexts of the rules on the UBL syntax; `SYNTAX` has the order of the official pattern. */

export const UBL_SELLER = context('cac:Party', each => inside(each, 'cac:AccountingSupplierParty'));
export const UBL_DOCUMENT_REFERENCE = context('cac:AdditionalDocumentReference');
/** Amounts limited to two decimals: all but unit prices and the amounts within a `cac:Price` that has an allowance. */
export const UBL_AMOUNT = context(name => name.endsWith('Amount') && !name.endsWith('PriceAmount'), isLimitedAmount);
export const UBL_ATTACHMENT = context(name => name.endsWith('BinaryObject'));
export const UBL_DELIVERY = context('cac:Delivery');
export const UBL_ALLOWANCE = context('cac:AllowanceCharge', each => isCharge(each, false));
export const UBL_CHARGE = context('cac:AllowanceCharge', each => isCharge(each, true));
export const UBL_DOCUMENT = context(DOCUMENTS, isRoot);
export const UBL_LINE = context(LINES);
export const UBL_PAYEE = context('cac:PayeeParty');
export const UBL_PAYMENT_MEANS = context('cac:PaymentMeans');
export const UBL_PRECEDING_INVOICE = context('cac:BillingReference');
export const UBL_TAX_REPRESENTATIVE = context('cac:TaxRepresentativeParty');
export const UBL_TAX_SUBTOTAL = context('cac:TaxSubtotal');

function isLimitedAmount(element: XmlElement): boolean {
  for (let each = element.parent; each; each = each.parent)
    if (each.name === 'cac:Price' && has(each, 'cac:AllowanceCharge')) return false;
  return true;
}

/** Only in EN 16931 1.3.16. */
export const UBL_ADDRESS = context(['cac:PostalAddress', 'cac:Address']);
export const UBL_PARTY_TAX_SCHEME = context('cac:PartyTaxScheme');

export const SYNTAX: readonly Context[] = [
  UBL_ADDRESS,
  UBL_PARTY_TAX_SCHEME,
  UBL_SELLER,
  UBL_DOCUMENT_REFERENCE,
  UBL_AMOUNT,
  UBL_ATTACHMENT,
  UBL_DELIVERY,
  UBL_ALLOWANCE,
  UBL_CHARGE,
  UBL_DOCUMENT,
  UBL_LINE,
  UBL_PAYEE,
  UBL_PAYMENT_MEANS,
  UBL_PRECEDING_INVOICE,
  UBL_TAX_REPRESENTATIVE,
  UBL_TAX_SUBTOTAL,
];
