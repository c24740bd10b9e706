import type { TransportDeclaration, TransportGoods } from '#shared/model/transport.ts';
import { operationOf } from '../codes/operations.ts';
import { type GoodsRule, own, rule, stricter } from './types.ts';
import { hasTwelveDigits, hasTwelveDigitsBeforePoint, hasTwoDecimals, ifStated, number, textOf } from './values.ts';

/** Rules on the goods, checked for each line (TRN-23). */

/** Goods in transit through Romania, into a store (60) or out of it (70), need no tariff code, net weight or value. */
const isTransit = ({ operationType }: TransportDeclaration): boolean => operationType === 60 || operationType === 70;

const isStated = (value: string | null): boolean => textOf(value) !== null;

/** The three rules on a number: on its sign, its decimals and its digits, with their ids in this order. */
const numberRules = (
  [sign, decimals, digits]: [string, string, string],
  field: string,
  what: string,
  value: (goods: TransportGoods) => string | null,
  least: 'above 0' | '0 or more' = 'above 0',
): GoodsRule[] => [
  rule('fields', sign, field, `${what} must be ${least}.`, each =>
    ifStated(value(each), text => (least === 'above 0' ? number(text).gt(0) : number(text).gte(0))),
  ),
  rule('fields', decimals, field, `${what} may have 2 decimals at most.`, each => ifStated(value(each), hasTwoDecimals)),
  stricter(
    'fields',
    digits,
    field,
    `${what} may have 12 digits before the point at most.`,
    each => ifStated(value(each), hasTwelveDigits),
    each => ifStated(value(each), hasTwelveDigitsBeforePoint),
  ),
];

/** The rule that restricts the purposes of some operations. All operations of a rule allow the same purposes. */
const purposeRule = (id: string, types: readonly number[]): GoodsRule => {
  const allowed = operationOf(types[0] ?? 0)?.purposes ?? [];
  return rule(
    'fields',
    id,
    'purposeCode',
    `For operation ${types.join(', ')} the purpose must be ${allowed.join(', ')}.`,
    (each, { operationType }) => !types.includes(operationType) || allowed.includes(each.purposeCode ?? 0),
  );
};

export const GOODS_RULES: readonly GoodsRule[] = [
  rule('fields', 'BR-218', 'grossWeight', 'Set the gross weight in kilograms.', each => isStated(each.grossWeight)),
  rule('fields', 'BR-020', 'grossWeight', 'The gross weight must be at least the net weight.', each => {
    const [gross, net] = [textOf(each.grossWeight), textOf(each.netWeight)];
    return net === null || (gross !== null && number(gross).gte(number(net)));
  }),
  purposeRule('BR-068', [10]),
  purposeRule('BR-069', [20]),
  purposeRule('BR-070', [30]),
  purposeRule('BR-205', [12, 14, 22, 24, 40, 50, 60, 70]),
  rule(
    'fields',
    'BR-206',
    'tariffCode',
    'Set the tariff code (NC) of the goods.',
    (each, whole) => isTransit(whole) || isStated(each.tariffCode),
  ),
  own('fields', 'BR-206', 'description', 'Describe the goods.', each => isStated(each.description)),
  own('fields', 'BR-206', 'unitOfMeasureCode', 'Set the unit code of the goods.', each => isStated(each.unitCode)),
  rule(
    'fields',
    'BR-207',
    'netWeight',
    'Set the net weight in kilograms.',
    (each, whole) => isTransit(whole) || isStated(each.netWeight),
  ),
  rule(
    'fields',
    'BR-208',
    'valueWithoutVat',
    'Set the value of the goods in lei without VAT.',
    (each, whole) => isTransit(whole) || isStated(each.valueWithoutVat),
  ),
  ...numberRules(['BR-027', 'BR-035', 'BR-036'], 'quantity', 'The quantity', each => each.quantity),
  ...numberRules(['BR-028', 'BR-037', 'BR-038'], 'netWeight', 'The net weight', each => each.netWeight),
  ...numberRules(['BR-029', 'BR-039', 'BR-040'], 'grossWeight', 'The gross weight', each => each.grossWeight),
  ...numberRules(['BR-030', 'BR-041', 'BR-042'], 'valueWithoutVat', 'The value', each => each.valueWithoutVat, '0 or more'),
  rule('fields', 'BR-034', 'tariffCode', 'Write the tariff code (NC) in 4, 6 or 8 digits.', each =>
    ifStated(each.tariffCode, text => /^(\d{4}|\d{6}|\d{8})$/.test(text)),
  ),
];
