import { beforeAll, describe, expect, it } from 'vitest';
import { type Anchor, anchorDigest } from '#shared/documents/anchors/anchor.ts';
import { anchorProblems } from '#shared/documents/anchors/compare.ts';
import { anchorFiles, readAnchor } from '#shared/documents/anchors/store.ts';
import { takeAnchor } from '#shared/documents/anchors/take.ts';
import { queueNightlyRuns } from '#shared/documents/audit/nightly.ts';
import { localDay, instant, now, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { SeriesAudit } from '../support/contract.ts';
import { advanceToNoon } from '../support/anchors/noon.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { call, issued, lastingTrader } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';
import { startTimestampAuthority } from '../support/anchors/timestamp-authority.ts';

const service = useOwnService();
let scope: Scope & { clientId: string };
let series: string;
let numbers = 0;

/** A change of the chains, so that the next day has an anchor. */
async function issueOne(): Promise<void> {
  const { documentSeriesId } = await issued(service(), scope, { clientId: scope.clientId });
  series = documentSeriesId as string;
  numbers += 1;
}

beforeAll(async () => {
  await advanceToNoon(service());
  scope = await lastingTrader(service());
  await issueOne();
});

/** All anchors of the company, oldest first. */
async function anchors(): Promise<Anchor[]> {
  const all: Anchor[] = [];
  for await (const file of anchorFiles(scope.company)) all.unshift(await readAnchor(file));
  return all;
}

/** The anchors follow each other, the last has all numbers, and the audit agrees with them. */
async function expectWhole(): Promise<void> {
  const all = await anchors();
  for (const anchor of all) {
    expect(anchor.digest).toBe(anchorDigest(anchor));
    expect(anchor.contradictions).toEqual([]);
  }
  expect(anchorProblems(scope.company, all.toReversed())).toEqual([]);
  expect(all.filter(({ previous }) => previous === null).length).toBe(1);
  expect(all.at(-1)?.series).toMatchObject([{ id: series, sequence: numbers }]);
  // Each document is in an anchor.
  expect(new Set(all.flatMap(({ documents }) => documents.map(({ id }) => id))).size).toBe(numbers);
  const { body } = await call<SeriesAudit>(service(), scope, 'GET', `/document-series/${series}/audit`);
  expect(body.problems).toEqual([]);
  expect(body.anchors.checked.length).toBe(Math.min(all.length, 31));
}

describe('anchors are complete', () => {
  it('when their worker dies at any of its calls', async () => {
    const calls = await interruptEveryCall(service(), {
      name: 'workers-take-anchor',
      run: async () => {
        await issueOne();
        await service().advance('P1D');
      },
      check: async () => {
        await service().advance('PT2H');
        await expectWhole();
      },
    });
    expect(calls).toBeGreaterThan(5);
  });

  it('when their worker dies at any of its calls while it gets their time stamps: each has one', async () => {
    const authority = await startTimestampAuthority(now);
    process.env['TIMESTAMP_URL'] = authority.url;
    const first = today();
    try {
      await interruptEveryCall(service(), {
        name: 'workers-take-anchor',
        run: async () => {
          await issueOne();
          await service().advance('P1D');
        },
        check: async () => {
          await service().advance('PT2H');
          await expectWhole();
          for await (const { day, stamped } of anchorFiles(scope.company)) expect([day, stamped]).toEqual([day, day > first]);
        },
      });
    } finally {
      delete process.env['TIMESTAMP_URL'];
      await authority.stop();
    }
  });

  it('when their schedule dies at any of its calls', async () => {
    await interruptEveryCall(service(), {
      name: 'schedules-anchor-chains',
      run: async () => {
        await issueOne();
        await service().advance('P1D');
      },
      check: async () => {
        await service().advance('P1D');
        await expectWhole();
      },
    });
  });

  it('when several workers create the same one: the first remains', async () => {
    await issueOne();
    const before = (await anchors()).length;
    service().runtime.clock.advance('P1D');
    const task = { companyId: scope.company, day: today() };
    await Promise.all([...[1, 2, 3].map(() => takeAnchor(task)), queueNightlyRuns(), queueNightlyRuns()]);
    await service().idle();
    await takeAnchor(task);
    expect((await anchors()).length).toBe(before + 1);
    await expectWhole();
  });

  it('when a message is delivered days late, after a later anchor', async () => {
    const all = await anchors();
    const late = localDay(new Date(Date.parse(instant()) - 3 * 86_400_000).toISOString());
    await issueOne();
    await takeAnchor({ companyId: scope.company, day: late });
    expect(await anchors()).toEqual(all);
    await service().advance('P1D');
    await expectWhole();
  });

  it('when messages of several days are processed at once, after an outage: one anchor covers them', async () => {
    const before = await anchors();
    await issueOne();
    service().runtime.clock.advance('P3D');
    const days = [3, 2, 1, 0].map(ago => addDays(today(), -ago));
    await Promise.all(days.map(day => takeAnchor({ companyId: scope.company, day })));
    expect((await anchors()).slice(before.length).map(({ day, previous }) => [day, previous?.day])).toEqual([
      [today(), before.at(-1)?.day],
    ]);
    await service().idle();
    await expectWhole();
  });

  it('while documents are issued', async () => {
    service().runtime.clock.advance('P1D');
    const task = { companyId: scope.company, day: today() };
    await Promise.all([...[1, 2, 3, 4].map(issueOne), takeAnchor(task), ...[1, 2].map(issueOne)]);
    await service().advance('P1D');
    await expectWhole();
  });

  it('after a week in which the schedule did not run: one anchor covers it', async () => {
    await issueOne();
    const before = (await anchors()).length;
    await service().advance('P7D');
    expect((await anchors()).length).toBe(before + 1);
    await expectWhole();
  });
});
