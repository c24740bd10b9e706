import { expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { CashJournal, Receipt, ReceiptsPage, Refusal } from '../../support/contract.ts';
import type { Trader } from '../../support/trader.ts';

/** Requests for receipts of a company. */
export const receiptCalls = ({ request }: Pick<Trader, 'request'>) => ({
  /** Makes a series of each kind: `CH` for receipts, `DP` for cash payments. */
  series: async (): Promise<Record<'receipt' | 'cash_payment', string>> => {
    const make = async (type: string, prefix: string): Promise<string> => {
      const { status, body } = await request<{ id: string }>('POST', '/document-series', { type, prefix });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.id;
    };
    return { receipt: await make('receipt', 'CH'), cash_payment: await make('cash_payment', 'DP') };
  },
  send: (body: object) => request<Receipt & Refusal>('POST', '/receipts', body),
  /** Issues a receipt of a payer without a record, unless the fields name a client. */
  issued: async (amount: number, fields: object = {}): Promise<Receipt> => {
    const { status, body } = await request<Receipt>('POST', '/receipts', { payer: 'Ion Pop', amount, ...fields });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  },
  get: async (id: string): Promise<Receipt> => (await request<Receipt>('GET', `/receipts/${id}`)).body,
  list: async (query = ''): Promise<ReceiptsPage> => {
    const { status, body } = await request<ReceiptsPage>('GET', `/receipts?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  },
  cancel: (id: string, reason = 'Sumă greșită') => request<Receipt & Refusal>('POST', `/receipts/${id}/cancel`, { reason }),
  journal: async (query = `from=${today()}`): Promise<CashJournal> => {
    const { status, body } = await request<CashJournal>('GET', `/reports/cash-journal?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  },
});
