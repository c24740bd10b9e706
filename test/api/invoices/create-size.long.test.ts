import { beforeAll, describe, expect, it } from 'vitest';
import { call, invoiceBody, post, trader } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
let scope: Scope & { clientId: string };

beforeAll(async () => {
  scope = await trader(service());
});

const line = (overrides: object = {}) => ({ description: 'Masă', quantity: 1, unitPrice: 100, vatRate: 21, ...overrides });
const send = (lines: object[]) => post(service(), scope, invoiceBody(scope.clientId, { lines }));

async function created(lines: object[]) {
  const answer = await send(lines);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

describe('Size', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, place) => line({ description: `Reper ${place + 1}`, unitPrice: place + 0.01 }));

  it('1,000 lines are kept in their order and add up', async () => {
    const { invoice } = await created(many(1000));
    const { body: detail } = await call(service(), scope, 'GET', `/invoices/${invoice.id}`);
    const lines = detail['lines'] as { description: string; lineNumber: number; subtotal: number; vatAmount: number }[];
    expect(lines.map(one => one.description)).toEqual(many(1000).map(one => one.description));
    expect(lines.map(one => one.lineNumber)).toEqual(lines.map((_, place) => place + 1));
    expect(detail).toMatchObject({ subtotal: 499_510, vatTotal: 104_897.1, total: 604_407.1 });
    const cents = (values: number[]) => values.reduce((total, value) => total + Math.round(value * 100), 0);
    expect(cents(lines.map(one => one.vatAmount))).toBe(10_489_710);
  });

  it('1,001 lines are rejected: 400', async () => {
    const { status, body: answer } = await send(many(1001));
    expect([status, answer.error?.code, Object.keys(answer.error?.details ?? {})]).toEqual([400, 'bad_request', ['lines']]);
  });

  it('a draft with lines of the maximum length fits into the table', async () => {
    const long = Array.from({ length: 450 }, () => line({ description: 'ă'.repeat(1000) }));
    const { invoice } = await created(long);
    expect(invoice['lines']).toHaveLength(450);
  });
});
