import { element, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { ExemptionReason } from '#shared/model/vat/exemptions.ts';
import type { StatedVatCategory } from '#shared/model/vat/categories.ts';

/**
 * A VAT category with its rate, as element `name`. Category O is written without a rate (BR-O-05 to BR-O-07). Only the VAT
 * breakdown passes an exemption reason (BT-120, BT-121).
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
