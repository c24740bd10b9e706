import { expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { decimal, sum } from '#shared/base/kernel/money.ts';
import type { FiscalEntry } from '#shared/documents/fiscal/entries.ts';
import type { VatParts } from '#shared/model/fiscal/vat-parts.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import type { RecordedPayment, Refusal } from '../contract.ts';
import type { Trader } from '../trader.ts';

/** VAT on collection over HTTP: payments, and the VAT that documents and payments have made due as it is stored for reports. */

type Stored = Item & { sk: string; data: FiscalEntry };

export const taxedLine = (unitPrice: number, more: object = {}) => ({
  ...{ description: 'Masă', quantity: 1, unitPrice, vatRate: 21 },
  ...more,
});

/** The entries of documents, with those of their payments. */
export const entriesOf = async ({ scope }: Trader, ...ids: string[]): Promise<FiscalEntry[]> =>
  (await queryItems<Stored>({ partition: companyPartition(scope.company), beginsWith: 'FISCAL#' }))
    .map(({ data }) => data)
    .filter(({ documentId }) => ids.includes(documentId));

const vatOf = (parts: readonly VatParts[] = []) => sum(parts.map(({ vat }) => decimal(vat)));

/** The VAT that is due of documents with all of their payments, as returns add it up. */
export const dueOf = async (trader: Trader, ...ids: string[]): Promise<string> =>
  sum(
    (await entriesOf(trader, ...ids)).map(entry =>
      vatOf(entry.groups).minus(vatOf('notDue' in entry ? entry.notDue : undefined)),
    ),
  ).toFixed(2);

/** Records a payment of today. @returns its id */
export async function pay({ request }: Trader, id: string, amount: number, more: object = {}): Promise<string> {
  const { status, body } = await request<RecordedPayment>('POST', `/invoices/${id}/payments`, {
    ...{ amount, paymentDate: today(), ...more },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.payment.id;
}

export const unpay = ({ request }: Trader, id: string, payment: string) =>
  request<Refusal>('DELETE', `/invoices/${id}/payments/${payment}`);
