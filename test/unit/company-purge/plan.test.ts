import { describe, expect, it } from 'vitest';
import { nextStep, type Step } from '#shared/app/company-purge/plan.ts';
import { retentionYears } from '#shared/app/company-purge/retention.ts';
import { firstRetained } from '#shared/output/files/retention.ts';
import { retentionEnd } from '#shared/output/files/retention.ts';
import { PURGE_RULES, staysAfterPurge } from '#shared/app/company-purge/kinds.ts';
import { reduced } from '#shared/app/company-purge/run.ts';
import { withNumbers } from '#shared/app/company-purge/series.ts';
import type { Company } from '#shared/model/company.ts';
import { type CompanyPurge, newRelease } from '#shared/records/parties/companies/purge-record.ts';
import { ITEM_KINDS } from '#shared/base/vocabulary/item-kinds.ts';

const DELETED = '2026-11-22T10:00:00.000Z';
const GRACE_END = '2026-11-27T10:00:00.000Z';
const RETAINED = '2032-06-30T21:00:00.000Z';
const ANA = { id: 'ana', name: 'Ana', email: 'ana@example.ro' };

const release = (at: string): CompanyPurge['release'] => ({ ...newRelease(ANA, null), at });
const announced = (purgeAt: string | null): CompanyPurge['announced'] => ({ at: DELETED, purgeAt });
const wait = (until: string): Step => ({ do: 'wait', until });
const announce = (purgeAt: string | null): Step => ({ do: 'announce', purgeAt });
const purge: Step = { do: 'purge' };

interface Case {
  release?: CompanyPurge['release'];
  announced?: CompanyPurge['announced'];
  retained: string | null;
  at: string;
  step: Step;
}

describe('the plan of a deletion for the data of a company', () => {
  it.each<[string, Case]>([
    ['without documents: waits for the end of the grace period', { retained: null, at: DELETED, step: wait(GRACE_END) }],
    ['and is purged then', { retained: null, at: GRACE_END, step: purge }],
    ['documents whose retention is over', { retained: '2026-06-30T21:00:00.000Z', at: GRACE_END, step: purge }],
    ['documents whose retention ends within the grace', { retained: GRACE_END, at: GRACE_END, step: purge }],
    [
      'documents in their retention: the owners get a mail that they are kept',
      { retained: RETAINED, at: DELETED, step: announce(null) },
    ],
    [
      'and get another 30 days before it ends',
      { retained: RETAINED, announced: announced(null), at: GRACE_END, step: wait('2032-05-31T21:00:00.000Z') },
    ],
    [
      'when everything is purged at its end',
      { retained: RETAINED, announced: announced(null), at: '2032-05-31T21:00:00.000Z', step: announce(RETAINED) },
    ],
    [
      'or 30 days after a mail that was sent late',
      {
        retained: RETAINED,
        announced: announced(null),
        at: '2032-06-20T00:00:00.000Z',
        step: announce('2032-07-20T00:00:00.000Z'),
      },
    ],
    [
      'not before the announced time',
      { retained: RETAINED, announced: announced(RETAINED), at: GRACE_END, step: wait(RETAINED) },
    ],
    ['and at the announced time', { retained: RETAINED, announced: announced(RETAINED), at: RETAINED, step: purge }],
    ['released with the deletion', { retained: RETAINED, release: release(DELETED), at: DELETED, step: announce(GRACE_END) }],
    [
      'is purged with the rest',
      { retained: RETAINED, release: release(DELETED), announced: announced(GRACE_END), at: GRACE_END, step: purge },
    ],
    [
      'released later: 30 days after the mail about it',
      {
        retained: RETAINED,
        release: release('2027-01-01T00:00:00.000Z'),
        at: '2027-01-01T00:10:00.000Z',
        step: announce('2027-01-31T00:10:00.000Z'),
      },
    ],
  ])('%s', (_, { release = null, announced = null, retained, at, step }) => {
    expect(nextStep({ deletedAt: DELETED, release, announced }, retained, at)).toEqual(step);
  });
});

describe('retention', () => {
  it.each([
    ['2026-01-01', 5, '2032-07-01'],
    ['2026-12-31', 5, '2032-07-01'],
    ['2025-12-31', 10, '2036-07-01'],
  ])('of a document of %s, for %s years, ends on %s', (issueDate, years, end) => {
    expect(retentionEnd(issueDate, years)).toBe(end);
  });

  it('the first date that is still retained is the one whose retention ends next', () => {
    for (const day of ['2026-01-01', '2026-06-30', '2026-07-01', '2026-12-31'])
      for (const years of [5, 10, 50]) {
        const first = firstRetained(day, years);
        expect(retentionEnd(first, years) > day, `${day} ${years}`).toBe(true);
        const before = `${Number(first.slice(0, 4)) - 1}-12-31`;
        expect(retentionEnd(before, years) > day, `${day} ${years}`).toBe(false);
      }
  });

  it.each([
    [{ archiveEnabled: false, archiveRetentionYears: 10 }, 5],
    [{ archiveEnabled: true, archiveRetentionYears: 10 }, 10],
    [{ archiveEnabled: true, archiveRetentionYears: 1 }, 5],
    [{ archiveEnabled: true, archiveRetentionYears: null }, 5],
  ])('with %j lasts %s years', (settings, years) => {
    expect(retentionYears(settings as Company)).toBe(years);
  });
});

describe('the items that stay', () => {
  it('are decided for each kind of item, and for no other', () => {
    expect(Object.keys(PURGE_RULES).toSorted()).toEqual(Object.keys(ITEM_KINDS).toSorted());
  });

  it('are three kinds of the partition of the company', () => {
    const kinds = Object.keys(ITEM_KINDS) as (keyof typeof ITEM_KINDS)[];
    expect(kinds.filter(staysAfterPurge).toSorted()).toEqual(['company', 'company-purge', 'purged-series']);
  });

  it.each([
    [[], []],
    [[1, 2, 3], [{ from: 1, to: 3 }]],
    [
      [1, 2, 5, 5, 6, 9],
      [
        { from: 1, to: 2 },
        { from: 5, to: 6 },
        { from: 9, to: 9 },
      ],
    ],
  ])('of numbers %j are the ranges %j', (numbers, ranges) => {
    expect(withNumbers([], numbers)).toEqual(ranges);
    // Page by page.
    expect(numbers.reduce<ReturnType<typeof withNumbers>>((made, one) => withNumbers(made, [one]), [])).toEqual(ranges);
  });

  it('of the record of the company are the fields that identify it, and nothing of a person', () => {
    const texts = ['name', 'registrationNumber', 'vatCode', 'address', 'city', 'state', 'sector', 'phone', 'email', 'website'];
    const more = ['capitalSocial', 'bankName', 'bankAccount', 'bankBic', 'logoPath', 'emailCc', 'emailBcc', 'taxExemptionReason'];
    const company = {
      ...Object.fromEntries([...texts, ...more].map(field => [field, 'PRIVATE'])),
      ...{ id: 'c', organizationId: 'o', cif: '123', country: 'RO', defaultCurrency: 'RON', version: 7 },
      ...{ deletedAt: DELETED, createdAt: DELETED, updatedAt: DELETED },
    } as Company;
    const left = reduced(company);
    expect(JSON.stringify(left)).not.toContain('PRIVATE');
    expect(left).toMatchObject({ id: 'c', organizationId: 'o', cif: '123', deletedAt: DELETED, version: 7 });
  });
});
