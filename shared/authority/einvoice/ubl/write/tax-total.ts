import { exemptionReason } from '#shared/model/vat/exemptions.ts';
import { taxCategory } from './tax-category.ts';
import { element, money, siblings, type Xml } from '#shared/base/kernel/xml.ts';
import type { Figures, TaxGroup } from '#shared/model/amounts/document-figures.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';

/** BT-110 with the VAT breakdown BG-23, and BT-111: the same VAT in RON for documents in another currency (BR-53). */
export function taxTotals(document: InvoiceDocument, figures: Figures): Xml {
  const { currency } = document;
  const subtotal = (group: TaxGroup): Xml =>
    element(
      'cac:TaxSubtotal',
      money('cbc:TaxableAmount', group.taxable, currency), // BT-116
      money('cbc:TaxAmount', group.vat, currency), // BT-117
      taxCategory('cac:TaxCategory', group, exemptionReason(document, group.category)), // BT-118 to BT-121
    );
  const breakdown = element('cac:TaxTotal', money('cbc:TaxAmount', figures.vat, currency), ...figures.groups.map(subtotal));
  if (figures.vatInRon === null) return breakdown;
  return siblings(breakdown, element('cac:TaxTotal', money('cbc:TaxAmount', figures.vatInRon, 'RON')));
}
