import { expect } from 'vitest';
import type { Fault as LocalFault } from '../../../infra/local/faults/faults.ts';
import { creditBody } from '../credit-notes.ts';
import {
  type Act,
  answered,
  answerTo,
  answerToNote,
  answerToPayment,
  apply,
  type Doc,
  type Life,
  type Mode,
  payableOf,
} from './model.ts';
import { type ShapeName, SHAPES } from './shapes.ts';
import {
  body,
  compare,
  currencyOf,
  type Fault,
  isRefused,
  type LaterFault,
  type LifeCommand,
  lineOfNote,
  pick,
  RON,
  send,
  under,
  withoutEffect,
  type World,
} from './world.ts';

/** Commands of a random life: each acts over HTTP and compares with the model. */

/** Few documents, so that many acts happen to each. */
const MOST_DOCS = 8;

/** A new invoice, or a refund. */
export class Create implements LifeCommand {
  readonly price: number;
  readonly sign: 1 | -1;
  readonly shape: ShapeName;
  readonly who: number;
  readonly fault: Fault;
  constructor(price: number, sign: 1 | -1, shape: ShapeName, who: number, fault: Fault) {
    this.price = price;
    this.sign = sign;
    this.shape = shape;
    this.who = who;
    this.fault = fault;
  }
  check = (life: Life): boolean => hasRoom(life);
  async run(life: Life, world: World): Promise<void> {
    const content = { ...body(world, this.shape, this.price, this.sign), idempotencyKey: `${life.docs.length}` };
    const answer = await under(world, this.fault, () => send(world, this.who, 'POST', '/invoices', content));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { invoice } = answer.body as { invoice: { id: string } };
    life.docs.push(newDoc(life, invoice.id, this));
    await compare(life, world, life.docs.at(-1) as Doc);
  }
  toString = (): string => `create(${this.sign * this.price}, ${this.shape}, ${this.who}, ${this.fault})`;
}

export const hasRoom = (life: Life): boolean => life.docs.filter(doc => doc.status !== 'deleted').length < MOST_DOCS;

/** A draft in the model. */
export const newDoc = (
  life: Life,
  id: string,
  { shape, price, sign }: Pick<Doc, 'shape' | 'price' | 'sign'>,
  of: Pick<Doc, 'note' | 'parent'> = { note: false, parent: undefined },
): Doc => ({
  ...{ place: life.docs.length, id, ...of, settles: false, status: 'draft', shape, price, sign, payments: new Map() },
  ...{ number: undefined, verdict: undefined, wasValidated: false, settled: false, events: ['created'] },
  ...{ sending: false, sent: 0 },
});

/** A credit note on any document. */
export class Credit implements LifeCommand {
  readonly place: number;
  readonly price: number;
  readonly who: number;
  readonly fault: Fault;
  constructor(place: number, price: number, who: number, fault: Fault) {
    this.place = place;
    this.price = price;
    this.who = who;
    this.fault = fault;
  }
  check = (life: Life): boolean => life.docs.length > 0;
  async run(life: Life, world: World): Promise<void> {
    const parent = pick(life, this.place);
    const content = creditBody(world.people[0], parent, {
      ...{ issueDate: world.day, dueDate: world.day, idempotencyKey: `${life.docs.length}` },
      ...currencyOf(parent.shape),
      lines: lineOfNote(world, this.price),
    });
    const expected = answerToNote(parent);
    const answer = await withoutEffect(world, parent, isRefused(expected), () =>
      under(world, this.fault, () => send(world, this.who, 'POST', '/invoices', content)),
    );
    expect(answer.status, JSON.stringify(answer.body)).toBe(expected);
    const shape = SHAPES[parent.shape].currency === 'RON' ? 'plain' : 'euro';
    const { id } = answer.body as { id: string };
    if (answer.status === 201) life.docs.push(newDoc(life, id, { shape, price: this.price, sign: -1 }, { note: true, parent }));
    await compare(life, world, parent);
  }
  toString = (): string => `credit(${this.place}, ${this.price}, ${this.who}, ${this.fault})`;
}

/** Any act on any document; by one user, or by both concurrently. */
export class Do implements LifeCommand {
  readonly act: Act;
  readonly place: number;
  readonly who: number;
  readonly fault: Fault;
  readonly both: boolean;
  readonly mode: Mode;
  readonly price: number;
  constructor(act: Act, place: number, how: { who: number; fault: Fault; both: boolean; mode: Mode; price: number }) {
    this.act = act;
    this.place = place;
    this.who = how.who;
    this.fault = how.fault;
    // Changes of both users are made, and a submission may wait for a concurrent one.
    this.both = how.both && !['update', 'submit', 'upload'].includes(act);
    this.mode = how.mode;
    this.price = how.price;
  }
  check = (life: Life): boolean => life.docs.length > 0;
  async run(life: Life, world: World): Promise<void> {
    const doc = pick(life, this.place);
    const expected = [answerTo(life, this.act, doc, this)];
    const people = this.both ? [0, 1] : [this.who];
    const answers = await withoutEffect(world, doc, isRefused(expected[0] ?? 0), async () => {
      const lost = await this.authority(world);
      return under(world, this.fault, () => Promise.all(people.map(who => this.send(world, doc, who))), lost);
    });
    if (!isRefused(expected[0] ?? 0)) apply(life, this.act, doc, this);
    if (this.both) expected.push(answerTo(life, this.act, doc, this));
    expect(answers.map(answer => answer.status).toSorted(), `${this.toString()} ${doc.id}`).toEqual(expected.toSorted());
    await compare(life, world, doc);
    if (doc.parent) await compare(life, world, doc.parent);
  }

  /** Sets the authority's behaviour for this act. @returns the responses to lose */
  private async authority({ service }: World): Promise<LocalFault[]> {
    if (this.act !== 'submit' && this.act !== 'upload') return [];
    const mode = this.mode === 'lostForNow' ? 'accept' : this.mode;
    await service.api('PUT', '/_local/taxauth', { body: { mode, ...(mode === 'reject' && { errors: ['Respinsă'] }) } });
    return this.mode === 'lostForNow' ? [{ service: 'taxauth', operation: 'upload', kind: 'lostAnswer', times: 1 }] : [];
  }

  private send(world: World, doc: Doc, who: number) {
    if (this.act === 'delete') return send(world, who, 'DELETE', `/invoices/${doc.id}`);
    if (this.act === 'cancel') return send(world, who, 'POST', `/invoices/${doc.id}/cancel`, { reason: 'Because of the test' });
    if (this.act === 'update') return send(world, who, 'PUT', `/invoices/${doc.id}`, this.change(world, doc));
    return send(world, who, 'POST', `/invoices/${doc.id}/${this.act}`);
  }

  private change(world: World, doc: Doc): object {
    if (!doc.note) return { lines: body(world, doc.shape, this.price, doc.sign).lines };
    const own = { issueDate: world.day, dueDate: world.day, ...currencyOf(doc.shape), lines: lineOfNote(world, this.price) };
    return creditBody(world.people[0], doc.parent as Doc, own);
  }

  toString = (): string => `${this.act}(${this.place}, ${this.who}, ${this.fault}, ${this.both}, ${this.mode}, ${this.price})`;
}

/** A payment of a share of the total. */
export class Pay implements LifeCommand {
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
    const doc = pick(life, this.place);
    const cents = Math.max(1, Math.round((Math.abs(payableOf(doc)) * this.percent) / 100));
    const expected = answerToPayment(life, doc, cents);
    const content = { amount: RON(cents), paymentDate: world.day };
    const answer = await withoutEffect(world, doc, isRefused(expected), () =>
      under(world, this.fault, () => send(world, this.who, 'POST', `/invoices/${doc.id}/payments`, content)),
    );
    expect(answer.status, `${this.toString()} ${doc.id}`).toBe(expected);
    if (expected === 201) {
      doc.payments.set((answer.body as { payment: { uuid: string } }).payment.uuid, cents);
      doc.events.push('payment_received');
    }
    await compare(life, world, doc);
  }
  toString = (): string => `pay(${this.place}, ${this.percent}%, ${this.who}, ${this.fault})`;
}

/** Processes the authority's results. */
export class Answer implements LifeCommand {
  readonly fault: LaterFault;
  constructor(fault: LaterFault) {
    this.fault = fault;
  }
  check = (life: Life): boolean =>
    life.docs.some(doc => doc.sending || doc.status === 'sent_to_provider' || doc.status === 'uploaded');
  async run(life: Life, world: World): Promise<void> {
    await world.service.api('PUT', '/_local/taxauth', { body: { mode: 'accept' } });
    await under(world, this.fault, () => world.service.advance('PT1H'));
    answered(life);
    for (const doc of life.docs) await compare(life, world, doc);
  }
  toString = (): string => `answer(${this.fault})`;
}

/** Both users issue all drafts concurrently: the numbers must be consecutive, in any order. */
export class IssueAll implements LifeCommand {
  readonly fault: Fault;
  constructor(fault: Fault) {
    this.fault = fault;
  }
  check = (life: Life): boolean => this.drafts(life).length > 0;
  /** Whether a negative invoice reduces one that is issued at the same time depends on their order. */
  private drafts = (life: Life): Doc[] => life.docs.filter(doc => doc.status === 'draft' && doc.parent?.status !== 'draft');
  async run(life: Life, world: World): Promise<void> {
    const drafts = this.drafts(life);
    const answers = await under(world, this.fault, () =>
      Promise.all(drafts.map((doc, place) => send(world, place, 'POST', `/invoices/${doc.id}/issue`))),
    );
    expect(answers.map(answer => answer.status)).toEqual(drafts.map(() => 200));
    const fresh = drafts.filter(doc => doc.number === undefined);
    for (const doc of drafts) apply(life, 'issue', doc, { mode: 'accept', price: doc.price });
    const taken = new Map(
      drafts.map((doc, place) => [doc, (answers[place]?.body as { number: string } | undefined)?.number ?? '']),
    );
    // The order of the numbers is up to the service; the set of numbers must be that of the model.
    expect(fresh.map(doc => taken.get(doc)).toSorted()).toEqual(fresh.map(doc => doc.number).toSorted());
    for (const doc of fresh) doc.number = taken.get(doc);
    for (const doc of life.docs) await compare(life, world, doc);
  }
  toString = (): string => `issueAll(${this.fault})`;
}
