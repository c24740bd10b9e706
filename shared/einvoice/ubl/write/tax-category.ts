import { element, text, type Xml } from '../../../kernel/xml.ts';
import type { ExemptionReason } from '../../../model/vat/exemptions.ts';
import type { StatedVatCategory } from '../../../model/vat/categories.ts';

/**
 * A VAT category with its rate, under the name its place gives it. Category O states no rate (BR-O-05 to 07). The
 * exemption reason belongs to the breakdown alone (BT-120, BT-121).
 */
export function taxCategory(
  name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory',
  { category, rate }: { category: StatedVatCategory; rate: string },
  reason: ExemptionReason | null = null,
): Xml {
  return element(
    name,
    text('cbc:ID', category),
    category === 'O' ? '' : text('cbc:Percent', rate),
    text('cbc:TaxExemptionReasonCode', reason?.code),
    text('cbc:TaxExemptionReason', reason?.text),
    element('cac:TaxScheme', text('cbc:ID', 'VAT')),
  );
}
