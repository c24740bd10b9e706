import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { today } from '../../shared/kernel/clock.ts';
import { PERMISSIONS } from '../../shared/access/permissions.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { Answer } from '../support/life/acts.ts';
import { compare, type World } from '../support/life/world.ts';
import { lives } from '../support/life/lives.ts';
import { inForce, type Life, newLife, shown } from '../support/life/model.ts';
import { creditingIn } from '../support/credit-notes.ts';
import { joinAs, keyWith } from '../support/members.ts';
import { catalogueWithout, useOwnService } from '../support/service.ts';
import { generated } from '../support/effort.ts';

// Lives are about documents, and hold without their PDFs: no renderer, and no retries.
const service = useOwnService({ catalogue: await catalogueWithout('workers-render-document', 'workers-retry-render') });

/** Few but long lives; more by MODEL_RUNS, longer ones by MODEL_COMMANDS. */
const EFFORT = generated({ runs: 1, seed: 20261121, long: Number(process.env['MODEL_RUNS'] ?? 8) });
const COMMANDS = Number(process.env['MODEL_COMMANDS'] ?? 60);

/** What happens to documents in the lives of a long run, all together. */
const EVERYWHERE = [
  ...['status_change', 'updated', 'cancelled', 'deleted', 'payment_received', 'payment_deleted'],
  ...['taxauth_submitted', 'taxauth_validated', 'taxauth_rejected'],
];

/** A company of its own for each life, with two people who outlive every turn of the clock. */
async function newWorld(): Promise<World> {
  // The life before may have left it unreachable.
  await service().api('PUT', '/_local/taxauth', { body: { mode: 'accept' } });
  const [owner, member] = await Promise.all([service().newUser(), service().newUser()]);
  const scope = await readyCompany(service(), owner);
  await joinAs(owner, member, 'admin');
  const areas = ['invoice', 'payment', 'efactura', 'client', 'series', 'settings', 'product'];
  const scopes = PERMISSIONS.filter(permission => areas.includes(permission.split('.')[0] ?? ''));
  const [first, second] = await Promise.all([keyWith(service(), owner, scopes), keyWith(service(), member, scopes)]);
  const crediting = await creditingIn(service(), { ...scope, token: first });
  const { body } = await call<{ cif: string }>(service(), scope, 'GET', `/companies/${scope.company}`);
  return { service: service(), people: [crediting, { ...crediting, token: second }], cif: body.cif, day: today() };
}

interface Audit {
  currentNumber: number;
  gaps: object[];
  duplicates: number[];
  chainHolds: boolean;
  problems: object[];
}

/** The auditor finds every number once, in order, and every timeline and issue linked to the one before. */
async function audited(life: Life, { service: on, people: [scope] }: World): Promise<void> {
  const { body: all } = await call<{ id: string; type: string }[]>(on, scope, 'GET', '/document-series');
  const series = { invoice: all.find(one => one.type === 'invoice')?.id, note: scope.seriesId };
  for (const kind of ['invoice', 'note'] as const) {
    const { body } = await call<Audit>(on, scope, 'GET', `/document-series/${series[kind]}/audit`);
    const { currentNumber, gaps, duplicates, chainHolds, problems } = body;
    expect({ currentNumber, gaps, duplicates, chainHolds, problems }, kind).toEqual({
      ...{ currentNumber: life.numbers[kind], gaps: [] },
      ...{ duplicates: [], chainHolds: true, problems: [] },
    });
  }
}

/** The authority has received each document as often as it was submitted to it, and nothing else. */
async function received({ docs }: Life, { service: on, cif }: World): Promise<void> {
  const { body } = await on.api('GET', '/_local/taxauth/received');
  const { uploads } = body as { uploads: { cif: string; number: string }[] };
  const numbers = uploads.filter(upload => upload.cif === cif).map(upload => upload.number);
  const sent = docs.flatMap(doc => Array.from({ length: doc.sent }, () => doc.number ?? ''));
  expect(numbers.toSorted()).toEqual(sent.toSorted());
}

interface Listed {
  total: number;
  totals: { total: number; receivable: number }[];
}

/** What is left of a life, looked at as a whole. */
async function settled(life: Life, world: World): Promise<void> {
  // What is on its way to the authority arrives.
  const answer = new Answer('none');
  if (answer.check(life)) await answer.run(life, world);
  for (const doc of life.docs) await compare(life, world, doc);
  await Promise.all([audited(life, world), received(life, world)]);
  const left = life.docs.filter(doc => doc.status !== 'deleted');
  const { body } = await call<Listed>(world.service, world.people[0], 'GET', '/invoices?includeTotals=true');
  // A document that was cancelled after its validation still counts at the authority.
  const valid = left.filter(doc => doc.status !== 'cancelled' || doc.wasValidated);
  const cents = (values: number[]): number => Math.round(values.reduce((sum, value) => sum + value, 0)) / 100;
  expect(body.total).toBe(left.length);
  if (valid.length > 0) {
    expect(body.totals).toMatchObject([
      {
        total: cents(valid.map(doc => doc.total)),
        receivable: cents(valid.filter(inForce).map(doc => (doc.note ? 0 : shown(life, doc).balance * 100))),
      },
    ]);
  }
}

describe('Random lives of invoices and credit notes, by two people, under faults of the database', () => {
  it('every act answers and leaves what the table of states says; numbers, ledgers and timelines complete', async () => {
    const reached = new Set<string>();
    const live = async (effort: typeof EFFORT): Promise<void> =>
      fc.assert(
        fc.asyncProperty(lives(COMMANDS), async commands => {
          const world = await newWorld();
          const life = newLife();
          await fc.asyncModelRun(() => ({ model: life, real: world }), commands);
          await settled(life, world);
          for (const doc of life.docs) for (const event of [doc.status, ...doc.events]) reached.add(event);
        }),
        { ...effort, endOnFailure: true },
      );
    await live(EFFORT);
    // Lives that never get anywhere prove nothing; one alone does not get everywhere.
    const missing = (): string[] => EVERYWHERE.filter(one => !reached.has(one));
    // About one run in fifty never deletes a draft: more lives do.
    for (let more = 1; more <= 3 && missing().length > 0; more++) await live({ ...EFFORT, seed: EFFORT.seed + more });
    expect(missing()).toEqual([]);
  });
});
