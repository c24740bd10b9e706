import { describe, expect, it } from 'vitest';
import type { PaymentEntry } from '#shared/model/fiscal/projection.ts';
import { explanationOf, movementOfPayment, movementOfReceipt } from '#shared/model/receipts/cash-journal.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';

/** What the cash journal says of a movement (RCT-20). */

const receipt = (kind: Receipt['kind'], numbers: string[], more: Partial<Receipt> = {}): Receipt =>
  ({
    ...{ kind, status: 'issued', amount: '10.00', partner: { name: 'Ion' }, notes: null },
    documents: numbers.map(number => ({ id: number, number })),
    ...more,
  }) as Receipt;

const payment = (role: PaymentEntry['role'], amount: string): PaymentEntry =>
  ({ role, amount, documentId: 'd', number: 'FCT-1', partner: { name: 'Ion' } }) as PaymentEntry;

describe('The explanation of a movement', () => {
  it.each([
    ['a receipt for an invoice', receipt('receipt', ['FCT-1']), 'Încasare factură FCT-1'],
    ['a receipt for several', receipt('receipt', ['FCT-1', 'FCT-2']), 'Încasare facturi FCT-1, FCT-2'],
    ['a receipt without a document', receipt('receipt', [], { notes: 'Avans' }), 'Încasare, Avans'],
    ['what is paid back to a client', receipt('cash_payment', ['FCT-1']), 'Restituire din factura FCT-1'],
    ['of several', receipt('cash_payment', ['FCT-1', 'FCT-2']), 'Restituire din facturile FCT-1, FCT-2'],
    ['other cash that is paid', receipt('cash_payment', []), 'Plată'],
    ['a cancelled one', receipt('cash_payment', ['FCT-1'], { status: 'cancelled' }), 'ANULAT: Restituire din factura FCT-1'],
  ])('%s', (_, one, text) => {
    expect(explanationOf(movementOfReceipt(one))).toBe(text);
  });

  it.each<[string, PaymentEntry, string, [string, string]]>([
    ['a client pays', payment('sale', '5.00'), 'Încasare factură FCT-1', ['5.00', '0.00']],
    ['a client is paid back', payment('sale', '-5.00'), 'Restituire din factura FCT-1', ['0.00', '5.00']],
    ['a supplier is paid', payment('purchase', '5.00'), 'Plată factură FCT-1', ['0.00', '5.00']],
    ['a supplier pays back', payment('purchase', '-5.00'), 'Restituire din factura FCT-1', ['5.00', '0.00']],
  ])('without a receipt: %s', (_, entry, text, sides) => {
    const movement = movementOfPayment(entry);
    expect([explanationOf(movement), [movement.in, movement.out]]).toEqual([text, sides]);
  });
});
