import { expect } from 'vitest';
import type { Product } from '../contract.ts';
import type { Trader } from '../trader.ts';

/** Products and lines that are owed but no turnover: deposits of packaging (SGR), and what was paid in the client's name (TAX-68). */

export const WATER = { description: 'Apă minerală 0,5 l', quantity: 24, unitPrice: 2.1, vatRate: 11 };
export const DUTY = { description: 'Taxă de timbru', quantity: 1, unitPrice: 200, turnoverKind: 'disbursement' };
export const NO_TURNOVER = 'deposits and disbursements, not turnover (Fiscal Code, art. 286 (4) e)';

export async function product(of: Trader, body: object): Promise<Product> {
  const { status, body: made } = await of.request<Product>('POST', '/products', body);
  expect(status, JSON.stringify(made)).toBe(201);
  return made;
}

export const water = (of: Trader) => product(of, { name: 'Apă minerală 0,5 l', unitPrice: 2.1, vatRate: 11, sgrAmount: '0.50' });

export const get = async <T>(of: Trader, path: string): Promise<T> => (await of.request<T>('GET', path)).body;

export const zeroRate = async (of: Trader): Promise<string> =>
  (await get<{ id: string; rate: number }[]>(of, '/vat-rates')).find(({ rate }) => rate === 0)?.id ?? '';

export const taxableAmounts = (xml: string) => [...xml.matchAll(/<cbc:TaxableAmount[^>]*>([^<]+)/g)].map(([, value]) => value);
