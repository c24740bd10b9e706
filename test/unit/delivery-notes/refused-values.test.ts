import { expect, it } from 'vitest';
import type { Actor } from '../../../shared/access/model.ts';
import type { Series } from '../../../shared/catalogue/series/store.ts';
import type { VatRate } from '../../../shared/catalogue/vat-rates/store.ts';
import type { ConvertibleContext } from '../../../shared/documents/convertible/context.ts';
import { newDeliveryNote } from '../../../shared/delivery-notes/draft.ts';
import { deliveryNoteBody as input } from '../../../shared/delivery-notes/input.ts';
import { today } from '../../../shared/kernel/clock.ts';
import { addDays } from '../../../shared/kernel/dates.ts';
import { newId } from '../../../shared/kernel/ids.ts';
import type { Company } from '../../../shared/model/company.ts';
import type { Client } from '../../../shared/parties/clients/store.ts';
import { deliveryNoteBody } from '../../support/delivery-notes.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

/** Values that no delivery note may hold (completions-documents §6.2). */

const [clientId, seriesId, vat21] = [newId(), newId(), newId()];
const scope = { token: '', company: '', clientId, vat21 };
const context: ConvertibleContext = {
  company: { id: newId(), vatPayer: true, vatCode: 'RO1', country: 'RO', defaultCurrency: 'RON' } as Company,
  client: { id: clientId, name: 'Client SRL' } as Client,
  series: [{ id: seriesId, type: 'delivery_note', active: true, isDefault: true } as Series],
  vatRates: [{ id: vat21, rate: '21', categoryCode: 'S', isActive: true } as VatRate],
  ...{ bankAccounts: [], products: new Map(), issuer: undefined },
};
const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;

const line = (overrides: object) => ({ description: 'x', quantity: 1, unitPrice: 10, vatRateId: vat21, ...overrides });
const draft = (overrides: object) => newDeliveryNote(input.parse(deliveryNoteBody(scope, overrides)), context, by);

it('takes what is valid', () => {
  expect(draft({ currency: 'EUR', exchangeRate: 5, lines: [line({})] })).toMatchObject({ seriesId, total: '12.10' });
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
