import { attributeOf, XmlError, type XmlElement } from '../../xml/node.ts';
import { readAdjustments, readCategory } from './amounts.ts';
import { all, at, codeAt, identifierAt, numberAt, periodOf, requiredAmount, requiredText, textAt, texts } from './values.ts';
import type { ReadLine } from './model.ts';

/** BG-25: a line of an invoice or of a credit note. @throws {XmlError} without id, quantity, price, name or net amount */
export function readLine(line: XmlElement, quantityName: 'cbc:InvoicedQuantity' | 'cbc:CreditedQuantity'): ReadLine {
  const item = at(line, 'cac:Item');
  const price = at(line, 'cac:Price');
  const quantity = at(line, quantityName);
  if (!item || !price || !quantity) throw new XmlError(`<${line.qname}> lacks ${quantityName}, cac:Item or cac:Price.`);
  requiredText(quantity);
  requiredText(price, 'cbc:PriceAmount');
  return {
    id: requiredText(line, 'cbc:ID'),
    note: texts(all(line, 'cbc:Note')).join('\n') || null,
    object: identifierAt(line, 'cac:DocumentReference', 'cbc:ID'),
    quantity: numberAt(quantity)!,
    unitCode: attributeOf(quantity, 'unitCode')?.trim() ?? '',
    net: requiredAmount(line, 'cbc:LineExtensionAmount'),
    orderLine: textAt(line, 'cac:OrderLineReference', 'cbc:LineID'),
    buyerAccountingReference: textAt(line, 'cbc:AccountingCost'),
    period: periodOf(at(line, 'cac:InvoicePeriod')),
    adjustments: readAdjustments(line),
    price: numberAt(price, 'cbc:PriceAmount')!,
    priceDiscount: priceAt(price, 'cbc:Amount'),
    grossPrice: priceAt(price, 'cbc:BaseAmount'),
    baseQuantity: numberAt(price, 'cbc:BaseQuantity') ?? '1',
    ...readCategory(vatCategory(item)),
    name: textAt(item, 'cbc:Name') ?? requiredText(item, 'cbc:Description'),
    description: texts(all(item, 'cbc:Description')).join('\n') || null,
    sellersId: textAt(item, 'cac:SellersItemIdentification', 'cbc:ID'),
    buyersId: textAt(item, 'cac:BuyersItemIdentification', 'cbc:ID'),
    standardId: identifierAt(item, 'cac:StandardItemIdentification', 'cbc:ID'),
    classifications: all(item, 'cac:CommodityClassification').flatMap(
      each => identifierAt(each, 'cbc:ItemClassificationCode') ?? [],
    ),
    originCountry: codeAt(item, 'cac:OriginCountry', 'cbc:IdentificationCode'),
    properties: all(item, 'cac:AdditionalItemProperty').flatMap(each => {
      const name = textAt(each, 'cbc:Name');
      return name === null ? [] : [{ name, value: textAt(each, 'cbc:Value') ?? '' }];
    }),
  };
}

/** Discount and gross price are prices: they may have more decimals than an amount. */
const priceAt = (price: XmlElement, name: 'cbc:Amount' | 'cbc:BaseAmount'): string | null =>
  numberAt(price, 'cac:AllowanceCharge', name);

/** The category of the tax scheme VAT; there may be others for other taxes. */
const vatCategory = (item: XmlElement): XmlElement | undefined => {
  const categories = all(item, 'cac:ClassifiedTaxCategory');
  return categories.find(category => codeAt(category, 'cac:TaxScheme', 'cbc:ID') === 'VAT') ?? categories[0];
};
