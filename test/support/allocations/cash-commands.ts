import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Receipt } from '../contract.ts';
import type { Book, KnownInvoice, World } from './book.ts';
import { at, type Command, command, dayOf, type Fault, sent, share, shown, type Ways } from './command.ts';

/** Receipts of the client, and offsets between its invoices, as commands of a state model. */

interface Part {
  invoice: KnownInvoice;
  cents: number;
}

const inForce = (book: Book, places: readonly number[]): KnownInvoice[] => [
  ...new Set(places.flatMap(place => at(book.invoices, place) ?? []).filter(({ isCancelled }) => !isCancelled)),
];

interface Asked {
  kind: Receipt['kind'];
  parts: Part[];
  /** Beside the documents: what becomes credit, or is taken of it. */
  rest: number;
}

/** Issues a receipt, and enters it. */
async function issue(book: Book, world: World, { kind, parts, rest }: Asked, ways: Ways): Promise<number> {
  const day = dayOf(ways.isToday);
  const total = parts.reduce((sum, { cents }) => sum + cents, rest);
  const body = {
    ...{ kind, clientId: world.trader.scope.clientId, date: day, amount: total / 100, idempotencyKey: randomUUID() },
    documents: parts.map(({ invoice, cents }) => ({ id: invoice.id, amount: cents / 100 })),
  };
  const {
    status,
    body: made,
    again,
  } = await sent(world, 'receipts-create', ways.fault, () => world.trader.request<Receipt>('POST', '/receipts', body));
  if (status !== 201) return status;
  const sign = kind === 'receipt' ? 1 : -1;
  const entered = parts.map(({ invoice, cents }, place) => {
    const { id, amount, paymentId } = made.documents[place]!;
    expect([id, Math.round(amount * 100)]).toEqual([invoice.id, cents]);
    return { invoice, cents: sign * cents, paymentIds: [paymentId] };
  });
  const allocation = { id: made.allocationId!, day, money: sign * total, parts: entered, isCash: true, receiptId: made.id };
  if (kind === 'receipt') book.enter({ ...allocation, made: rest }, 0);
  else book.enter({ ...allocation, made: 0 }, rest);
  if (again) book.did('receipt again after a crash');
  return status;
}

export const receipt = (places: number[], extra: number, ways: Ways): Command =>
  command(`Receipt(${places.join()}, ${extra}, ${shown(ways)})`, async (book, world, text) => {
    const parts = inForce(book, places).flatMap((invoice): Part[] =>
      book.balance(invoice) > 0 ? [{ invoice, cents: share(book.balance(invoice), 60) }] : [],
    );
    if (parts.length === 0 && extra === 0) return;
    expect(await issue(book, world, { kind: 'receipt', parts, rest: extra }, ways), text).toBe(201);
    book.did(parts.length > 1 ? 'receipt over several' : 'receipt');
    if (extra > 0) book.did('receipt with credit');
  });

export const cashPayment = (places: number[], percent: number, ways: Ways): Command =>
  command(`CashPayment(${places.join()}, ${percent} %, ${shown(ways)})`, async (book, world, text) => {
    const parts = inForce(book, places).flatMap((invoice): Part[] =>
      book.due(invoice) > 0 ? [{ invoice, cents: share(book.due(invoice), percent) }] : [],
    );
    const most = book.creditOn(dayOf(ways.isToday));
    const isTooMuch = parts.length === 0 && most === 0;
    const rest = isTooMuch ? 1 : share(most, percent);
    expect(await issue(book, world, { kind: 'cash_payment', parts, rest }, ways), text).toBe(isTooMuch ? 422 : 201);
    book.did(isTooMuch ? 'cash payment refused' : parts.length > 0 ? 'cash paid back on documents' : 'credit paid back in cash');
  });

export const cancelReceipt = (place: number, fault: Fault): Command =>
  command(`CancelReceipt(${place}${fault ? `, ${fault.when} ${fault.call}` : ''})`, async (book, world, text) => {
    const allocation = at(
      book.allocations.filter(({ receiptId }) => receiptId),
      place,
    );
    if (!allocation) return;
    const { status, again } = await sent(world, 'receipts-cancel', fault, () =>
      world.trader.request('POST', `/receipts/${allocation.receiptId}/cancel`, { reason: 'Sumă greșită' }),
    );
    const isFit = book.canUndo(allocation);
    // Where the first request was done although its process died, the second one finds it cancelled.
    expect(isFit ? (again ? [200, 409] : [200]) : [409], text).toContain(status);
    if (!isFit) return book.did('cancellation of a receipt refused');
    book.undo(allocation);
    book.did('receipt cancelled');
  });

/** What is owed back on one invoice is booked on another one (SET-32). */
export const offset = (from: number, to: number, ways: Ways): Command =>
  command(`Offset(${from}, ${to}, ${shown(ways)})`, async (book, world, text) => {
    const owed = book.invoices.filter(one => !one.isCancelled && book.due(one) > 0);
    const open = book.invoices.filter(one => !one.isCancelled && book.balance(one) > 0);
    const [source, target] = [at(owed, from), at(open, to)];
    if (!source || !target) return;
    const cents = Math.min(book.due(source), book.balance(target));
    const { request } = world.trader;
    const body = {
      ...{ type: 'offset', amount: cents / 100, paymentDate: today(), invoiceId: target.id, idempotencyKey: randomUUID() },
    };
    const { status, body: made } = await sent(world, 'payments-create', ways.fault, () =>
      request<{ payment: { id: string } }>('POST', `/invoices/${source.id}/payments`, body),
    );
    expect(status, text).toBe(201);
    const all = (await request<{ id: string }[]>('GET', `/invoices/${target.id}/payments`)).body;
    const [other] = all.filter(({ id }) => !target.payments.some(one => one.id === id));
    const payment = { day: today(), isAllocated: false, isCash: false };
    source.paid -= cents;
    source.payments.push({ ...payment, id: made.payment.id, cents: -cents, pairId: other!.id });
    target.paid += cents;
    target.payments.push({ ...payment, id: other!.id, cents, pairId: made.payment.id });
    book.did('offset');
  });
