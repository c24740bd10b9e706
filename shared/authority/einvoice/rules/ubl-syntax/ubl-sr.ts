import { attributeOf, textOf, type XmlElement } from '../../xml/node.ts';
import * as context from '../contexts/ubl.ts';
import { carriers } from '../facts.ts';
import { rules, type Context, type Rule } from '../types.ts';
import { at, has, textAt } from '../values.ts';

/** UBL-SR: elements that UBL allows several times, and EN 16931 only once. */

type Entry = readonly [number: string, businessTerm: string | null, what: string, ...path: string[]];

const atMostOne = (of: Context, entries: readonly Entry[]): Rule[] =>
  rules(
    of,
    entries.map(([number, businessTerm, what, ...path]) => [
      `UBL-SR-${number}`,
      businessTerm,
      `Give ${what} once at most.`,
      each => at(each, ...path).length <= 1,
    ]),
  );

const SELLER = ['cac:AccountingSupplierParty', 'cac:Party'] as const;
const BUYER = ['cac:AccountingCustomerParty', 'cac:Party'] as const;

/** Tax identifiers of a party, under VAT or under another tax; the official rule ignores case here, but not white space. */
function taxIdentifiers(document: XmlElement, party: readonly string[], vat: boolean): XmlElement[] {
  return at(document, ...party, 'cac:PartyTaxScheme')
    .filter(scheme => at(scheme, 'cac:TaxScheme').some(tax => (textAt(tax, 'cbc:ID').toUpperCase() === 'VAT') === vat))
    .flatMap(scheme => at(scheme, 'cbc:CompanyID'));
}

/** The number of different texts. */
const different = (elements: readonly XmlElement[]): number => new Set(elements.map(textOf)).size;

/** Whether the payee has a name that is not the seller's. */
function isAnotherParty(payee: XmlElement): boolean {
  const seller = at(payee.parent ?? payee, ...SELLER, 'cac:PartyLegalEntity', 'cbc:RegistrationName').map(textOf);
  return at(payee, 'cac:PartyName', 'cbc:Name').some(name => seller.some(other => other !== textOf(name)));
}

export const UBL_SR: readonly Rule[] = [
  ...atMostOne(context.UBL_DOCUMENT, [
    ['01', 'BT-12', 'the contract reference', 'cac:ContractDocumentReference', 'cbc:ID'],
    ['02', 'BT-15', 'the receiving advice reference', 'cac:ReceiptDocumentReference', 'cbc:ID'],
    ['03', 'BT-16', 'the despatch advice reference', 'cac:DespatchDocumentReference', 'cbc:ID'],
    ['05', 'BT-20', 'the terms of payment', 'cac:PaymentTerms', 'cbc:Note'],
    ['08', 'BG-14', 'the invoicing period', 'cac:InvoicePeriod'],
    ['09', 'BT-27', "the seller's registered name", ...SELLER, 'cac:PartyLegalEntity', 'cbc:RegistrationName'],
    ['10', 'BT-28', "the seller's trading name", ...SELLER, 'cac:PartyName', 'cbc:Name'],
    ['11', 'BT-30', "the seller's legal registration", ...SELLER, 'cac:PartyLegalEntity', 'cbc:CompanyID'],
    ['14', 'BT-33', "the seller's legal form", ...SELLER, 'cac:PartyLegalEntity', 'cbc:CompanyLegalForm'],
    ['15', 'BT-44', "the buyer's registered name", ...BUYER, 'cac:PartyLegalEntity', 'cbc:RegistrationName'],
    ['16', 'BT-46', "the buyer's identifier", ...BUYER, 'cac:PartyIdentification', 'cbc:ID'],
    ['17', 'BT-47', "the buyer's legal registration", ...BUYER, 'cac:PartyLegalEntity', 'cbc:CompanyID'],
    ['24', 'BG-13', 'the delivery', 'cac:Delivery'],
    ['39', 'BT-11', 'the project reference', 'cac:ProjectReference', 'cbc:ID'],
    ['40', 'BT-45', "the buyer's trading name", ...BUYER, 'cac:PartyName', 'cbc:Name'],
    ['45', 'BT-9', 'the due date', 'cac:PaymentMeans', 'cbc:PaymentDueDate'],
    ['49', 'BT-8', 'the code of the tax point', 'cac:InvoicePeriod', 'cbc:DescriptionCode'],
  ]),
  ...rules(context.UBL_DOCUMENT, [
    [
      'UBL-SR-04',
      'BT-18',
      'Give one invoiced object at most.',
      each =>
        at(each, 'cac:AdditionalDocumentReference')
          .filter(reference => at(reference, 'cbc:DocumentTypeCode').some(code => textOf(code) === '130'))
          .flatMap(reference => at(reference, 'cbc:ID')).length <= 1,
    ],
    [
      'UBL-SR-12',
      'BT-31',
      'Give one VAT identifier of the seller at most.',
      each => taxIdentifiers(each, SELLER, true).length <= 1,
    ],
    [
      'UBL-SR-13',
      'BT-32',
      'Give one other tax identifier of the seller at most.',
      each => taxIdentifiers(each, SELLER, false).length <= 1,
    ],
    [
      'UBL-SR-18',
      'BT-48',
      'Give one VAT identifier of the buyer at most.',
      each => taxIdentifiers(each, BUYER, true).length <= 1,
    ],
    [
      'UBL-SR-29',
      'BT-90',
      'Give one bank-assigned creditor identifier (SEPA) at most.',
      (_, facts) =>
        facts.under('cbc:ID', 'cac:PartyIdentification').filter(each => attributeOf(each, 'schemeID')?.toUpperCase() === 'SEPA')
          .length <= 1,
    ],
    [
      'UBL-SR-44',
      'BT-83',
      'Give the same remittance information in all payment means.',
      (_, facts) => different(facts.all('cbc:PaymentID')) <= 1,
    ],
    [
      'UBL-SR-46',
      'BT-82',
      'Give the text of the payment means once at most.',
      each => carriers(at(each, 'cac:PaymentMeans', 'cbc:PaymentMeansCode'), 'name').length <= 1,
    ],
    [
      'UBL-SR-47',
      'BT-81',
      'Give the same code in all payment means.',
      (_, facts) => different(facts.all('cbc:PaymentMeansCode')) <= 1,
    ],
  ]),
  ...rules(context.UBL_SELLER, [
    ['UBL-SR-42', 'BT-31', 'Give the seller two tax identifiers at most.', each => at(each, 'cac:PartyTaxScheme').length <= 2],
  ]),
  ...atMostOne(context.UBL_DOCUMENT_REFERENCE, [
    ['33', 'BT-123', 'the description of the supporting document', 'cbc:DocumentDescription'],
  ]),
  ...rules(context.UBL_DOCUMENT_REFERENCE, [
    [
      'UBL-SR-43',
      'BT-122',
      'Leave out the type of a supporting document, unless it is an invoiced object (130) or, on a credit note, a project (50).',
      (each, facts) => {
        const codes = at(each, 'cbc:DocumentTypeCode').map(textOf);
        if (codes.includes('130')) return true;
        if (facts.root.qname.replace(/^.*:/, '') === 'CreditNote' && codes.includes('50')) return true;
        return codes.length === 0 && carriers(at(each, 'cbc:ID'), 'scheme').length === 0;
      },
    ],
  ]),
  ...atMostOne(context.UBL_DELIVERY, [
    ['25', 'BT-70', 'the name of the party delivered to', 'cac:DeliveryParty', 'cac:PartyName', 'cbc:Name'],
  ]),
  ...atMostOne(context.UBL_ALLOWANCE, [['30', 'BT-97', 'the reason of the allowance', 'cbc:AllowanceChargeReason']]),
  ...atMostOne(context.UBL_CHARGE, [['31', 'BT-104', 'the reason of the charge', 'cbc:AllowanceChargeReason']]),
  ...atMostOne(context.UBL_LINE, [
    ['34', 'BT-127', 'the note of the line', 'cbc:Note'],
    ['35', 'BT-132', 'the order line', 'cac:OrderLineReference', 'cbc:LineID'],
    ['36', 'BG-26', 'the line period', 'cac:InvoicePeriod'],
    ['37', 'BT-147', 'the price discount', 'cac:Price', 'cac:AllowanceCharge', 'cbc:Amount'],
    ['50', 'BT-154', 'the description of the item', 'cac:Item', 'cbc:Description'],
  ]),
  ...rules(context.UBL_LINE, [
    [
      'UBL-SR-48',
      'BG-30',
      'Give the line exactly one VAT category.',
      each => at(each, 'cac:Item', 'cac:ClassifiedTaxCategory').length === 1,
    ],
  ]),
  ...rules(context.UBL_PAYEE, [
    [
      'UBL-SR-19',
      'BT-59',
      "Name the payee once, by a name other than the seller's.",
      each => at(each, 'cac:PartyName', 'cbc:Name').length <= 1 && isAnotherParty(each),
    ],
    [
      'UBL-SR-20',
      'BT-60',
      "Give one identifier of the payee at most, and a name other than the seller's.",
      each =>
        at(each, 'cac:PartyIdentification', 'cbc:ID').filter(
          identifier => attributeOf(identifier, 'schemeID')?.toUpperCase() !== 'SEPA',
        ).length <= 1 && isAnotherParty(each),
    ],
    [
      'UBL-SR-21',
      'BT-61',
      "Give one legal registration of the payee at most, and a name other than the seller's.",
      each => at(each, 'cac:PartyLegalEntity', 'cbc:CompanyID').length <= 1 && isAnotherParty(each),
    ],
  ]),
  ...atMostOne(context.UBL_PAYMENT_MEANS, [
    ['26', 'BT-83', 'the remittance information', 'cbc:PaymentID'],
    ['27', 'BT-81', 'the code of the payment means', 'cbc:PaymentMeansCode'],
    ['28', 'BT-89', 'the mandate reference', 'cac:PaymentMandate', 'cbc:ID'],
  ]),
  ...atMostOne(context.UBL_PRECEDING_INVOICE, [
    ['06', 'BG-3', 'the preceding invoice of one BillingReference', 'cac:InvoiceDocumentReference'],
  ]),
  ...rules(context.UBL_PRECEDING_INVOICE, [
    [
      'UBL-SR-07',
      'BT-25',
      'Give the number of the preceding invoice.',
      each => has(each, 'cac:InvoiceDocumentReference', 'cbc:ID'),
    ],
  ]),
  ...atMostOne(context.UBL_TAX_REPRESENTATIVE, [
    ['22', 'BT-62', 'the name of the tax representative', 'cac:Party', 'cac:PartyName', 'cbc:Name'],
    ['23', 'BT-63', "the tax representative's VAT identifier", 'cac:Party', 'cac:PartyTaxScheme', 'cbc:CompanyID'],
  ]),
  ...atMostOne(context.UBL_TAX_SUBTOTAL, [
    ['32', 'BT-120', 'the reason of exemption', 'cac:TaxCategory', 'cbc:TaxExemptionReason'],
  ]),
];
