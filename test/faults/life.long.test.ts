import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { Answer } from '../support/life/acts.ts';
import { compare, type World } from '../support/life/world.ts';
import { lives } from '../support/life/lives.ts';
import { type Life, newLife } from '../support/life/model.ts';
import { compareSums } from '../support/life/sums.ts';
import { creditingIn } from '../support/credit-notes.ts';
import { newProformaSeries } from '../support/proformas.ts';
import { joinAs, keyWith } from '../support/members.ts';
import { catalogueWithout, useOwnService } from '../support/service.ts';
import { generated } from '../support/effort.ts';

// These tests are about documents, not their PDFs.
const service = useOwnService({ catalogue: await catalogueWithout('workers-render-document') });

/** Few but long lives; more by MODEL_RUNS, longer ones by MODEL_COMMANDS. */
const RUNS = process.env['MODEL_RUNS'];
const EFFORT = generated({ runs: 1, seed: 20261121, long: Number(RUNS ?? 8), all: Number(RUNS ?? 16) });
const COMMANDS = Number(process.env['MODEL_COMMANDS'] ?? 60);

/** The actions on documents in the lives of a long run, all together. */
const EVERYWHERE = [
  ...['status_change', 'updated', 'cancelled', 'deleted', 'payment_received', 'payment_deleted'],
  ...['taxauth_submitted', 'taxauth_validated', 'taxauth_rejected'],
];

/** A company of its own for each life, with two users whose credentials outlive every turn of the clock. */
async function newWorld(): Promise<World> {
  // The life before may have left the authority unreachable.
  await service().api('PUT', '/_local/taxauth', { body: { mode: 'accept' } });
  const [owner, member] = await Promise.all([service().newUser(), service().newUser()]);
  const scope = await readyCompany(service(), owner);
  await joinAs(owner, member, 'admin');
  const areas = ['invoice', 'payment', 'efactura', 'client', 'series', 'settings', 'product', 'export'];
  const scopes = PERMISSIONS.filter(permission => areas.includes(permission.split('.')[0] ?? ''));
  const [first, second] = await Promise.all([keyWith(service(), owner, scopes), keyWith(service(), member, scopes)]);
  const crediting = await creditingIn(service(), { ...scope, token: first });
  const proformaSeries = await newProformaSeries(service(), scope);
  const { body } = await call<{ cif: string }>(service(), scope, 'GET', `/companies/${scope.company}`);
  return {
    service: service(),
    people: [crediting, { ...crediting, token: second }],
    cif: body.cif,
    proformaSeries,
    day: today(),
  };
}

interface Audit {
  currentNumber: number;
  gaps: object[];
  duplicates: number[];
  chainHolds: boolean;
  problems: object[];
}

/** The audit finds every number once, in order, and every timeline and issue linked to the one before. */
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

/** The authority has received each document as often as it was submitted, and nothing else. */
async function received({ docs }: Life, { service: on, cif }: World): Promise<void> {
  const { body } = await on.api('GET', '/_local/taxauth/received');
  const { uploads } = body as { uploads: { cif: string; number: string }[] };
  const numbers = uploads.filter(upload => upload.cif === cif).map(upload => upload.number);
  const sent = docs.flatMap(doc => Array.from({ length: doc.sent }, () => doc.number ?? ''));
  expect(numbers.toSorted()).toEqual(sent.toSorted());
}

/** Checks the final state of a life as a whole. */
async function settled(life: Life, world: World): Promise<void> {
  // Documents in transit to the authority arrive.
  const answer = new Answer('none');
  if (answer.check(life)) await answer.run(life, world);
  for (const doc of life.docs) await compare(life, world, doc);
  await Promise.all([audited(life, world), received(life, world)]);
  // Files that a fault has prevented exist by then.
  await world.service.advance('PT1H');
  await compareSums(life, world);
}

describe('random lives of invoices and credit notes, by two users, under faults of the database', () => {
  it('every action has the response and the effect of the state table; numbers, ledgers and timelines are complete', async () => {
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
    // Lives without progress prove nothing; a single one does not reach everything.
    const missing = (): string[] => EVERYWHERE.filter(one => !reached.has(one));
    // About one run in fifty never deletes a draft: more lives do.
    for (let more = 1; more <= 3 && missing().length > 0; more++) await live({ ...EFFORT, seed: EFFORT.seed + more });
    expect(missing()).toEqual([]);
  });
});
