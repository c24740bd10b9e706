import { beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { restoreCompany } from '#shared/records/parties/companies/remove.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { continuePurge } from '#shared/app/company-purge/run.ts';
import { companyKey, companyPartition, type Item, type CompanyId } from '#shared/platform/store/table.ts';
import { ALL } from '../support/effort.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, inForce } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { filesNaming, type Furnished, furnished, itemsNaming } from '../support/companies/purged.ts';
import { type Scope, useOwnService, type User } from '../support/service.ts';

const service = useOwnService();

/** At full length a company is purged for each of three faults at each of 78 calls. */
const TIMEOUT = ALL ? 3_600_000 : 1_200_000;
let owner: User;
let key: string;
let other: Furnished;

beforeAll(async () => {
  owner = await service().newUser();
  key = await keyWith(service(), owner, PERMISSIONS);
  other = await furnished(service(), owner);
});

let made = 0;
/** A company with a document, a link to it and a file. */
async function company(): Promise<Scope> {
  const cif = String(61_000_000 + ++made);
  const created = await call<{ id: CompanyId }>(service(), { token: key } as Scope, 'POST', '/companies', {
    ...{ cif, name: `Firma ${cif} SRL`, address: 'Str. Lungă 1', city: 'Cluj-Napoca', state: 'Cluj' },
  });
  const scope = { token: key, company: created.body.id };
  const { id } = await inForce(service(), scope);
  expect((await call(service(), scope, 'POST', `/invoices/${id}/share-links`, {})).status).toBe(201);
  return scope;
}

const remove = async (scope: Scope): Promise<void> => {
  const body = { confirm: 'no_archive' };
  expect((await call(service(), scope, 'DELETE', `/companies/${scope.company}`, body)).status).toBe(204);
};

const kindsOf = async ({ company }: Scope): Promise<string[]> => {
  const items = await queryItems<Item>({ partition: companyPartition(company) });
  return [...new Set(items.map(({ kind }) => kind))].toSorted();
};
/** Fields that do not change with time. */
const lastingItems = async ({ company }: Scope): Promise<Item[]> =>
  (await queryItems<Item>({ partition: companyPartition(company) })).filter(
    ({ kind, expiresAt }) => expiresAt === undefined && kind !== 'daily-run',
  );

const STAYING = ['company', 'company-purge', 'purged-series'];

/** Only the items that are kept, and no changes elsewhere; the numbers of the series are unchanged. */
async function expectPurged(scope: Scope, what: string): Promise<void> {
  expect(await kindsOf(scope), what).toEqual(STAYING);
  expect(await filesNaming(scope.company), what).toEqual([]);
  const elsewhere = (await itemsNaming(scope.company)).filter(({ pk }) => pk !== `C#${scope.company}` && !pk.startsWith('RATE#'));
  expect(elsewhere, what).toEqual([]);
  const { data } = (await getItem<Item & { data: { step: string } }>(companyKey(scope.company, 'PURGE'))) ?? {};
  expect(data?.step, what).toBe('done');
}

describe('the purge of a company', () => {
  it(
    'continues after it dies at any of its calls, and changes no other company',
    async () => {
      const before = await lastingItems(other);
      const gone: Scope[] = [];
      const calls = await interruptEveryCall(service(), {
        name: 'workers-purge-company',
        run: async () => {
          const scope = await company();
          await remove(scope);
          gone.push(scope);
          await service().advance('PT20M');
          await service().advance('P5D');
        },
        check: async () => {
          await service().advance('PT2H');
          await service().advance('P1DT1H');
          await service().advance('PT2H');
          for (const [place, scope] of gone.entries()) await expectPurged(scope, `run ${place}`);
          expect(await lastingItems(other)).toEqual(before);
          expect((await call(service(), other, 'GET', `/invoices/${other.invoiceId}`)).status).toBe(200);
        },
      });
      expect(calls).toBeGreaterThan(20);
    },
    TIMEOUT,
  );

  it('is queued by its schedule, whichever of its calls is interrupted', async () => {
    const gone: Scope[] = [];
    await interruptEveryCall(service(), {
      name: 'schedules-company-purges',
      run: async () => {
        const scope = await company();
        await remove(scope);
        gone.push(scope);
        await service().advance('PT20M');
      },
      check: async () => {
        await service().advance('P5DT1H');
        await service().advance('P1DT1H');
        await service().advance('PT2H');
        for (const [place, scope] of gone.entries()) await expectPurged(scope, `run ${place}`);
      },
    });
  });

  it('may be executed by several workers at once', async () => {
    const scope = await company();
    await remove(scope);
    await service().advance('PT20M');
    await service().advance('P4DT23H50M');
    service().runtime.clock.advance('PT5M');
    await Promise.all([1, 2, 3].map(() => continuePurge(scope.company, () => true)));
    expect(await kindsOf(scope)).toEqual(STAYING);
    await service().advance('P1DT1H');
    await expectPurged(scope, 'at once');
  });

  it('takes precedence over a restoration that read the company before its purge began and commits afterwards', async () => {
    const scope = await company();
    await remove(scope);
    await service().advance('PT20M');
    await service().advance('P4DT23H30M');
    const deleted = await readCompany(scope.company);
    if (!deleted) throw new Error('The company is gone.');
    let tries = 0;
    const restored = restoreCompany(deleted, async (writes, view) => {
      if (++tries === 1) {
        service().runtime.clock.advance('PT20M');
        await continuePurge(scope.company, () => true);
      }
      return commitPlainly(writes, view);
    });
    await expect(restored).rejects.toMatchObject({ code: 'gone' });
    expect(tries).toBe(1);
    await service().advance('P1DT1H');
    await service().advance('PT20M');
    await expectPurged(scope, 'restored too late');
  });

  it('and a restoration at the same time: the company is complete, or gone', async () => {
    const scopes = await Promise.all([1, 2, 3, 4].map(company));
    const whole = await kindsOf(scopes[0] as Scope);
    for (const scope of scopes) await remove(scope);
    await service().advance('PT20M');
    await service().advance('P4DT23H39M');
    const outcomes = scopes.map(scope => call(service(), scope, 'POST', `/companies/${scope.company}/restore`));
    service().runtime.clock.advance('PT2M');
    const purges = scopes.map(scope => continuePurge(scope.company, () => true));
    const statuses = (await Promise.all(outcomes)).map(({ status }) => status);
    await Promise.all(purges);
    await service().advance('PT20M');
    await service().advance('P1DT1H');
    await service().advance('PT20M');
    for (const [place, scope] of scopes.entries()) {
      expect([200, 410]).toContain(statuses[place]);
      if (statuses[place] === 200) expect(await kindsOf(scope)).toEqual(expect.arrayContaining(whole.filter(isLasting)));
      else await expectPurged(scope, 'restored too late');
    }
  });
});

/** Kinds of which the test's companies always have some; others expire. */
const isLasting = (kind: string): boolean =>
  ['invoice', 'invoice-lines', 'series', 'client', 'share-link', 'vat-rate'].includes(kind);
