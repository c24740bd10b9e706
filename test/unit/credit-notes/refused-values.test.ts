import { describe, expect, it } from 'vitest';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { blankCreditNote, withCredit } from '#shared/documents/credit-notes/draft.ts';
import { creditNoteBody } from '#shared/documents/credit-notes/input.ts';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import { creditBody } from '../../support/credit-notes.ts';
import { sampleDocument } from '../../support/documents.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

/** Values that a credit note of an issued invoice of 121.00 RON may not have. */

const [clientId, seriesId, vat21] = [newId(), newId(), newId()];
const scope = { token: '', company: '', clientId, seriesId, vat21, vat11: '' };
const parent = sampleDocument({ clientId, issueDate: today() });
const company = { id: parent.companyId, vatPayer: true, vatCode: 'RO1', country: 'RO', defaultCurrency: 'RON' };
const context: InvoiceContext = {
  ...{ company: company as Company, bankAccounts: [], products: new Map(), credits: [], parent, parentLines: parent.lines },
  client: { id: clientId, name: 'Client SRL' } as Client,
  series: [{ id: seriesId, type: 'credit_note', active: true } as Series],
  vatRates: [{ id: vat21, rate: '21', categoryCode: 'S', isActive: true } as VatRate],
};
const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;

const line = (overrides: object = {}) => ({ description: 'Retur', quantity: -1, unitPrice: 10, vatRateId: vat21, ...overrides });
const credit = (overrides: object) => {
  const body = creditNoteBody.parse(creditBody(scope, parent, { lines: [line()], ...overrides }));
  return withCredit(blankCreditNote(body, context, by), body, context);
};

it('accepts valid values', () => {
  expect(credit({})).toMatchObject({ isCreditNote: true, total: '-12.10' });
});

it('returns 400 for a null client when the invoice has one', async () => {
  expect(await refusedFieldsBy(() => credit({ clientId: null }))).toEqual([400, 'bad_request', ['clientId']]);
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
    expect(await refusedFieldsBy(() => credit({ lines: [line(overrides)] }))).toEqual([422, 'validation_error', [field]]);
  });
});
