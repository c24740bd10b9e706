import { taxCategory } from './tax-category.ts';
import { element, money, siblings, text, type Xml } from '#shared/base/kernel/xml.ts';
import type { DocumentAdjustment } from '#shared/model/amounts/document-figures.ts';
import type { Adjustment } from '#shared/model/amounts/line-figures.ts';

/** The default reasons, since BR-33, BR-38, BR-42 and BR-44 require a reason or a code. */
const DEFAULT_REASON = { allowance: 'Discount', charge: 'Cost suplimentar' };

/** BG-20, BG-21: allowances and charges of the document. */
export const documentAllowanceCharges = (entries: DocumentAdjustment[], currency: string): Xml =>
  siblings(...entries.map(entry => allowanceCharge(entry, currency, taxCategory('cac:TaxCategory', entry))));

/** BG-27, BG-28: allowances and charges of a line. */
export const lineAllowanceCharges = (entries: Adjustment[], currency: string): Xml =>
  siblings(...entries.map(entry => allowanceCharge(entry, currency, '')));

function allowanceCharge(entry: Adjustment, currency: string, category: Xml): Xml {
  const missing = entry.reason === null && entry.reasonCode === null;
  const reason = missing ? (entry.isCharge ? DEFAULT_REASON.charge : DEFAULT_REASON.allowance) : entry.reason;
  return element(
    'cac:AllowanceCharge',
    text('cbc:ChargeIndicator', String(entry.isCharge)),
    text('cbc:AllowanceChargeReasonCode', entry.reasonCode), // BT-98, BT-105, BT-140, BT-145
    text('cbc:AllowanceChargeReason', reason), // BT-97, BT-104, BT-139, BT-144
    text('cbc:MultiplierFactorNumeric', entry.percent), // BT-94, BT-101, BT-138, BT-143
    money('cbc:Amount', entry.amount, currency), // BT-92, BT-99, BT-136, BT-141
    entry.base === null ? '' : money('cbc:BaseAmount', entry.base, currency), // BT-93, BT-100, BT-137, BT-142
    category, // BT-95 and BT-96, BT-102 and BT-103
  );
}
