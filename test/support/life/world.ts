import type fc from 'fast-check';
import { expect } from 'vitest';
import type { Fault as LocalFault } from '../../../infra/local/faults/faults.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import type { CreditNote, Invoice } from '../contract.ts';
import type { Crediting } from '../credit-notes.ts';
import { call } from '../invoices.ts';
import type { Service } from '../service.ts';
import { type Doc, type Life, shown } from './model.ts';
import { EURO_RATE, type Shape, type ShapeName, SHAPES } from './shapes.ts';

/** The environment of a random life: the service, its faults, and the comparison with the model. */

/** The service with two users of one company. */
export interface World {
  service: Service;
  /** The company with the credential of each. */
  people: [Crediting, Crediting];
  /** The tax number of the company. */
  cif: string;
  proformaSeries: string;
  day: string;
}

export type LifeCommand = fc.AsyncCommand<Life, World>;

const TRANSACTION = { service: 'dynamodb', operation: 'TransactWriteItems', times: 2 } as const;

/** Faults that must not affect responses. */
const FAULTS = {
  none: [],
  conflict: [{ ...TRANSACTION, kind: 'conflict' }],
  throttle: [{ ...TRANSACTION, kind: 'throttle', times: 1 }],
  lostAnswer: [{ ...TRANSACTION, kind: 'lostAnswer' }],
  reads: [{ service: 'dynamodb', operation: 'Query', kind: 'throttle', times: 1 }],
  files: [{ service: 's3', kind: 'fail', times: 1 }],
  filesLost: [{ service: 's3', kind: 'lostAnswer', times: 1 }],
  queues: [{ service: 'sqs', kind: 'fail', times: 1 }],
} satisfies Record<string, LocalFault[]>;
export type Fault = keyof typeof FAULTS;

/** Further faults, for background work, which is retried. */
const LATER_FAULTS = {
  authorityDown: [{ service: 'taxauth', operation: 'stareMesaj', kind: 'fail', times: 1 }],
  answerLost: [{ service: 'taxauth', operation: 'descarcare', kind: 'lostAnswer', times: 1 }],
} satisfies Record<string, LocalFault[]>;
export type LaterFault = Fault | keyof typeof LATER_FAULTS;

export async function under<T>(
  { service }: World,
  fault: LaterFault,
  run: () => Promise<T>,
  more: readonly LocalFault[] = [],
): Promise<T> {
  for (const spec of [...more, ...{ ...FAULTS, ...LATER_FAULTS }[fault]]) service.runtime.faults.add(spec);
  try {
    return await run();
  } finally {
    service.runtime.faults.clear();
  }
}

/** Sends a request that must be rejected, and checks that no item of the document has changed. */
export async function withoutEffect<T>(world: World, doc: Doc, refused: boolean, run: () => Promise<T>): Promise<T> {
  const read = () => readInvoice(world.people[0].company, doc.id);
  const before = refused ? await read() : undefined;
  const result = await run();
  if (refused) expect(await read(), doc.id).toEqual(before);
  return result;
}

export const isRefused = (status: number): boolean => status >= 400 && status < 500;

export const RON = (cents: number): string => (cents / 100).toFixed(2);
export function body(world: World, name: ShapeName, price: number, sign: 1 | -1) {
  const shape: Shape = SHAPES[name];
  return {
    clientId: world.people[0].clientId,
    issueDate: world.day,
    dueDate: world.day,
    ...currencyOf(name),
    lines: shape.lines(price, sign),
    ...(shape.ublExtensions && { ublExtensions: shape.ublExtensions }),
  };
}

/** The currency of a shape, with its rate in lei. */
export const currencyOf = (name: ShapeName) =>
  SHAPES[name].currency === 'RON' ? { currency: 'RON' } : { currency: 'EUR', exchangeRate: EURO_RATE };
export const lineOfNote = (world: World, price: number) => [
  { description: 'Retur', quantity: -1, unitPrice: price, vatRateId: world.people[0].vat21 },
];

export const send = (world: World, who: number, method: string, path: string, content?: unknown) =>
  call<never>(world.service, world.people[who % 2] ?? world.people[0], method, path, content);

/** The timeline without entries that background work adds later. */
const timeline = (events: { type: string }[]): string[] =>
  events
    .map(event => event.type)
    .filter(type => !type.endsWith('_generated'))
    .toReversed();

/** Compares the document with the model. */
export async function compare(life: Life, world: World, doc: Doc): Promise<void> {
  const answer = await call<Invoice & CreditNote>(world.service, world.people[0], 'GET', `/invoices/${doc.id}`);
  if (doc.status === 'deleted') {
    expect(answer.status).toBe(404);
    return;
  }
  expect(answer.status).toBe(200);
  const { status, total, fiscalTotal, payableTotal, amounts, paymentStatus, creditNotes, events } = shown(life, doc);
  const seen = answer.body;
  expect(seen.number, doc.id).toEqual(doc.number ?? expect.stringMatching(/^DRAFT-/));
  expect([seen.status, Number(seen.total), timeline(seen.events)], doc.id).toEqual([status, total, events]);
  expect([Number(seen.fiscalTotal), Number(seen.payableTotal)], doc.id).toEqual([fiscalTotal, payableTotal]);
  if (doc.note) return;
  const links = seen.creditNotes as { uuid: string; status: string; total: number }[];
  expect(seen, doc.id).toMatchObject({ ...amounts, paymentStatus });
  expect(links.map(({ uuid, status: of, total: value }) => ({ uuid, status: of, total: value }))).toEqual(creditNotes);
  if (doc.status !== 'draft' && doc.status !== 'cancelled') expectSum(seen);
}

/** Paid, credited, open, and less the amount to pay back: together that is the amount to pay. Credits alone never exceed it. */
function expectSum({ payableTotal, amountPaid, creditedAmount, balance, refundDue }: Invoice): void {
  const credited = Math.min(creditedAmount, Math.max(0, payableTotal));
  expect(amountPaid + credited + balance - refundDue).toBeCloseTo(payableTotal, 4);
}

export const pick = (life: Life, place: number): Doc => life.docs[place % life.docs.length] as Doc;
