import { today } from '#shared/base/kernel/clock.ts';
import type { Invoice, Refusal } from '../contract.ts';
import type { Trader } from '../trader.ts';

/** Purchases that are entered by hand, for tests. */

let last = 0;

/** A number that no other purchase of the process has. */
export const nextNumber = (): string => `HW-${(last += 1)}`;

export const SUPPLIERS = {
  german: { name: 'Holzwerk GmbH', vatCode: 'DE123456789', country: 'DE' },
  chinese: { name: 'Shenzhen Tools Ltd', country: 'CN' },
  romanian: { name: 'Magazin SRL', cif: '14399840', country: 'RO' },
} as const;

const DAY = '2026-11-05';

/** A valid body: goods of 1,000 lei from Germany, dated before the clock's day also where a test sets it back. */
export const purchaseBody = (overrides: object = {}) => ({
  ...{ kind: 'goods_eu', supplier: SUPPLIERS.german, number: nextNumber(), issueDate: today() < DAY ? today() : DAY },
  ...{ groups: [{ base: 1000 }], ...overrides },
});

export const sendPurchase = (trader: Trader, overrides: object = {}) =>
  trader.request<Invoice & Refusal>('POST', '/purchases', purchaseBody(overrides));

/** @throws Error unless the purchase was made */
export async function purchased(trader: Trader, overrides: object = {}): Promise<Invoice> {
  const { status, body } = await sendPurchase(trader, overrides);
  if (status !== 201) throw new Error(`The purchase was refused with ${status}: ${JSON.stringify(body.error)}`);
  return body;
}
