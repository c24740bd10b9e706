import type { Big } from '#shared/base/kernel/money.ts';
import { attributeOf, textOf, type XmlElement } from '../../xml/node.ts';
import { COUNTRIES } from '#shared/model/codes/lists.ts';
import * as context from '../contexts/en16931.ts';
import type { Facts } from '../facts.ts';
import { rules, type Rule } from '../types.ts';
import {
  at,
  cents,
  decimalAt,
  decimalOf,
  doubleOf,
  equal,
  has,
  isVat,
  isVatOnly,
  roundHalfUp,
  single,
  sumOf,
  textAt,
  Undecidable,
} from '../values.ts';

/** BR-CO: amounts and fields that must agree. BR-CO-05 to 08 always hold, as in the official sets: no program can check them. */
export const BR_CO: readonly Rule[] = [
  ...rules(context.DOCUMENT, [
    [
      'BR-CO-03',
      'BT-7',
      'Give either the tax point date or its code, not both.',
      each => !has(each, 'cbc:TaxPointDate') || !has(each, 'cac:InvoicePeriod', 'cbc:DescriptionCode'),
    ],
    [
      'BR-CO-15',
      'BT-112',
      'The total with VAT must be the total without VAT plus the total VAT in the document currency.',
      totalWithVat,
    ],
    [
      'BR-CO-18',
      'BG-23',
      'Give the VAT breakdown: one entry for each VAT category and rate.',
      each => has(each, 'cac:TaxTotal', 'cac:TaxSubtotal'),
    ],
  ]),
  ...rules(context.DOCUMENT_ALLOWANCE, [
    ['BR-CO-05', 'BT-98', 'The reason text and code of an allowance must say the same.', () => true],
    ['BR-CO-21', 'BT-97', 'Give a reason for the allowance, as text or code.', hasReason],
  ]),
  ...rules(context.DOCUMENT_CHARGE, [
    ['BR-CO-06', 'BT-105', 'The reason text and code of a charge must say the same.', () => true],
    ['BR-CO-22', 'BT-104', 'Give a reason for the charge, as text or code.', hasReason],
  ]),
  ...rules(context.LINE_ALLOWANCE, [
    ['BR-CO-07', 'BT-140', 'The reason text and code of a line allowance must say the same.', () => true],
    ['BR-CO-23', 'BT-139', 'Give a reason for the line allowance, as text or code.', hasReason],
  ]),
  ...rules(context.LINE_CHARGE, [
    ['BR-CO-08', 'BT-145', 'The reason text and code of a line charge must say the same.', () => true],
    ['BR-CO-24', 'BT-144', 'Give a reason for the line charge, as text or code.', hasReason],
  ]),
  ...rules(context.TOTALS, [
    [
      'BR-CO-10',
      'BT-106',
      'The sum of the line net amounts must be what the lines add up to.',
      (each, facts) =>
        equal(
          decimalAt(each, 'cbc:LineExtensionAmount'),
          facts.once('line sum', () =>
            cents(sumOf([...facts.all('cac:InvoiceLine'), ...facts.all('cac:CreditNoteLine')], 'cbc:LineExtensionAmount')),
          ),
        ),
    ],
    [
      'BR-CO-11',
      'BT-107',
      'The allowance total must be the sum of the document allowances.',
      (each, facts) => adjustments(each, 'cbc:AllowanceTotalAmount', facts, false),
    ],
    [
      'BR-CO-12',
      'BT-108',
      'The charge total must be the sum of the document charges.',
      (each, facts) => adjustments(each, 'cbc:ChargeTotalAmount', facts, true),
    ],
    ['BR-CO-13', 'BT-109', 'The total without VAT must be the line sum less allowances plus charges.', totalWithoutVat],
    [
      'BR-CO-16',
      'BT-115',
      'The amount due must be the total with VAT less the prepaid amount plus the rounding amount.',
      amountDue,
    ],
  ]),
  ...rules(context.LINE, [
    [
      'BR-CO-04',
      'BT-151',
      'Give the VAT category of the line.',
      each => at(each, 'cac:Item', 'cac:ClassifiedTaxCategory').some(category => isVatOnly(category) && has(category, 'cbc:ID')),
    ],
  ]),
  ...rules(context.LINE_PERIOD, [
    [
      'BR-CO-20',
      'BG-26',
      'Give the start or the end of the line period.',
      each => has(each, 'cbc:StartDate') || has(each, 'cbc:EndDate'),
    ],
  ]),
  ...rules(context.PERIOD, [
    [
      'BR-CO-19',
      'BG-14',
      'Give the start or the end of the invoicing period.',
      each => has(each, 'cbc:StartDate') || has(each, 'cbc:EndDate') || has(each, 'cbc:DescriptionCode'),
    ],
  ]),
  ...rules(context.SELLER, [
    [
      'BR-CO-26',
      'BT-29',
      'Identify the seller by VAT identifier, legal registration or another identifier.',
      each =>
        at(each, 'cac:Party', 'cac:PartyTaxScheme').some(scheme => isVat(scheme) && has(scheme, 'cbc:CompanyID')) ||
        has(each, 'cac:Party', 'cac:PartyIdentification', 'cbc:ID') ||
        has(each, 'cac:Party', 'cac:PartyLegalEntity', 'cbc:CompanyID'),
    ],
  ]),
  ...rules(context.TAX_TOTAL, [
    [
      'BR-CO-14',
      'BT-110',
      'The total VAT must be the sum of the VAT amounts of the breakdown.',
      each => {
        const total = decimalAt(each, 'cbc:TaxAmount');
        return equal(total, cents(sumOf(at(each, 'cac:TaxSubtotal'), 'cbc:TaxAmount'))) || !has(each, 'cac:TaxSubtotal');
      },
    ],
  ]),
  ...rules(context.VAT_BREAKDOWN, [
    [
      'BR-CO-17',
      'BT-117',
      'The VAT of the category must be its taxable amount times its rate, rounded to two decimals.',
      vatOfCategory,
    ],
  ]),
  ...rules(context.VAT_IDENTIFIER, [
    [
      'BR-CO-09',
      'BT-31',
      'A VAT identifier must begin with the code of its country (ISO 3166-1, or EL).',
      each => COUNTRY_PREFIXES.includes([...textAt(each, 'cbc:CompanyID').slice(0, 4)].slice(0, 2).join('')),
    ],
  ]),
];

/** An amount due needs a due date or terms of payment; only in the authority's set, not in EN 16931 1.3.16. */
export const BR_CO_DUE: readonly Rule[] = rules(context.AMOUNT_DUE, [
  [
    'BR-CO-25',
    'BT-9',
    'When something is to be paid, give the due date or the terms of payment.',
    (each, facts) => {
      const due = doubleOf(each);
      const said = () => facts.all('cbc:DueDate').length > 0 || facts.under('cbc:Note', 'cac:PaymentTerms').length > 0;
      return (due > 0 && said()) || due <= 0;
    },
  ],
]);

/** One text, because the official rule accepts two first characters that occur anywhere in its list, blanks included. */
const COUNTRY_PREFIXES = ` ${[...COUNTRIES, 'EL'].join(' ')} `;

function hasReason(element: XmlElement): boolean {
  return has(element, 'cbc:AllowanceChargeReason') || has(element, 'cbc:AllowanceChargeReasonCode');
}

function totalWithVat(document: XmlElement): boolean {
  return at(document, 'cbc:DocumentCurrencyCode').every(code => {
    const currency = textOf(code);
    const vat = at(document, 'cac:TaxTotal').flatMap(total => {
      const amounts = at(total, 'cbc:TaxAmount').filter(amount => attributeOf(amount, 'currencyID') === currency);
      const amount = single(amounts);
      return amount ? [decimalOf(amount)] : [];
    });
    if (vat.length !== 1) return false;
    const totals = at(document, 'cac:LegalMonetaryTotal');
    const withVat = totals.flatMap(each => decimalAt(each, 'cbc:TaxInclusiveAmount') ?? []);
    if (withVat.length === 0) return false;
    const withoutVat = totals.flatMap(each => decimalAt(each, 'cbc:TaxExclusiveAmount') ?? []);
    if (withoutVat.length > 1) throw new Undecidable('There are several totals without VAT; give one LegalMonetaryTotal.');
    const sum = withoutVat[0] && cents(withoutVat[0].plus(vat[0]!));
    return withVat.some(each => equal(each, sum));
  });
}

/** Whether the stated total of document allowances (or charges) equals their sum, or neither a total nor any of them is given. */
function adjustments(totals: XmlElement, name: string, facts: Facts, charge: boolean): boolean {
  const stated = decimalAt(totals, name);
  const { count, sum } = facts.allowancesOf(totals.parent ?? totals, charge);
  return equal(stated, cents(sum)) || (!has(totals, name) && count === 0);
}

function totalWithoutVat(totals: XmlElement): boolean {
  const stated = decimalAt(totals, 'cbc:TaxExclusiveAmount');
  const lines = decimalAt(totals, 'cbc:LineExtensionAmount');
  const charges = decimalAt(totals, 'cbc:ChargeTotalAmount');
  const allowances = decimalAt(totals, 'cbc:AllowanceTotalAmount');
  if (!charges && !allowances) return equal(stated, lines);
  return equal(stated, lines && cents(lines.plus(charges ?? 0).minus(allowances ?? 0)));
}

function amountDue(totals: XmlElement): boolean {
  const due = decimalAt(totals, 'cbc:PayableAmount');
  const total = decimalAt(totals, 'cbc:TaxInclusiveAmount');
  const prepaid = decimalAt(totals, 'cbc:PrepaidAmount');
  const rounding = decimalAt(totals, 'cbc:PayableRoundingAmount');
  const left = prepaid ? total && cents(total.minus(prepaid)) : total;
  return equal(rounding ? due && cents(due.minus(rounding)) : due, left);
}

/**
 * BR-CO-17: with no rate, or one that rounds to 0 %, the VAT must round to 0; otherwise it may differ from the product by less than
 * one currency unit.
 */
function vatOfCategory(subtotal: XmlElement): boolean {
  const rates = at(subtotal, 'cac:TaxCategory')
    .filter(isVat)
    .flatMap(category => decimalAt(category, 'cbc:Percent') ?? []);
  if (rates.length > 1) throw new Undecidable('The VAT entry has several rates; give one TaxCategory.');
  const rate = rates[0];
  const vat = decimalAt(subtotal, 'cbc:TaxAmount');
  if (!rate || roundHalfUp(rate).eq(0)) return vat !== undefined && roundHalfUp(vat).eq(0);
  return isNearVat(vat, decimalAt(subtotal, 'cbc:TaxableAmount'), rate);
}

/**
 * Whether a VAT amount differs by less than one currency unit from taxable amount × rate (in percent), rounded to two decimals.
 * Signs are ignored; false when one of the three is missing.
 */
export function isNearVat(vat: Big | undefined, taxable: Big | undefined, rate: Big | undefined): boolean {
  if (!vat || !taxable || !rate) return false;
  return vat
    .abs()
    .minus(cents(taxable.abs().times(rate).times('0.01')))
    .abs()
    .lt(1);
}
