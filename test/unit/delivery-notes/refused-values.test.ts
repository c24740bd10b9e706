import { expect, it } from 'vitest';
import { newDeliveryNote } from '#shared/documents/delivery-notes/draft.ts';
import { deliveryNoteBody as input } from '#shared/documents/delivery-notes/input.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { deliveryNoteBody } from '../../support/delivery-notes.ts';
import { convertibleOf } from '../../support/refused/convertible.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

/** Values that a delivery note may not have (DLN-5 to DLN-7). */

const { scope, context, by } = convertibleOf('delivery_note');

const line = (overrides: object) => ({ description: 'x', quantity: 1, unitPrice: 10, vatRateId: scope.vat21, ...overrides });
const draft = (overrides: object) => newDeliveryNote(input.parse(deliveryNoteBody(scope, overrides)), context, by);

it('accepts valid values', () => {
  expect(draft({ currency: 'EUR', exchangeRate: 5, lines: [line({})] })).toMatchObject({
    seriesId: scope.seriesId,
    total: '12.10',
  });
});

it.each([
  ['an issue date in the future', { issueDate: addDays(today(), 1), dueDate: addDays(today(), 9) }, 'issueDate'],
  ['dueDate before issueDate', { dueDate: addDays(today(), -1) }, 'dueDate'],
  ['a quantity of 0', { lines: [line({ quantity: 0 })] }, 'lines.0.quantity'],
  ['a quantity below 0', { lines: [line({ quantity: -1 })] }, 'lines.0.quantity'],
  ['a price below 0', { lines: [line({ unitPrice: -1 })] }, 'lines.0.unitPrice'],
  ['a rate of 0', { currency: 'EUR', exchangeRate: 0 }, 'exchangeRate'],
])('422 for %s', async (_, overrides, field) => {
  expect(await refusedFieldsBy(() => draft(overrides))).toEqual([422, 'validation_error', [field]]);
});
