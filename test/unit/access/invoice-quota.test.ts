import { beforeAll, describe, expect, it } from 'vitest';
import { countInvoice, type InvoiceQuota } from '#shared/platform/access/invoice-quota.ts';

beforeAll(() => {
  process.env['TABLE_NAME'] ??= 'test';
});

const quota: InvoiceQuota = { organizationId: 'o', plan: 'freemium', limit: 100 };
const invoice = { isCreditNote: false, createdAt: '2026-11-15T12:00:00.000Z' };

describe('the write that counts an invoice', () => {
  it.each([
    ['2026-11-30T21:59:59.999Z', '2026-11'],
    ['2026-11-30T22:00:00.000Z', '2026-12'],
    ['2026-06-30T20:59:59.999Z', '2026-06'],
    ['2026-06-30T21:00:00.000Z', '2026-07'],
  ])('at %s counts for %s, the month in Romania', (createdAt, month) => {
    const [write] = countInvoice(quota, { ...invoice, createdAt });
    expect(write?.operation.Update?.Key).toEqual({ pk: 'O#o', sk: `INVOICES#${month}` });
  });

  it('is missing without a limit, and for a credit note, which corrects an invoice', () => {
    expect(countInvoice(undefined, invoice)).toEqual([]);
    expect(countInvoice(quota, { ...invoice, isCreditNote: true })).toEqual([]);
  });

  it('is rejected at the limit with the error of the contract', () => {
    const [write] = countInvoice(quota, invoice);
    expect(write?.operation.Update).toMatchObject({
      ConditionExpression: 'attribute_not_exists(#count) OR #count < :limit',
      ExpressionAttributeValues: { ':limit': 100, ':one': 1 },
    });
    expect(write?.refused?.({ count: 100 })).toMatchObject({
      ...{ status: 402, code: 'plan_limit' },
      details: { feature: 'maxInvoicesPerMonth', limit: 100, plan: 'freemium' },
    });
  });
});
