import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { today } from '../../shared/kernel/clock.ts';
import { PERMISSIONS } from '../../shared/identity/permissions.ts';
import { call, readyCompany } from '../support/invoices.ts';
import { compare, type World } from '../support/life/acts.ts';
import { lives } from '../support/life/lives.ts';
import { inForce, type Life, newLife, shown } from '../support/life/model.ts';
import { creditingIn } from '../support/credit-notes.ts';
import { joinAs, keyWith } from '../support/members.ts';
import { useService } from '../support/service.ts';

const service = useService();

/** Few but long lives here; more by MODEL_RUNS, longer ones by MODEL_COMMANDS, others by MODEL_SEED. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 3);
const COMMANDS = Number(process.env['MODEL_COMMANDS'] ?? 60);
const SEED = Number(process.env['MODEL_SEED'] ?? 20261121);

/** A company of its own for each life, with two people who outlive every turn of the clock. */
async function newWorld(): Promise<World> {
  const [owner, member] = await Promise.all([service().newUser(), service().newUser()]);
  const scope = await readyCompany(service(), owner);
  await joinAs(owner, member, 'admin');
  const areas = ['invoice', 'payment', 'efactura', 'client', 'series', 'settings', 'product'];
  const scopes = PERMISSIONS.filter(permission => areas.includes(permission.split('.')[0] ?? ''));
  const [first, second] = await Promise.all([keyWith(service(), owner, scopes), keyWith(service(), member, scopes)]);
  const crediting = await creditingIn(service(), { ...scope, token: first });
  return { service: service(), people: [crediting, { ...crediting, token: second }], day: today() };
}

interface Listed {
  total: number;
  totals: { total: number; receivable: number }[];
}

/** What is left of a life, looked at as a whole. */
async function settled(life: Life, world: World): Promise<void> {
  for (const doc of life.docs) await compare(life, world, doc);
  const left = life.docs.filter(doc => doc.status !== 'deleted');
  const { body } = await call<Listed>(world.service, world.people[0], 'GET', '/invoices?includeTotals=true');
  const valid = left.filter(doc => doc.status !== 'cancelled');
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
  it('every act answers and leaves what the table of states says; numbers without gaps, ledgers and timelines complete', async () => {
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(lives(COMMANDS), async commands => {
        const world = await newWorld();
        const life = newLife();
        await fc.asyncModelRun(() => ({ model: life, real: world }), commands);
        await settled(life, world);
        for (const doc of life.docs) for (const event of [doc.status, ...doc.events]) reached.add(event);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    expect(service().runtime.violations).toEqual([]);
    // Lives that never get anywhere prove nothing.
    const wanted = ['issued', 'cancelled', 'deleted', 'taxauth_submitted', 'payment_received', 'updated', 'status_change'];
    expect(wanted.filter(one => !reached.has(one))).toEqual([]);
  }, 600_000);
});
