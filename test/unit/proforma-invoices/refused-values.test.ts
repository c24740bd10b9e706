import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newProforma } from '#shared/documents/proformas/draft.ts';
import { proformaBody as input } from '#shared/documents/proformas/input.ts';
import { proformaBody } from '../../support/proformas.ts';
import { convertibleOf } from '../../support/refused/convertible.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

/** Values that a proforma may not have (PRO-5). */

const { scope, context, by } = convertibleOf('proforma');

const line = (overrides: object) => ({
  description: 'Rafturi',
  quantity: 1,
  unitPrice: 10,
  vatRateId: scope.vat21,
  ...overrides,
});
const draft = (overrides: object) => newProforma(input.parse(proformaBody(scope, overrides)), context, by);

it('accepts valid values', () => {
  expect(draft({ currency: 'EUR', exchangeRate: 5, lines: [line({ discountPercent: 10 })] })).toMatchObject({ total: '10.89' });
});

it.each([
  ['dueDate before issueDate', { dueDate: addDays(today(), -1) }, 'dueDate'],
  ['validUntil before issueDate', { validUntil: addDays(today(), -1) }, 'validUntil'],
  ['a quantity of 0', { lines: [line({ quantity: 0 })] }, 'lines.0.quantity'],
  ['a quantity below 0', { lines: [line({ quantity: -1 })] }, 'lines.0.quantity'],
  ['a price below 0', { lines: [line({ unitPrice: -1 })] }, 'lines.0.unitPrice'],
  ['both discounts', { lines: [line({ discount: 1, discountPercent: 1 })] }, 'lines.0.discount'],
  ['a discount above 100 %', { lines: [line({ discountPercent: 101 })] }, 'lines.0.discountPercent'],
  ['a rate of 0', { currency: 'EUR', exchangeRate: 0 }, 'exchangeRate'],
  ['an unknown currency', { currency: 'XYZ' }, 'currency'],
  ['a line of another document', { lines: [line({ uuid: randomUUID() })] }, 'lines.0.uuid'],
])('422 for %s', async (_, overrides, field) => {
  expect(await refusedFieldsBy(() => draft(overrides))).toEqual([422, 'validation_error', [field]]);
});
