import { decimal, plain } from '#shared/base/kernel/money.ts';
import { unitCode } from '#shared/model/codes/units.ts';
import { itemTexts } from '../../item-name.ts';
import { lineAllowanceCharges } from './allowance-charge.ts';
import { taxCategory } from './tax-category.ts';
import { attribute, element, money, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { LineFigures } from '#shared/model/amounts/line-figures.ts';

/** BG-25: one line of an invoice. */
export const invoiceLine = (figures: LineFigures, currency: string): Xml =>
  line('cac:InvoiceLine', 'cbc:InvoicedQuantity', figures, currency);

/** BG-25 of a credit note. */
export const creditNoteLine = (figures: LineFigures, currency: string): Xml =>
  line('cac:CreditNoteLine', 'cbc:CreditedQuantity', figures, currency);

function line(name: string, quantityName: string, figures: LineFigures, currency: string): Xml {
  const { line: value, quantity, price, adjustments, net } = figures;
  return element(
    name,
    text('cbc:ID', String(value.lineNumber)), // BT-126
    text(quantityName, quantity, attribute('unitCode', unitCode(value.unitOfMeasure).code)), // BT-129, BT-130
    money('cbc:LineExtensionAmount', net, currency), // BT-131
    period(figures),
    lineAllowanceCharges(adjustments, currency), // BG-27, BG-28
    item(figures),
    element('cac:Price', text('cbc:PriceAmount', price, attribute('currencyID', currency))), // BT-146
  );
}

/** BG-26 */
function period({ line: { ublExtensions } }: LineFigures): Xml {
  return element(
    'cac:InvoicePeriod',
    text('cbc:StartDate', ublExtensions?.invoicePeriod?.startDate), // BT-134
    text('cbc:EndDate', ublExtensions?.invoicePeriod?.endDate), // BT-135
  );
}

/** BG-31, with its VAT category (BG-30) and attributes (BG-32). */
function item({ line: { description, productCode, vatCategoryCode, vatRate, ublExtensions } }: LineFigures): Xml {
  const texts = itemTexts(description);
  return element(
    'cac:Item',
    text('cbc:Description', texts.description), // BT-154
    text('cbc:Name', texts.name), // BT-153
    element('cac:SellersItemIdentification', text('cbc:ID', productCode)), // BT-155
    element('cac:OriginCountry', text('cbc:IdentificationCode', ublExtensions?.originCountry?.toUpperCase())), // BT-159
    taxCategory('cac:ClassifiedTaxCategory', { category: vatCategoryCode, rate: plain(decimal(vatRate)) }), // BT-151, BT-152
    ...(ublExtensions?.additionalItemProperties ?? []).map(property =>
      element(
        'cac:AdditionalItemProperty',
        text('cbc:Name', property.name), // BT-160
        text('cbc:Value', property.value), // BT-161
      ),
    ),
  );
}
