import { expect } from 'vitest';
import type { Payment } from '../contract.ts';
import { call } from '../invoices.ts';
import { hasRoom, newDoc } from './acts.ts';
import { answerToPayBack, counts, type Doc, type Life, openOf, paidOn, payableOf, refundDueOf } from './model.ts';
import type { ShapeName } from './shapes.ts';
import {
  body,
  compare,
  currencyOf,
  type Fault,
  isRefused,
  type LifeCommand,
  pick,
  RON,
  send,
  under,
  withoutEffect,
  type World,
} from './world.ts';

/** Commands of a random life about paying back, and about documents made from others. */

/** A negative invoice that names another one. */
export class Reverse implements LifeCommand {
  readonly place: number;
  readonly price: number;
  readonly shape: ShapeName;
  readonly who: number;
  constructor(place: number, price: number, shape: ShapeName, who: number) {
    this.place = place;
    this.price = price;
    this.shape = shape;
    this.who = who;
  }
  private named = (life: Life): Doc[] => life.docs.filter(doc => !doc.note && counts(doc));
  check = (life: Life): boolean => hasRoom(life) && this.named(life).length > 0;
  async run(life: Life, world: World): Promise<void> {
    const named = this.named(life);
    const parent = named[this.place % named.length] as Doc;
    const content = {
      ...body(world, this.shape, this.price, -1),
      parentDocumentId: parent.id,
      idempotencyKey: `${life.docs.length}`,
    };
    const answer = await send(world, this.who, 'POST', '/invoices', content);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { invoice } = answer.body as { invoice: { id: string } };
    life.docs.push(newDoc(life, invoice.id, { shape: this.shape, price: this.price, sign: -1 }, { note: false, parent }));
    await compare(life, world, life.docs.at(-1) as Doc);
  }
  toString = (): string => `reverse(${this.place}, ${this.price}, ${this.shape}, ${this.who})`;
}

/** A draft from a proforma, with its payment if it is paid. */
export class Convert implements LifeCommand {
  readonly price: number;
  readonly shape: 'plain' | 'euro';
  readonly paid: boolean;
  readonly fault: Fault;
  constructor(price: number, shape: 'plain' | 'euro', paid: boolean, fault: Fault) {
    this.price = price;
    this.shape = shape;
    this.paid = paid;
    this.fault = fault;
  }
  check = (life: Life): boolean => hasRoom(life);
  async run(life: Life, world: World): Promise<void> {
    const { clientId, vat21 } = world.people[0];
    const days = { issueDate: world.day, dueDate: world.day };
    const made = await send(world, 0, 'POST', '/proforma-invoices', {
      ...{ clientId, seriesId: world.proformaSeries, validUntil: world.day, ...days, ...currencyOf(this.shape) },
      lines: [{ description: 'Servicii', quantity: 1, unitPrice: this.price, vatRateId: vat21 }],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { uuid } = made.body as { uuid: string };
    const answer = await under(world, this.fault, () =>
      send(world, 0, 'POST', `/proforma-invoices/${uuid}/convert`, { ...days, ...(this.paid && { collect: { type: 'cash' } }) }),
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { invoice } = answer.body as { invoice: { id: string; payments: Payment[] } };
    const doc = newDoc(life, invoice.id, { shape: this.shape, price: this.price, sign: 1 });
    life.docs.push(doc);
    for (const { uuid: payment } of this.paid ? await paymentsOf(world, doc) : []) received(doc, payment, payableOf(doc));
    await compare(life, world, doc);
  }
  toString = (): string => `convert(${this.price}, ${this.shape}, ${this.paid}, ${this.fault})`;
}

const paymentsOf = async (world: World, doc: Doc): Promise<Payment[]> =>
  (await call<Payment[]>(world.service, world.people[0], 'GET', `/invoices/${doc.id}/payments`)).body;

function received(doc: Doc, payment: string, cents: number): void {
  doc.payments.set(payment, cents);
  doc.events.push('payment_received');
}

/** The document that is paid back: one with an amount to pay back, if there is one. */
function dueDoc(life: Life, place: number): Doc {
  const due = life.docs.filter(doc => doc.status !== 'deleted' && refundDueOf(life, doc) > 0);
  return due[place % due.length] ?? pick(life, place);
}

/** A refund of a share of the amount to pay back, or of more. */
export class PayBack implements LifeCommand {
  readonly place: number;
  readonly percent: number;
  readonly who: number;
  readonly fault: Fault;
  constructor(place: number, percent: number, who: number, fault: Fault) {
    this.place = place;
    this.percent = percent;
    this.who = who;
    this.fault = fault;
  }
  check = (life: Life): boolean => life.docs.length > 0;
  async run(life: Life, world: World): Promise<void> {
    const doc = dueDoc(life, this.place);
    const cents = Math.max(1, Math.round((refundDueOf(life, doc) * this.percent) / 100));
    const expected = answerToPayBack(life, doc, cents);
    const content = { type: 'refund', amount: RON(cents), paymentDate: world.day };
    const answer = await withoutEffect(world, doc, isRefused(expected), () =>
      under(world, this.fault, () => send(world, this.who, 'POST', `/invoices/${doc.id}/payments`, content)),
    );
    expect(answer.status, `${this.toString()} ${doc.id}`).toBe(expected);
    if (expected === 201) received(doc, (answer.body as { payment: { uuid: string } }).payment.uuid, -cents);
    await compare(life, world, doc);
  }
  toString = (): string => `payBack(${this.place}, ${this.percent}%, ${this.who}, ${this.fault})`;
}

/** Books the amount to pay back against another invoice. */
export class BookAgainst implements LifeCommand {
  readonly place: number;
  readonly other: number;
  readonly who: number;
  readonly fault: Fault;
  constructor(place: number, other: number, who: number, fault: Fault) {
    this.place = place;
    this.other = other;
    this.who = who;
    this.fault = fault;
  }
  check = (life: Life): boolean => life.docs.length > 0;
  async run(life: Life, world: World): Promise<void> {
    const [doc, other] = [dueDoc(life, this.place), this.otherOf(life)];
    const cents = Math.max(1, Math.min(refundDueOf(life, doc), other.status === 'deleted' ? 1 : openOf(life, other)));
    const expected = answerToPayBack(life, doc, cents, other);
    const content = { type: 'offset', amount: RON(cents), paymentDate: world.day, invoiceId: other.id };
    const answer = await withoutEffect(world, other, isRefused(expected), () =>
      withoutEffect(world, doc, isRefused(expected), () =>
        under(world, this.fault, () => send(world, this.who, 'POST', `/invoices/${doc.id}/payments`, content)),
      ),
    );
    expect(answer.status, `${this.toString()} ${doc.id} ${other.id}`).toBe(expected);
    if (expected === 201) {
      const from = (answer.body as { payment: { uuid: string } }).payment.uuid;
      const to = (await paymentsOf(world, other)).find(one => one.offsetInvoiceId === doc.id && !other.payments.has(one.uuid));
      received(doc, from, -cents);
      received(other, to?.uuid ?? '', cents);
      life.offsets.push({
        sides: [
          { doc, payment: from },
          { doc: other, payment: to?.uuid ?? '' },
        ],
      });
    }
    await compare(life, world, doc);
    await compare(life, world, other);
  }
  /** An invoice that is open, if there is one. */
  private otherOf(life: Life): Doc {
    const open = life.docs.filter(doc => doc.status !== 'deleted' && openOf(life, doc) > 0);
    return open[this.other % open.length] ?? pick(life, this.other);
  }
  toString = (): string => `bookAgainst(${this.place}, ${this.other}, ${this.who}, ${this.fault})`;
}

/** The removal of a payment, of a refund, or of both sides of an offset. */
export class TakeBack implements LifeCommand {
  readonly place: number;
  readonly who: number;
  readonly fault: Fault;
  constructor(place: number, who: number, fault: Fault) {
    this.place = place;
    this.who = who;
    this.fault = fault;
  }
  check = (life: Life): boolean => this.paid(life).length > 0;
  private paid = (life: Life): Doc[] => life.docs.filter(doc => doc.payments.size > 0 && doc.status !== 'deleted');
  async run(life: Life, world: World): Promise<void> {
    const paid = this.paid(life);
    const doc = paid[this.place % paid.length] as Doc;
    const ids = [...doc.payments.keys()];
    const id = ids[this.place % ids.length] ?? '';
    const { sides } = life.offsets.find(({ sides: both }) => both.some(({ payment }) => payment === id)) ?? {
      sides: [{ doc, payment: id }],
    };
    // A payment that was paid back cannot be removed.
    const isPaidBack = sides.some(side => paidOn(side.doc) < (side.doc.payments.get(side.payment) ?? 0));
    const answer = await withoutEffect(world, doc, isPaidBack, () =>
      under(world, this.fault, () => send(world, this.who, 'DELETE', `/invoices/${doc.id}/payments/${id}`)),
    );
    expect(answer.status, `${this.toString()} ${doc.id}`).toBe(isPaidBack ? 409 : 204);
    for (const side of isPaidBack ? [] : sides) {
      side.doc.payments.delete(side.payment);
      side.doc.events.push('payment_deleted');
    }
    for (const side of sides) await compare(life, world, side.doc);
  }
  toString = (): string => `takeBack(${this.place}, ${this.who}, ${this.fault})`;
}
