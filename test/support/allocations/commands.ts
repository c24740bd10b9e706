import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import type { Crash } from '../../../infra/local/faults/faults.ts';
import type { KnownInvoice } from './book.ts';
import { cancelReceipt, cashPayment, offset, receipt } from './cash-commands.ts';
import { at, type Command, command, dayOf, type Fault, methodOf, sent, share, shown, type Ways } from './command.ts';

/** What may happen to the money of a client, as commands of a state model. */

const MOST_INVOICES = 6;

const invoice = (quantity: number): Command =>
  command(`Invoice(${quantity})`, async (book, { trader }) => {
    if (book.invoices.length >= MOST_INVOICES) return;
    const lines = [{ description: 'Scaun', quantity: quantity, unitPrice: 100, vatRate: 21 }];
    const { id } = await trader.issued({ lines, issueDate: today(), dueDate: today() });
    book.invoices.push({ id, total: quantity * 12_100, paid: 0, notes: [], isCancelled: false, payments: [] });
    book.did('invoice');
  });

const pay = (place: number, percent: number, ways: Ways): Command =>
  command(`Pay(${place}, ${percent} %, ${shown(ways)})`, async (book, world, text) => {
    const invoice = at(book.invoices, place);
    if (!invoice) return;
    const isRefund = book.due(invoice) > 0 && !invoice.isCancelled;
    const cents = share(isRefund ? book.due(invoice) : book.balance(invoice), percent) || 1;
    const paymentDate = dayOf(ways.isToday);
    const body = {
      ...{ amount: cents / 100, paymentDate, paymentMethod: methodOf(ways), idempotencyKey: randomUUID() },
      ...(isRefund && { type: 'refund' }),
    };
    const { status, body: answer } = await sent(world, 'payments-create', ways.fault, () =>
      world.trader.request<{ payment: { id: string } }>('POST', `/invoices/${invoice.id}/payments`, body),
    );
    // A cent more than is owed is taken once (SET-12).
    const isFit = !invoice.isCancelled && (isRefund ? cents <= book.due(invoice) : cents <= book.open(invoice) + 1);
    expect(status, text).toBe(isFit ? 201 : 422);
    if (!isFit) return;
    const signed = isRefund ? -cents : cents;
    invoice.paid += signed;
    invoice.payments.push({ id: answer.payment.id, cents: signed, day: paymentDate, isAllocated: false, isCash: ways.isCash });
    book.took(paymentDate, signed, ways.isCash);
    if (ways.isCash && !isRefund) book.limit('CASH', paymentDate, signed);
    book.did(isRefund ? 'refund' : 'payment');
  });

const removePayment = (place: number, which: number): Command =>
  command(`RemovePayment(${place}, ${which})`, async (book, { trader }, text) => {
    const invoice = at(book.invoices, place);
    const payment = invoice && at(invoice.payments, which);
    if (!payment) return;
    const { status } = await trader.request('DELETE', `/invoices/${invoice.id}/payments/${payment.id}`);
    // An offset is removed from both of its invoices.
    const other = book.invoices.find(one => one.payments.some(({ id }) => id === payment.pairId));
    const isFit = !payment.isAllocated && invoice.paid - payment.cents >= 0 && (!other || other.paid + payment.cents >= 0);
    expect(status, text).toBe(isFit ? 204 : 409);
    if (!isFit) return book.did('a payment kept');
    invoice.paid -= payment.cents;
    invoice.payments = invoice.payments.filter(one => one !== payment);
    if (other) {
      other.paid += payment.cents;
      other.payments = other.payments.filter(({ id }) => id !== payment.pairId);
      return book.did('offset removed');
    }
    book.took(payment.day, -payment.cents, payment.isCash);
    if (payment.isCash && payment.cents > 0) book.limit('CASH', payment.day, -payment.cents);
    book.did('payment removed');
  });

const note = (place: number): Command =>
  command(`Note(${place})`, async (book, { trader }) => {
    const invoice = at(book.invoices, place);
    if (!invoice || invoice.isCancelled) return;
    const credit = invoice.notes.at(-1);
    if (credit && invoice.total - book.credited(invoice) < 12_100) {
      expect((await trader.act(credit.id, 'cancel', { reason: 'Emisă greșit' })).status).toBe(200);
      invoice.notes.pop();
      return book.did('credit note cancelled');
    }
    const lines = [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRateId: trader.scope.vat21 }];
    const { id } = await trader.creditIssued(invoice, { lines });
    invoice.notes.push({ id, cents: 12_100 });
    book.did('credit note');
  });

const cancelOrRestore = (place: number): Command =>
  command(`CancelOrRestore(${place})`, async (book, { trader }, text) => {
    const invoice = at(book.invoices, place);
    if (!invoice) return;
    if (!invoice.isCancelled) {
      const { status } = await trader.act(invoice.id, 'cancel', { reason: 'Emisă greșit' });
      expect(status, text).toBe(invoice.notes.length > 0 ? 422 : 200);
      invoice.isCancelled = status === 200;
      return book.did('cancelled');
    }
    const { status } = await trader.act(invoice.id, 'restore');
    expect(status, text).toBe(invoice.payments.length > 0 ? 422 : 200);
    if (status !== 200) return book.did('restore refused');
    expect((await trader.act(invoice.id, 'issue')).status).toBe(200);
    invoice.isCancelled = false;
    book.did('restored');
  });

interface Asked {
  places: number[];
  percent: number;
  creditPercent: number;
  extra: number;
  /** A cent more on the first document than it can take. */
  isTooMuch: boolean;
  /** The same request twice, at the same time. */
  isTwice: boolean;
}

interface Allocated {
  uuid: string;
  credit: number;
  documents: { id: string; paymentIds: string[] }[];
}

const allocate = (asked: Asked, ways: Ways): Command =>
  command(`Allocate(${JSON.stringify(asked)}, ${shown(ways)})`, async (book, world, text) => {
    const { places, percent, creditPercent, extra, isTooMuch, isTwice } = asked;
    const day = dayOf(ways.isToday);
    const chosen = new Set(places.flatMap(place => at(book.invoices, place) ?? []).filter(({ isCancelled }) => !isCancelled));
    const parts = [...chosen].flatMap((invoice): { invoice: KnownInvoice; cents: number }[] => {
      const cents = share(book.balance(invoice), percent) - share(book.due(invoice), percent);
      return cents === 0 ? [] : [{ invoice, cents }];
    });
    const needed = parts.reduce((sum, { cents }) => sum + cents, 0);
    const used = Math.min(book.creditOn(day), Math.floor((Math.max(0, needed) * creditPercent) / 100));
    const money = Math.max(0, needed - used) + (used === 0 ? extra : 0);
    if (money === 0 && parts.length === 0) return;
    const made = money + used - needed;
    const first = parts.find(({ cents }) => cents > 0);
    const documents = parts.map(({ invoice, cents }) => ({
      id: invoice.id,
      amount: (isTooMuch && invoice === first?.invoice ? book.balance(invoice) + 1 : cents) / 100,
    }));
    const body = {
      ...{ paymentDate: day, amount: money / 100 + (isTooMuch ? 1000 : 0), useCredit: used / 100, documents },
      paymentMethod: methodOf(ways),
    };
    const send = (key: string) =>
      world.trader.request<Allocated>('POST', '/allocations', {
        ...body,
        clientId: world.trader.scope.clientId,
        idempotencyKey: key,
      });
    const expected = isTooMuch && first ? 422 : 201;
    if (isTooMuch && !first) return;
    const keys = isTwice ? [randomUUID(), randomUUID()] : [randomUUID()];
    const answers = await Promise.all(
      keys.map((key, place) =>
        sent(world, 'allocations-create', place === 0 && !isTwice ? ways.fault : undefined, () => send(key)),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    // Of two, the second fits only where enough is left for it.
    for (const { status } of answers) expect([201, 422], JSON.stringify(answers)).toContain(status);
    if (!isTwice) expect(accepted.length, `${text} ${JSON.stringify(answers)}`).toBe(expected === 201 ? 1 : 0);
    else if (expected === 201) expect(accepted.length).toBeGreaterThanOrEqual(1);
    for (const { body: answer } of accepted) {
      expect(Math.round(answer.credit * 100)).toBe(made);
      const paymentIds = (id: string): string[] => answer.documents.find(one => one.id === id)?.paymentIds ?? [];
      const entered = parts.map(part => ({ ...part, paymentIds: paymentIds(part.invoice.id) }));
      book.enter({ id: answer.uuid, day, money, made, parts: entered, isCash: ways.isCash }, used);
      book.did(parts.length === 0 ? 'advance' : used > 0 ? 'credit used' : made > 0 ? 'overpaid' : 'allocated');
      if (parts.some(({ cents }) => cents < 0)) book.did('set against');
      if (answers.some(({ again }) => again)) book.did('allocated again after a crash');
    }
  });

const payCreditBack = (percent: number, ways: Ways): Command =>
  command(`PayCreditBack(${percent} %, ${shown(ways)})`, async (book, world, text) => {
    const day = dayOf(ways.isToday);
    const cents = share(book.creditOn(day), percent) || 1;
    const body = {
      ...{ clientId: world.trader.scope.clientId, paymentDate: day, amount: -cents / 100, paymentMethod: methodOf(ways) },
      idempotencyKey: randomUUID(),
    };
    const { status, body: answer } = await sent(world, 'allocations-create', ways.fault, () =>
      world.trader.request<Allocated>('POST', '/allocations', body),
    );
    const isFit = cents <= book.creditOn(day);
    expect(status, text).toBe(isFit ? 201 : 422);
    if (!isFit) return;
    book.enter({ id: answer.uuid, day, money: -cents, made: 0, parts: [], isCash: ways.isCash }, cents);
    book.did('credit paid back');
  });

const undo = (place: number, fault: Fault): Command =>
  command(`Undo(${place}${fault ? `, ${fault.when} ${fault.call}` : ''})`, async (book, world, text) => {
    const allocation = at(book.allocations, place);
    if (!allocation) return;
    const { status, again } = await sent(world, 'allocations-remove', fault, () =>
      world.trader.request('DELETE', `/allocations/${allocation.id}`),
    );
    const isFit = !allocation.receiptId && book.canUndo(allocation);
    // Where the first request was done although its process died, the second one finds nothing.
    expect(isFit ? (again ? [204, 404] : [204]) : [409], text).toContain(status);
    if (!isFit) return book.did('undo refused');
    book.undo(allocation);
    book.did('undone');
  });

const anyPlace = fc.nat({ max: 30 });
const anyPercent = fc.constantFrom(1, 33, 50, 100, 100, 100);
const anyFault: fc.Arbitrary<Fault> = fc.option(
  fc.record({ call: fc.integer({ min: 1, max: 16 }), when: fc.constantFrom<Crash['when'][]>('before', 'after', 'lostAnswer') }),
  { nil: undefined },
);
const anyWays = fc.record({ isToday: fc.boolean(), isCash: fc.boolean(), fault: anyFault });
const anyPlaces = fc.array(anyPlace, { maxLength: 5 });
const anyExtra = fc.constantFrom(0, 0, 1, 5000, 30_000);
const anyAsked = fc.record({
  places: anyPlaces,
  percent: anyPercent,
  creditPercent: fc.constantFrom(0, 0, 50, 100),
  extra: anyExtra,
  isTooMuch: fc.constantFrom(false, false, false, false, true),
  isTwice: fc.constantFrom(false, false, false, true),
});

const PLAIN: Ways = { isToday: true, isCash: false, fault: undefined };

/** How each life begins: with what chance would seldom bring about. */
const BEGINNING: readonly Command[] = [
  ...[invoice(2), cancelOrRestore(0), cancelOrRestore(0), invoice(1)],
  // Paid and credited, the first one owes money back: a refund, an offset with the second one, and the refund removed.
  ...[pay(0, 100, PLAIN), note(0), pay(0, 33, PLAIN), offset(0, 0, PLAIN), removePayment(0, 1)],
  ...[invoice(3), receipt([1, 2], 0, PLAIN), cashPayment([0], 100, PLAIN)],
];

/** The commands of lives, of the length that is asked for, behind those with which each begins. */
export const lives = (length: number): fc.Arbitrary<Command[]> => {
  const any = fc.oneof(
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }).map((quantity): Command => invoice(quantity)) },
    { weight: 2, arbitrary: fc.tuple(anyPlace, anyPercent, anyWays).map((one): Command => pay(...one)) },
    { weight: 1, arbitrary: fc.tuple(anyPlace, anyPlace).map((one): Command => removePayment(...one)) },
    { weight: 2, arbitrary: anyPlace.map((one): Command => note(one)) },
    { weight: 2, arbitrary: anyPlace.map((one): Command => cancelOrRestore(one)) },
    { weight: 7, arbitrary: fc.tuple(anyAsked, anyWays).map((one): Command => allocate(...one)) },
    { weight: 1, arbitrary: fc.tuple(anyPercent, anyWays).map((one): Command => payCreditBack(...one)) },
    { weight: 3, arbitrary: fc.tuple(anyPlace, anyFault).map((one): Command => undo(...one)) },
    { weight: 3, arbitrary: fc.tuple(anyPlaces, anyExtra, anyWays).map((one): Command => receipt(...one)) },
    { weight: 2, arbitrary: fc.tuple(anyPlaces, anyPercent, anyWays).map((one): Command => cashPayment(...one)) },
    { weight: 2, arbitrary: fc.tuple(anyPlace, anyFault).map((one): Command => cancelReceipt(...one)) },
    { weight: 1, arbitrary: fc.tuple(anyPlace, anyPlace, anyWays).map((one): Command => offset(...one)) },
  );
  return fc.array(any, { minLength: length, maxLength: length }).map(life =>
    Object.assign([...BEGINNING, ...life], {
      [fc.toStringMethod]: () => life.map(String).join('\n'),
    }),
  );
};
