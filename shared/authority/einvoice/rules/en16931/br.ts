import { attributeOf, textOf } from '../../xml/node.ts';
import * as context from '../contexts/en16931.ts';
import { rules, asWarnings, type Rule } from '../types.ts';
import { at, doubleOf, filled, has, isAtMost, isVat, isVatOnly, normalized, normalizedAt, textAt } from '../values.ts';
import { endsAfterStart } from '../dates.ts';

/** BR-1 to BR-67: what each business group must contain. */
export const BR: readonly Rule[] = [
  ...rules(context.DOCUMENT, [
    [
      'BR-01',
      'BT-24',
      'Name the specification the document follows (CustomizationID).',
      each => filled(at(each, 'cbc:CustomizationID')),
    ],
    ['BR-02', 'BT-1', 'Give the document a number.', each => filled(at(each, 'cbc:ID'))],
    ['BR-03', 'BT-2', 'Give the date of issue.', each => filled(at(each, 'cbc:IssueDate'))],
    [
      'BR-04',
      'BT-3',
      'Give the type of the document (InvoiceTypeCode or CreditNoteTypeCode).',
      each => filled(at(each, 'cbc:InvoiceTypeCode')) || filled(at(each, 'cbc:CreditNoteTypeCode')),
    ],
    ['BR-05', 'BT-5', 'Give the currency of the document.', each => filled(at(each, 'cbc:DocumentCurrencyCode'))],
    [
      'BR-06',
      'BT-27',
      "Give the seller's registered name.",
      each => filled(at(each, 'cac:AccountingSupplierParty', 'cac:Party', 'cac:PartyLegalEntity', 'cbc:RegistrationName')),
    ],
    [
      'BR-07',
      'BT-44',
      "Give the buyer's name.",
      each => filled(at(each, 'cac:AccountingCustomerParty', 'cac:Party', 'cac:PartyLegalEntity', 'cbc:RegistrationName')),
    ],
    [
      'BR-08',
      'BG-5',
      "Give the seller's address.",
      each => has(each, 'cac:AccountingSupplierParty', 'cac:Party', 'cac:PostalAddress'),
    ],
    [
      'BR-10',
      'BG-8',
      "Give the buyer's address.",
      each => has(each, 'cac:AccountingCustomerParty', 'cac:Party', 'cac:PostalAddress'),
    ],
    ['BR-16', 'BG-25', 'Add at least one line.', each => has(each, 'cac:InvoiceLine') || has(each, 'cac:CreditNoteLine')],
    [
      'BR-53',
      'BT-111',
      'Give the total VAT also in the accounting currency (TaxCurrencyCode), or leave that currency out.',
      (each, facts) =>
        at(each, 'cbc:TaxCurrencyCode').every(currency =>
          facts.under('cbc:TaxAmount', 'cac:TaxTotal').some(amount => attributeOf(amount, 'currencyID') === textOf(currency)),
        ),
    ],
  ]),
  ...rules(context.SUPPORTING_DOCUMENT, [
    ['BR-52', 'BT-122', 'Give the supporting document a reference.', each => filled(at(each, 'cbc:ID'))],
  ]),
  ...rules(context.BUYER_ENDPOINT, [
    [
      'BR-63',
      'BT-49-1',
      "Name the scheme of the buyer's electronic address.",
      each => attributeOf(each, 'schemeID') !== undefined,
    ],
  ]),
  ...rules(context.BUYER_ADDRESS, [
    [
      'BR-11',
      'BT-55',
      "Give the country of the buyer's address.",
      each => filled(at(each, 'cac:Country', 'cbc:IdentificationCode')),
    ],
  ]),
  ...asWarnings(
    rules(context.CARD, [
      [
        'BR-51',
        'BT-87',
        'Show at most the first six and the last four digits of the card number.',
        each => isAtMost(textAt(each, 'cbc:PrimaryAccountNumberID'), 10),
      ],
    ]),
  ),
  ...rules(context.DELIVERY_ADDRESS, [
    ['BR-57', 'BT-80', 'Give the country of the delivery address.', each => has(each, 'cac:Country', 'cbc:IdentificationCode')],
  ]),
  ...rules(context.DOCUMENT_ALLOWANCE, [
    ['BR-31', 'BT-92', 'Give the amount of the allowance.', each => has(each, 'cbc:Amount')],
    ['BR-32', 'BT-95', 'Give the VAT category of the allowance.', hasVatCategory],
    ['BR-33', 'BT-97', 'Give a reason for the allowance, as text or code.', hasReason],
  ]),
  ...rules(context.DOCUMENT_CHARGE, [
    ['BR-36', 'BT-99', 'Give the amount of the charge.', each => has(each, 'cbc:Amount')],
    ['BR-37', 'BT-102', 'Give the VAT category of the charge.', hasVatCategory],
    ['BR-38', 'BT-104', 'Give a reason for the charge, as text or code.', hasReason],
  ]),
  ...rules(context.TOTALS, [
    ['BR-12', 'BT-106', 'Give the sum of the line net amounts.', each => has(each, 'cbc:LineExtensionAmount')],
    ['BR-13', 'BT-109', 'Give the total without VAT.', each => has(each, 'cbc:TaxExclusiveAmount')],
    ['BR-14', 'BT-112', 'Give the total with VAT.', each => has(each, 'cbc:TaxInclusiveAmount')],
    ['BR-15', 'BT-115', 'Give the amount due for payment.', each => has(each, 'cbc:PayableAmount')],
  ]),
  ...rules(context.LINE, [
    ['BR-21', 'BT-126', 'Give the line an identifier.', each => filled(at(each, 'cbc:ID'))],
    [
      'BR-22',
      'BT-129',
      'Give the quantity of the line.',
      each => has(each, 'cbc:InvoicedQuantity') || has(each, 'cbc:CreditedQuantity'),
    ],
    [
      'BR-23',
      'BT-130',
      'Give the unit of measure of the quantity.',
      each =>
        [...at(each, 'cbc:InvoicedQuantity'), ...at(each, 'cbc:CreditedQuantity')].some(
          quantity => attributeOf(quantity, 'unitCode') !== undefined,
        ),
    ],
    ['BR-24', 'BT-131', 'Give the net amount of the line.', each => has(each, 'cbc:LineExtensionAmount')],
    ['BR-25', 'BT-153', 'Name the item of the line.', each => filled(at(each, 'cac:Item', 'cbc:Name'))],
    ['BR-26', 'BT-146', 'Give the net price of the item.', each => has(each, 'cac:Price', 'cbc:PriceAmount')],
    [
      'BR-28',
      'BT-148',
      'The gross price may not be negative.',
      each => {
        const gross = at(each, 'cac:Price', 'cac:AllowanceCharge', 'cbc:BaseAmount');
        return gross.length === 0 || gross.some(amount => doubleOf(amount) >= 0);
      },
    ],
  ]),
  ...rules(context.LINE_ALLOWANCE, [
    ['BR-41', 'BT-136', 'Give the amount of the line allowance.', each => has(each, 'cbc:Amount')],
    ['BR-42', 'BT-139', 'Give a reason for the line allowance, as text or code.', hasReason],
  ]),
  ...rules(context.LINE_CHARGE, [
    ['BR-43', 'BT-141', 'Give the amount of the line charge.', each => has(each, 'cbc:Amount')],
    ['BR-44', 'BT-144', 'Give a reason for the line charge, as text or code.', hasReason],
  ]),
  ...rules(context.LINE_PERIOD, [['BR-30', 'BT-135', 'The line period must not end before it starts.', endsAfterStart]]),
  ...rules(context.PERIOD, [['BR-29', 'BT-74', 'The invoicing period must not end before it starts.', endsAfterStart]]),
  ...rules(context.ITEM_ATTRIBUTE, [
    [
      'BR-54',
      'BG-32',
      'Give the item attribute both a name and a value.',
      each => has(each, 'cbc:Name') && has(each, 'cbc:Value'),
    ],
  ]),
  ...rules(context.ITEM_CLASSIFICATION, [
    [
      'BR-65',
      'BT-158-1',
      'Name the list of the item classification (listID).',
      each => attributeOf(each, 'listID') !== undefined,
    ],
  ]),
  ...rules(context.ITEM_STANDARD_ID, [
    [
      'BR-64',
      'BT-157-1',
      'Name the scheme of the item standard identifier.',
      each => attributeOf(each, 'schemeID') !== undefined,
    ],
  ]),
  ...rules(context.PAYEE, [
    [
      'BR-17',
      'BT-59',
      'Give the payee a name; leave the payee out when it is the seller.',
      each => {
        const among = (path: string[], others: string[]): boolean => {
          const known = at(each.parent ?? each, 'cac:AccountingSupplierParty', 'cac:Party', ...others).map(textOf);
          return at(each, ...path).some(value => known.includes(textOf(value)));
        };
        const name = ['cac:PartyName', 'cbc:Name'];
        const identifier = ['cac:PartyIdentification', 'cbc:ID'];
        return has(each, ...name) && !among(name, name) && !among(identifier, identifier);
      },
    ],
  ]),
  ...rules(context.CREDIT_TRANSFER, [
    ['BR-50', 'BT-84', 'Give the account that the credit transfer must be paid into.', each => filled(at(each, 'cbc:ID'))],
  ]),
  ...rules(context.PAYMENT_MEANS, [
    ['BR-49', 'BT-81', 'Give the code of the payment means.', each => has(each, 'cbc:PaymentMeansCode')],
    [
      'BR-61',
      'BT-84',
      'Payment by credit transfer (30, 58) needs the account to pay into.',
      each => {
        const transfer = ['30', '58'].includes(normalizedAt(each, 'cbc:PaymentMeansCode'));
        return !transfer || has(each, 'cac:PayeeFinancialAccount', 'cbc:ID');
      },
    ],
  ]),
  ...rules(context.PRECEDING_INVOICE, [
    ['BR-55', 'BT-25', 'Give the number of the preceding invoice.', each => has(each, 'cac:InvoiceDocumentReference', 'cbc:ID')],
  ]),
  ...rules(context.SELLER_ENDPOINT, [
    [
      'BR-62',
      'BT-34-1',
      "Name the scheme of the seller's electronic address.",
      each => attributeOf(each, 'schemeID') !== undefined,
    ],
  ]),
  ...rules(context.SELLER_ADDRESS, [
    [
      'BR-09',
      'BT-40',
      "Give the country of the seller's address.",
      each => filled(at(each, 'cac:Country', 'cbc:IdentificationCode')),
    ],
  ]),
  ...rules(context.TAX_REPRESENTATIVE, [
    ['BR-18', 'BT-62', 'Name the tax representative.', each => filled(at(each, 'cac:PartyName', 'cbc:Name'))],
    ['BR-19', 'BG-12', 'Give the address of the tax representative.', each => has(each, 'cac:PostalAddress')],
    [
      'BR-56',
      'BT-63',
      'Give the VAT identifier of the tax representative.',
      each => at(each, 'cac:PartyTaxScheme').some(scheme => isVatOnly(scheme) && has(scheme, 'cbc:CompanyID')),
    ],
  ]),
  ...rules(context.TAX_REPRESENTATIVE_ADDRESS, [
    [
      'BR-20',
      'BT-69',
      "Give the country of the tax representative's address.",
      each => filled(at(each, 'cac:Country', 'cbc:IdentificationCode')),
    ],
  ]),
  ...rules(context.VAT_BREAKDOWN, [
    ['BR-45', 'BT-116', 'Give the taxable amount of the VAT category.', each => has(each, 'cbc:TaxableAmount')],
    ['BR-46', 'BT-117', 'Give the VAT amount of the VAT category.', each => has(each, 'cbc:TaxAmount')],
    ['BR-47', 'BT-118', 'Give the code of the VAT category.', hasVatCategory],
    [
      'BR-48',
      'BT-119',
      'Give the VAT rate of the category; only O (outside scope) has none.',
      each => {
        const categories = at(each, 'cac:TaxCategory').filter(isVat);
        return (
          categories.some(category => has(category, 'cbc:Percent')) ||
          categories.some(category => normalized(textAt(category, 'cbc:ID')) === 'O')
        );
      },
    ],
  ]),
];

function hasVatCategory(element: Parameters<Rule['holds']>[0]): boolean {
  return at(element, 'cac:TaxCategory').some(category => isVat(category) && has(category, 'cbc:ID'));
}

function hasReason(element: Parameters<Rule['holds']>[0]): boolean {
  return has(element, 'cbc:AllowanceChargeReason') || has(element, 'cbc:AllowanceChargeReasonCode');
}

/** At most one payment card and one mandate. Only in the authority's set: EN 16931 1.3.16 has UBL-SR-54 and UBL-SR-55 instead. */
export const BR_REPEATED: readonly Rule[] = rules(context.DOCUMENT, [
  ['BR-66', 'BG-18', 'Name one payment card at most.', each => at(each, 'cac:PaymentMeans', 'cac:CardAccount').length <= 1],
  [
    'BR-67',
    'BG-19',
    'Name one direct debit mandate at most.',
    each => at(each, 'cac:PaymentMeans', 'cac:PaymentMandate').length <= 1,
  ],
]);
