import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';
import { PROFORMA_STATUSES } from '#shared/model/convertible/proforma.ts';
import type { DeliveryNotePage, ProformaPage, SeriesAudit } from '../support/contract.ts';
import { bulkConvert, declarable, deliveryNoteBody, detailOfNote } from '../support/delivery-notes.ts';
import { generated } from '../support/effort.ts';
import { call } from '../support/invoices.ts';
import { detailOfProforma, type Offering, offering, proformaBody } from '../support/proformas.ts';
import { useOwnService } from '../support/service.ts';
import { authority, declaring, type Declaring, transportsOf } from '../support/transport.ts';

const service = useOwnService();

/** The statuses that each action accepts, the status afterwards, and its error elsewhere (PRO-9, DLN-16). */
interface Rule {
  from: string[];
  to: string | null;
  answered: number;
  refused: number;
}
const PROFORMA: Record<string, Rule> = {
  update: { from: ['draft'], to: 'draft', answered: 200, refused: 409 },
  remove: { from: ['draft'], to: null, answered: 204, refused: 409 },
  send: { from: ['draft'], to: 'sent', answered: 200, refused: 409 },
  accept: { from: ['draft', 'sent'], to: 'accepted', answered: 200, refused: 409 },
  reject: { from: ['draft', 'sent'], to: 'rejected', answered: 200, refused: 409 },
  cancel: { from: ['draft', 'sent', 'accepted', 'rejected'], to: 'cancelled', answered: 200, refused: 409 },
  convert: { from: ['draft', 'sent', 'accepted'], to: 'converted', answered: 201, refused: 409 },
};
const NOTE: Record<string, Rule> = {
  update: { from: ['draft'], to: 'draft', answered: 200, refused: 409 },
  remove: { from: ['draft'], to: null, answered: 204, refused: 409 },
  issue: { from: ['draft'], to: 'issued', answered: 200, refused: 409 },
  cancel: { from: ['draft', 'issued'], to: 'cancelled', answered: 200, refused: 409 },
  restore: { from: ['cancelled'], to: 'draft', answered: 200, refused: 422 },
  convert: { from: ['issued'], to: 'converted', answered: 201, refused: 409 },
};

/** The state of a note's transport; `telling`: declared, and the authority has not responded to another message about it. */
type Transport = 'undeclared' | 'accepting' | 'rejecting' | 'rejected' | 'declared' | 'telling' | 'deleting';

interface Doc {
  uuid: string;
  status: string;
  transport: Transport;
}
type Scope = Offering & Declaring;
interface Life {
  proformas: Doc[];
  notes: Doc[];
}

const DECLARING = ['submit', 'correct', 'delete'] as const;
const FAULTS = ['none', 'conflict', 'throttle', 'lostAnswer'] as const;
type Step =
  | { act: 'create'; kind: keyof Life; fault: (typeof FAULTS)[number]; issued: boolean }
  | { act: 'do'; kind: keyof Life; place: number; action: number; fault: (typeof FAULTS)[number]; twice: boolean }
  | {
      act: 'declare';
      place: number;
      what: (typeof DECLARING)[number];
      fault: (typeof FAULTS)[number];
      twice: boolean;
      rejected: boolean;
    }
  | { act: 'decide' }
  | { act: 'bulk'; first: number; count: number; fault: (typeof FAULTS)[number] };

const fault = fc.constantFrom(...FAULTS);
const kind = fc.constantFrom<keyof Life>('proformas', 'notes');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('create' as const), kind, fault, issued: fc.boolean() }),
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ act: fc.constant('do' as const), kind, place: fc.nat(20), action: fc.nat(20), fault, twice: fc.boolean() },
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ act: fc.constant('declare' as const), place: fc.nat(20), what: fc.constantFrom(...DECLARING), fault },
      ...{ twice: fc.boolean(), rejected: fc.boolean() },
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('decide' as const) }) },
  fc.record({ act: fc.constant('bulk' as const), first: fc.nat(20), count: fc.integer({ min: 2, max: 5 }), fault }),
);

const PATHS = { proformas: 'proforma-invoices', notes: 'delivery-notes' } as const;

async function under<T>(name: (typeof FAULTS)[number], work: () => Promise<T>): Promise<T> {
  if (name !== 'none')
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: name, times: 1 });
  try {
    return await work();
  } finally {
    service().runtime.faults.clear();
  }
}

/** Executes one step over HTTP, and changes the model as the tables say. */
async function take(step: Step, life: Life, scope: Scope): Promise<void> {
  if (step.act === 'create') {
    const body = step.kind === 'proformas' ? proformaBody(scope) : deliveryNoteBody(scope, declarable(scope));
    const made = await under(step.fault, () => call<Doc>(service(), scope, 'POST', `/${PATHS[step.kind]}`, body));
    expect(made.status).toBe(201);
    life[step.kind].push({ uuid: made.body.uuid, status: 'draft', transport: 'undeclared' });
    const place = life.notes.length - 1;
    const action = Object.keys(NOTE).indexOf('issue');
    if (step.kind === 'notes' && step.issued) await take({ ...step, act: 'do', place, action, twice: false }, life, scope);
    return;
  }
  if (step.act === 'bulk') return bulk(step, life, scope);
  if (step.act === 'declare') return declare(step, life, scope);
  if (step.act === 'decide') return decide(life);
  const docs = life[step.kind];
  const doc = docs[step.place % Math.max(1, docs.length)];
  if (!doc) return;
  const rules = step.kind === 'proformas' ? PROFORMA : NOTE;
  const [action, rule] = Object.entries(rules)[step.action % Object.keys(rules).length]!;
  const path = `/${PATHS[step.kind]}/${doc.uuid}`;
  const send = (): Promise<{ status: number }> => {
    if (action === 'remove') return call(service(), scope, 'DELETE', path);
    const body = step.kind === 'proformas' ? proformaBody(scope) : deliveryNoteBody(scope, declarable(scope));
    if (action === 'update') return call(service(), scope, 'PUT', path, body);
    return call(service(), scope, 'POST', `${path}/${action}`);
  };
  const expected: number[] = [];
  for (let time = 0; time < (step.twice ? 2 : 1); time++) {
    const allowed = doc.status !== 'gone' && rule.from.includes(doc.status);
    expected.push(doc.status === 'gone' ? 404 : allowed ? rule.answered : rule.refused);
    if (allowed) doc.status = rule.to ?? 'gone';
    // Declarations of a cancelled note are taken back; a restored one was never submitted.
    if (allowed && action === 'cancel') doc.transport = withdrawn(doc.transport);
    if (allowed && action === 'restore') doc.transport = 'undeclared';
  }
  const answers = await under(step.fault, () => Promise.all(expected.map(send)));
  expect(answers.map(({ status }) => status).sort(), `${action} of ${step.kind}`).toEqual(expected.sort());
}

const isDeclared = (transport: Transport): boolean => ['declared', 'telling', 'deleting'].includes(transport);
const withdrawn = (transport: Transport): Transport => (isDeclared(transport) ? 'deleting' : transport);

/** The state of a note after a message, if it may be sent. */
function told({ status, transport }: Doc, what: (typeof DECLARING)[number], rejected: boolean): Transport | undefined {
  if (what === 'submit') {
    const may = status === 'issued' && (transport === 'undeclared' || transport === 'rejected');
    return may ? (rejected ? 'rejecting' : 'accepting') : undefined;
  }
  if (!['issued', 'converted'].includes(status) || transport !== 'declared') return undefined;
  return what === 'delete' ? 'deleting' : 'telling';
}

async function declare(step: Extract<Step, { act: 'declare' }>, life: Life, scope: Scope): Promise<void> {
  // Mostly of a note that accepts messages: there are few.
  const able = life.notes.filter(one => told(one, step.what, false));
  const some = step.place % 4 > 0 && able.length > 0 ? able : life.notes;
  const doc = some[step.place % Math.max(1, some.length)];
  if (!doc) return;
  const { submit, followUp } = transportsOf(service, scope);
  // With a fault it may be sent later, when the authority accepts again.
  const rejected = step.rejected && step.fault === 'none' && step.what === 'submit';
  const expected = Array.from({ length: step.twice ? 2 : 1 }, () => {
    const next = told(doc, step.what, rejected);
    if (next) doc.transport = next;
    return doc.status === 'gone' ? 404 : next ? 200 : 422;
  });
  const body = step.what === 'correct' ? { etransportVehicleNumber: 'B77NEW' } : {};
  const send = (): Promise<{ status: number }> =>
    step.what === 'submit' ? submit(doc.uuid) : followUp(doc.uuid, step.what, body);
  if (rejected) {
    // Messages that were submitted before must not be rejected.
    await service().idle();
    await authority(service(), { mode: 'reject' });
  }
  const answers = await under(step.fault, () => Promise.all(expected.map(send)));
  if (rejected) {
    await service().idle();
    await authority(service(), { mode: 'ok' });
  }
  expect(answers.map(({ status }) => status).sort(), `${step.what} of ${doc.status}, ${doc.transport}`).toEqual(expected.sort());
}

/** The authority responds to everything. */
async function decide(life: Life): Promise<void> {
  await service().advance('PT3H');
  for (const doc of life.notes) {
    const isCancelled = doc.status === 'cancelled';
    const after: Partial<Record<Transport, Transport>> = { rejecting: 'rejected', telling: 'declared', deleting: 'undeclared' };
    doc.transport =
      doc.transport === 'accepting' ? (isCancelled ? 'undeclared' : 'declared') : (after[doc.transport] ?? doc.transport);
  }
}

/** The authority has the declarations of the notes that are declared, and no other valid ones. */
async function agreed(life: Life, scope: Scope): Promise<void> {
  await decide(life);
  const { received, read } = transportsOf(service, scope);
  const accepted = (await received()).filter(({ verdict }) => verdict === 'ok');
  const of = (kind: string): string[] => accepted.filter(one => one.kind === kind).map(({ uit }) => uit);
  const inForce = of('notification').filter(uit => !of('deletion').includes(uit));
  const declared = [];
  for (const { uuid, status, transport } of life.notes.filter(one => one.status !== 'gone')) {
    const { etransportUit, etransportStatus, etransportDeletedAt } = await read(uuid);
    if (transport === 'declared') declared.push(etransportUit);
    else if (status !== 'cancelled') expect(etransportStatus, uuid).toBe(transport === 'rejected' ? 'nok' : null);
    else if (etransportStatus === 'ok') expect(etransportDeletedAt, uuid).not.toBeNull();
  }
  expect(declared.sort()).toEqual(inForce.sort());
}

async function bulk({ first, count, fault: name }: Extract<Step, { act: 'bulk' }>, life: Life, scope: Scope): Promise<void> {
  const some = life.notes.slice(first % Math.max(1, life.notes.length)).slice(0, count);
  if (some.length < 2) return;
  const { status } = await under(name, () =>
    bulkConvert(
      service(),
      scope,
      some.map(({ uuid }) => uuid),
    ),
  );
  if (some.some(one => one.status === 'gone')) return expect(status).toBe(404);
  const isAllowed = some.every(one => one.status === 'issued');
  expect(status).toBe(isAllowed ? 201 : 422);
  if (isAllowed) for (const one of some) one.status = 'converted';
}

/** Checks that statuses, lists, counters and chains agree with the model. */
async function settled(life: Life, scope: Scope): Promise<void> {
  const left = (docs: Doc[]): Doc[] => docs.filter(({ status }) => status !== 'gone');
  for (const { uuid, status } of left(life.proformas))
    expect((await detailOfProforma(service(), scope, uuid)).status).toBe(status);
  for (const { uuid, status } of left(life.notes)) expect((await detailOfNote(service(), scope, uuid)).status).toBe(status);
  const totalOf = async (path: string): Promise<number> =>
    (await call<ProformaPage | DeliveryNotePage>(service(), scope, 'GET', path)).body.total;
  const counted = (docs: Doc[], status: string): number => docs.filter(one => one.status === status).length;
  for (const status of PROFORMA_STATUSES)
    expect(await totalOf(`/proforma-invoices?status=${status}`), status).toBe(counted(life.proformas, status));
  for (const status of DELIVERY_NOTE_STATUSES)
    expect(await totalOf(`/delivery-notes?status=${status}`), status).toBe(counted(life.notes, status));
  const { body: series } = await call<{ id: string; type: string }[]>(service(), scope, 'GET', '/document-series');
  for (const { id } of series.filter(({ type }) => type === 'proforma' || type === 'delivery_note')) {
    const { body } = await call<SeriesAudit>(service(), scope, 'GET', `/document-series/${id}/audit`);
    expect(body).toMatchObject({ duplicates: [], chainHolds: true, problems: [] });
  }
}

describe('random lives of proformas and delivery notes, and of their transports, under faults of the database', () => {
  it('every action has the response and the effect of the state tables; numbers, lists, counters and timelines agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async steps => {
        const own = await declaring(service());
        const scope: Scope = { ...(await offering(service(), own)), ...own };
        const life: Life = { proformas: [], notes: [] };
        for (const one of steps) await take(one, life, scope);
        await settled(life, scope);
        await agreed(life, scope);
      }),
      { ...generated({ runs: 1, seed: 20261122, long: 12 }), endOnFailure: true },
    );
  });
});
