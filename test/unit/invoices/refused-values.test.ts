import { describe, expect, it } from 'vitest';
import type { InvoiceContext } from '#shared/documents/common/fiscal/context.ts';
import { withChanges } from '#shared/documents/invoices/draft.ts';
import { invalidDocumentBody } from '#shared/documents/invoices/invalid-body.ts';
import { invoiceChanges } from '#shared/documents/invoices/input.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument } from '../../support/documents.ts';

const DRAFT: InvoiceDocument = { ...sampleDocument({ status: 'draft', sequence: null, number: 'DRAFT-1' }), seriesId: null };
const company = { vatPayer: true, vatCode: 'RO1', country: 'RO', defaultCurrency: 'RON', vatOnCollection: false };
const CONTEXT: InvoiceContext = {
  ...{ company: company as Company, bankAccounts: [], series: [], vatRates: [], client: undefined, products: new Map() },
  ...{ parent: undefined, parentLines: [], credits: [] },
};
const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });

/** Status, code and the fields of the error. */
function refused(body: object): unknown[] {
  try {
    withChanges(DRAFT, invoiceChanges.parse(body), CONTEXT);
  } catch (error) {
    if (error instanceof Problem) return [error.status, error.code, Object.keys(error.details ?? {})];
    throw error;
  }
  return [];
}

it('valid values are accepted', () => {
  expect(refused({ lines: [line()], currency: 'EUR', exchangeRate: 5 })).toEqual([]);
});

describe('values that no document may have: 422 with the field, in a new draft as in a changed one', () => {
  const big = '10000000000';
  it.each<[string, object, string[]]>([
    ['a quantity of 0', { lines: [line({ quantity: 0 })] }, ['lines.0.quantity']],
    ['a negative price', { lines: [line({ unitPrice: -1 })] }, ['lines.0.unitPrice']],
    ['five decimals', { lines: [line({ quantity: 1.00001, unitPrice: '2.00001' })] }, ['lines.0.quantity', 'lines.0.unitPrice']],
    ['a tiny price', { lines: [line({ unitPrice: '0.0000001' })] }, ['lines.0.unitPrice']],
    ['a quantity out of bounds', { lines: [line({ quantity: '100000000', unitPrice: 1 })] }, ['lines.0.quantity']],
    ['a price out of bounds', { lines: [line({ unitPrice: big })] }, ['lines.0.unitPrice', 'lines.0.quantity']],
    ['a line value out of bounds', { lines: [line({ quantity: 1000, unitPrice: 99999999 })] }, ['lines.0.quantity']],
    ['a rate above 100', { lines: [line({ vatRate: 100.5 })] }, ['lines.0.vatRate']],
    ['a negative rate', { lines: [line({ vatRate: -1 })] }, ['lines.0.vatRate']],
    ['a rate of three decimals', { lines: [line({ vatRate: '21.005' })] }, ['lines.0.vatRate']],
    ['a discount above the line', { lines: [line({ discount: 100.01 })] }, ['lines.0.discount']],
    ['a negative discount', { lines: [line({ discount: -1 })] }, ['lines.0.discount']],
    ['a discount of three decimals', { lines: [line({ discount: 1.005 })] }, ['lines.0.discount']],
    ['a percentage above 100', { lines: [line({ discountPercent: 101 })] }, ['lines.0.discountPercent']],
    ['an unknown currency', { currency: 'XXQ' }, ['currency']],
    ['an invalid currency', { currency: 'lei' }, ['currency']],
    ['an unknown type code', { invoiceTypeCode: 'invoice' }, ['invoiceTypeCode']],
    ['an exchange rate of 0', { currency: 'EUR', exchangeRate: 0 }, ['exchangeRate']],
    ['an exchange rate of seven decimals', { currency: 'EUR', exchangeRate: '4.1234567' }, ['exchangeRate']],
    ['an exchange rate for RON', { exchangeRate: 5 }, ['exchangeRate']],
    ['a client balance of three decimals', { clientBalanceExisting: '1.005' }, ['clientBalanceExisting']],
    ['a penalty above 100 % a day', { penaltyPercentPerDay: 101 }, ['penaltyPercentPerDay']],
  ])('%s', (_, body, fields) => {
    expect(refused(body)).toEqual([422, 'validation_error', fields]);
  });

  it('all violations of all lines are reported at once', () => {
    const lines = [line({ quantity: 0 }), line(), line({ unitPrice: -1, vatRate: 200 })];
    expect(refused({ lines })[2]).toEqual(['lines.0.quantity', 'lines.2.unitPrice', 'lines.2.vatRate']);
  });
});

describe('the status for an invalid body', () => {
  it.each<[string, Record<string, unknown>, 400 | 422]>([
    ['a missing field', { lines: [] }, 400],
    ['two kinds of document', { isCreditNote: true, documentType: 'invoice' }, 422],
    ['a date before 2000', { issueDate: '1999-12-31' }, 422],
    ['a date before 2000 somewhere inside', { ublExtensions: { delivery: { actualDeliveryDate: '0000-01-01' } } }, 422],
    ['a date before 2000 of an earlier document', { precedingInvoices: [{ number: 'A', issueDate: '1900-01-01' }] }, 422],
    ['an invalid day', { issueDate: '1999-02-30' }, 400],
    ['a text that looks like such a date', { notes: '1999-12-31' }, 400],
  ])('%s', (_, body, status) => {
    expect(invalidDocumentBody(body)).toBe(status);
  });
});
