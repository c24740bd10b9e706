import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIVERY_NOTE_STATUSES } from '../../shared/model/convertible/delivery-note.ts';
import { PROFORMA_STATUSES } from '../../shared/model/convertible/proforma.ts';
import type { DeliveryNotePage, ProformaPage, SeriesAudit } from '../support/contract.ts';
import { bulkConvert, delivering, deliveryNoteBody, detailOfNote } from '../support/delivery-notes.ts';
import { generated } from '../support/effort.ts';
import { call } from '../support/invoices.ts';
import { detailOfProforma, type Offering, offering, proformaBody } from '../support/proformas.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();

/** Which statuses each action takes, what it leaves, and how it is refused elsewhere (completions-documents §4, interface.md §States). */
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

interface Doc {
  uuid: string;
  status: string;
}
interface Life {
  proformas: Doc[];
  notes: Doc[];
}

const FAULTS = ['none', 'conflict', 'throttle', 'lostAnswer'] as const;
type Step =
  | { act: 'create'; kind: keyof Life; fault: (typeof FAULTS)[number] }
  | { act: 'do'; kind: keyof Life; place: number; action: number; fault: (typeof FAULTS)[number]; twice: boolean }
  | { act: 'bulk'; first: number; count: number; fault: (typeof FAULTS)[number] };

const fault = fc.constantFrom(...FAULTS);
const kind = fc.constantFrom<keyof Life>('proformas', 'notes');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('create' as const), kind, fault }),
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ act: fc.constant('do' as const), kind, place: fc.nat(20), action: fc.nat(20), fault, twice: fc.boolean() },
    }),
  },
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

/** Does one step over HTTP, and moves the model as the tables say. */
async function take(step: Step, life: Life, scope: Offering): Promise<void> {
  if (step.act === 'create') {
    const body = step.kind === 'proformas' ? proformaBody(scope) : deliveryNoteBody(scope);
    const made = await under(step.fault, () => call<Doc>(service(), scope, 'POST', `/${PATHS[step.kind]}`, body));
    expect(made.status).toBe(201);
    life[step.kind].push({ uuid: made.body.uuid, status: 'draft' });
    return;
  }
  if (step.act === 'bulk') return bulk(step, life, scope);
  const docs = life[step.kind];
  const doc = docs[step.place % Math.max(1, docs.length)];
  if (!doc) return;
  const rules = step.kind === 'proformas' ? PROFORMA : NOTE;
  const [action, rule] = Object.entries(rules)[step.action % Object.keys(rules).length]!;
  const path = `/${PATHS[step.kind]}/${doc.uuid}`;
  const send = (): Promise<{ status: number }> => {
    if (action === 'remove') return call(service(), scope, 'DELETE', path);
    const body = step.kind === 'proformas' ? proformaBody(scope) : deliveryNoteBody(scope);
    if (action === 'update') return call(service(), scope, 'PUT', path, body);
    return call(service(), scope, 'POST', `${path}/${action}`);
  };
  const expected: number[] = [];
  for (let time = 0; time < (step.twice ? 2 : 1); time++) {
    const allowed = doc.status !== 'gone' && rule.from.includes(doc.status);
    expected.push(doc.status === 'gone' ? 404 : allowed ? rule.answered : rule.refused);
    if (allowed) doc.status = rule.to ?? 'gone';
  }
  const answers = await under(step.fault, () => Promise.all(expected.map(send)));
  expect(answers.map(({ status }) => status).sort(), `${action} of ${step.kind}`).toEqual(expected.sort());
}

async function bulk({ first, count, fault: name }: Extract<Step, { act: 'bulk' }>, life: Life, scope: Offering): Promise<void> {
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

/** Statuses, lists, counters and chains are as the model says. */
async function settled(life: Life, scope: Offering): Promise<void> {
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

describe('Random lives of proformas and delivery notes under faults of the database', () => {
  it('every act answers and leaves what the tables of states say; numbers, lists, counters and timelines agree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 50 }), async steps => {
        const scope = await offering(service(), await delivering(service()));
        const life: Life = { proformas: [], notes: [] };
        for (const one of steps) await take(one, life, scope);
        await settled(life, scope);
      }),
      { ...generated({ runs: 1, seed: 20261122, long: 12 }), endOnFailure: true },
    );
  }, 300_000);
});
