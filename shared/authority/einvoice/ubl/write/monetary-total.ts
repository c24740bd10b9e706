import { element, money, type Xml } from '#shared/base/kernel/xml.ts';
import type { Figures } from '#shared/model/amounts/document-figures.ts';
import type { Big } from '#shared/base/kernel/money.ts';

/** BG-22: document totals. */
export function monetaryTotal(figures: Figures, currency: string): Xml {
  const whenStated = (name: string, value: Big, stated: boolean): Xml => (stated ? money(name, value, currency) : '');
  const has = (isCharge: boolean): boolean => figures.adjustments.some(entry => entry.isCharge === isCharge);
  return element(
    'cac:LegalMonetaryTotal',
    money('cbc:LineExtensionAmount', figures.lineTotal, currency), // BT-106
    money('cbc:TaxExclusiveAmount', figures.taxExclusive, currency), // BT-109
    money('cbc:TaxInclusiveAmount', figures.taxInclusive, currency), // BT-112
    whenStated('cbc:AllowanceTotalAmount', figures.allowanceTotal, has(false)), // BT-107
    whenStated('cbc:ChargeTotalAmount', figures.chargeTotal, has(true)), // BT-108
    whenStated('cbc:PrepaidAmount', figures.prepaid, !figures.prepaid.eq(0)), // BT-113
    money('cbc:PayableAmount', figures.payable, currency), // BT-115
  );
}
