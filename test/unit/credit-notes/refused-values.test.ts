import { describe, expect, it } from 'vitest';
import { crediting } from '#shared/documents/credit-notes/draft.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';
import { bodyOf, contextOf, credit, line, parentOf } from './drafts.ts';

/** Values that a credit note of an issued invoice of 121.00 RON may not have. */

const parent = parentOf();
const credited = (overrides: object) => credit(parent, overrides);

it('accepts valid values', () => {
  expect(credited({})).toMatchObject({ isCreditNote: true, total: '-12.10' });
});

it('returns 404 for an invoice that was not found, and for another one', async () => {
  const context = contextOf(parent);
  expect(crediting(bodyOf(parent), context)).toEqual(context);
  for (const other of [undefined, parentOf()])
    expect(await refusedFieldsBy(() => crediting(bodyOf(parent), { ...context, parent: other }))).toEqual([
      ...[404, 'not_found', []],
    ]);
});

it('returns 400 for a null client when the invoice has one', async () => {
  expect(await refusedFieldsBy(() => credited({ clientId: null }))).toEqual([400, 'bad_request', ['clientId']]);
});

describe('All calculated amounts are negative (CRN-11): 422 with the field', () => {
  it.each<[string, object, string]>([
    ['a quantity of 0', { quantity: 0 }, 'lines.0.quantity'],
    ['a positive line', { quantity: 1 }, 'lines.0.quantity'],
    ['negative quantity and negative price', { unitPrice: -10 }, 'lines.0.quantity'],
    ['a price of 0', { unitPrice: 0 }, 'lines.0.quantity'],
    ['a negative discount', { discount: -1 }, 'lines.0.discount'],
    ['a discount above the line', { discount: 11 }, 'lines.0.discount'],
    ['a discount of the whole line', { discount: 10 }, 'lines.0.total'],
    ['a discount of 100 percent', { discountPercent: 100 }, 'lines.0.total'],
    ['a discount of 101 percent', { discountPercent: 101 }, 'lines.0.discountPercent'],
    ['both discounts', { discount: 1, discountPercent: 1 }, 'lines.0.discount'],
    ['five decimals', { unitPrice: 0.00001 }, 'lines.0.unitPrice'],
  ])('%s', async (_, overrides, field) => {
    expect(await refusedFieldsBy(() => credited({ lines: [line(overrides)] }))).toEqual([422, 'validation_error', [field]]);
  });
});
