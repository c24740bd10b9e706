import { beforeAll, describe, expect, it } from 'vitest';
import { useTrader } from '../../support/trader.ts';

const { service, request, issued, creditBody, sendCredit, xmlOf } = useTrader();

let zero = '';
beforeAll(async () => {
  const { body } = await request<{ id: string; rate: number }[]>('GET', '/vat-rates');
  zero = body.find(({ rate }) => rate === 0)?.id ?? '';
});

const line = (vatCategoryCode: string) => ({ description: 'Grâu', quantity: 1, unitPrice: 1000, vatCategoryCode });
const back = (overrides: object = {}) => ({ description: 'Grâu', quantity: -1, unitPrice: 1000, vatRateId: zero, ...overrides });

describe('A credit-note line at 0 % (CRN-12)', () => {
  it('gets the category of the invoice, although the only rate of 0 % is of another one', async () => {
    const parent = await issued({ lines: [line('AE')] });
    const { status, body: note } = await sendCredit(creditBody(parent, { lines: [back()] }));
    expect(status, JSON.stringify(note)).toBe(201);
    expect(note.lines).toMatchObject([{ vatCategoryCode: 'AE', vatRateId: zero }]);
    expect(note.warnings).toBeUndefined();
    expect((await request('POST', `/invoices/${note.id}/issue`)).status).toBe(200);
    await service().idle();
    expect((await xmlOf(note.id)).match(/<cbc:ID>AE<\/cbc:ID>/g)).toHaveLength(2);
  });

  it('must state its category when the invoice has several at 0 %', async () => {
    const parent = await issued({ lines: [line('AE'), { ...line('E'), ublExtensions: { taxExemptionReason: 'art. 292' } }] });
    expect(await sendCredit(creditBody(parent, { lines: [back()] }))).toMatchObject({
      status: 422,
      body: { error: { details: { 'lines.0.vatCategoryCode': [expect.stringMatching(/^must be one of AE, E: /)] } } },
    });
    const { body: note } = await sendCredit(creditBody(parent, { lines: [back({ vatCategoryCode: 'E' })] }));
    expect(note.lines).toMatchObject([{ vatCategoryCode: 'E' }]);
  });
});
