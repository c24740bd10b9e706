import { describe, expect, it } from 'vitest';
import { presentRow } from '#shared/documents/invoices/present/row.ts';
import { rowSchema } from '#shared/documents/invoices/present/schema.ts';
import { rowOf } from '#shared/model/invoice-row.ts';
import { sampleDocument } from '../../support/documents.ts';

describe('an invoice in a list', () => {
  it.each([
    ['nothing was credited', { amountPaid: '121.00' }, 0],
    ['a part of what was paid is credited', { amountPaid: '121.00', creditedAmount: '21.00' }, 21],
    ['it was prepaid in part', { amountPaid: '101.00', creditedAmount: '1.00', ublExtensions: { prepaidAmount: '20' } }, 1],
  ])('shows the amount to pay back when %s', (_, overrides, refundDue) => {
    expect(presentRow(rowOf(sampleDocument(overrides))).refundDue).toBe(refundDue);
  });

  it('has its fields in the order of the schema', () => {
    expect(Object.keys(presentRow(rowOf(sampleDocument())))).toEqual(Object.keys(rowSchema.shape));
  });
});
