import { expect, vi } from 'vitest';
import type * as z from 'zod';
import type { proposedSchema } from '#shared/documents/bank-statements/schema.ts';
import type { RecordedPayment, Refusal } from '../contract.ts';
import type { Trader } from '../trader.ts';
import { camtOf, type Line } from './camt.ts';

/** Calls of POST /bank-statements/proposals, and what they need. */

export type Answer = z.output<typeof proposedSchema> & Refusal;

export const CLIENT_IBAN = 'RO09BCYP0000001234567890';
export const DAY = '2026-11-10';

export const propose = (own: Trader, statement: unknown) =>
  own.request<Answer>('POST', '/bank-statements/proposals', { statement });

export async function entriesOf(own: Trader, lines: Line[]) {
  const { status, body } = await propose(own, camtOf(lines, { version: '08' }));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.statements[0]?.entries ?? [];
}

export type Entry = Awaited<ReturnType<typeof entriesOf>>[number];

export const statusOf = ({ status, proposals: [best] }: Entry): string =>
  status === 'proposed' ? `${best?.kind} of ${best?.documents.length}` : status;

/** The lines once they have these statuses: the list of documents follows a change within about a second. */
export const settled = (own: Trader, lines: Line[], statuses: string[]): ReturnType<typeof entriesOf> =>
  vi.waitFor(
    async () => {
      const entries = await entriesOf(own, lines);
      expect(entries.map(statusOf)).toEqual(statuses);
      return entries;
    },
    { timeout: 20_000, interval: 200 },
  );

export const line = (unitPrice: number) => ({ description: 'Masă', quantity: 1, unitPrice, vatRate: 21 });
export const invoiceOf = (own: Trader, unitPrice: number, more: object = {}) =>
  own.issued({ issueDate: '2026-11-02', dueDate: '2026-11-20', lines: [line(unitPrice)], ...more });

/** Books the best proposal of a line document by document. */
export async function book(own: Trader, entry: Entry | undefined): Promise<void> {
  for (const { invoiceId, payment } of entry?.proposals[0]?.payments ?? []) {
    const { status, body } = await own.request<RecordedPayment>('POST', `/invoices/${invoiceId}/payments`, payment);
    expect(status, JSON.stringify(body)).toBe(201);
  }
}
