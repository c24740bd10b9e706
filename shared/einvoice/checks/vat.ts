import { decimal } from '../../kernel/money.ts';
import { EXEMPTION_REASONS } from '../codes/lists.ts';
import { exemptionReason } from '../exemptions.ts';
import { when, type Finding } from './finding.ts';
import type { InvoiceDocument, StatedVatCategory } from '../../invoices/model.ts';

/** Rule families are named by category, but for intra-community supply. */
const family = (category: StatedVatCategory): string => `BR-${category === 'K' ? 'IC' : category}`;

/** VAT categories, rates and exemption reasons. */
export function vatFindings(document: InvoiceDocument): Finding[] {
  const taxed = taxedParts(document);
  const categories = new Set(taxed.map(part => part.category));
  return [
    ...taxed.flatMap(part => rateFindings(part)),
    ...[...categories].flatMap(category => reasonFindings(document, category)),
    ...when(
      categories.has('O') && categories.size > 1,
      'BR-O-11',
      'lines',
      'Category O (outside VAT) cannot stand beside other VAT categories: put those lines on another invoice.',
    ),
    ...when(
      categories.has('K') && !hasDeliveryTime(document),
      'BR-IC-11',
      'ublExtensions.delivery.actualDeliveryDate',
      K_NEEDS_TIME,
    ),
  ];
}

const K_NEEDS_TIME = 'Intra-community supply (K) needs the actual delivery date or an invoice period.';

interface TaxedPart {
  category: StatedVatCategory;
  rate: string;
  /** Last two digits of the rule that governs this part's rate: 05 lines, 06 allowances, 07 charges. */
  rule: '05' | '06' | '07';
  field: string;
}

const taxedParts = (document: InvoiceDocument): TaxedPart[] => [
  ...document.lines.map((line, index): TaxedPart => ({
    category: line.vatCategoryCode,
    rate: line.vatRate,
    rule: '05',
    field: `lines.${index}.vatRate`,
  })),
  ...(document.ublExtensions?.allowanceCharges ?? []).map((entry, index): TaxedPart => ({
    category: entry.taxCategoryCode,
    rate: entry.taxRate,
    rule: entry.chargeIndicator ? '07' : '06',
    field: `ublExtensions.allowanceCharges.${index}.taxRate`,
  })),
];

function rateFindings({ category, rate, rule, field }: TaxedPart): Finding[] {
  const zero = decimal(rate).eq(0);
  const id = `${family(category)}-${rule}`;
  return category === 'S'
    ? when(zero, id, field, 'Category S needs a VAT rate above 0; use Z, E, AE, K, G or O for lines without VAT.')
    : when(!zero, id, field, `Category ${category} needs the VAT rate 0.`);
}

function reasonFindings(document: InvoiceDocument, category: StatedVatCategory): Finding[] {
  const reason = exemptionReason(document, category);
  const field = 'ublExtensions.taxExemptionReason';
  return [
    ...when(
      category === 'E' && reason === null,
      'BR-E-10',
      field,
      'State why the lines of category E are exempt: taxExemptionReason or taxExemptionReasonCode.',
    ),
    ...when(
      !!reason?.code && !EXEMPTION_REASONS.has(reason.code),
      'BR-CL-22',
      `${field}Code`,
      `${reason?.code} is not a code of the VATEX list; state the reason as text.`,
    ),
  ];
}

const hasDeliveryTime = ({ ublExtensions }: InvoiceDocument): boolean =>
  !!(
    ublExtensions?.delivery?.actualDeliveryDate ||
    ublExtensions?.invoicePeriod?.startDate ||
    ublExtensions?.invoicePeriod?.endDate
  );
