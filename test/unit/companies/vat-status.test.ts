import { describe, expect, it } from 'vitest';
import { vatPeriodsOf } from '#shared/authority/registries/registry-http.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { VatPeriod } from '#shared/model/company.ts';
import { companyOn, periodErrors, periodsOf, vatStatusOn, vatStatusWarnings, vatTermsOf } from '#shared/model/vat/status.ts';
import { sampleDocument } from '../../support/documents.ts';

/** The VAT status by day (COM-86, COM-87, TAX-62 to TAX-64). */

/** Registered from March 2024 until May 2026, on collection in 2025. */
const vatStatus: VatPeriod[] = [
  { from: '2024-03-01', to: '2024-12-31', registered: true, onCollection: false },
  { from: '2025-01-01', to: '2025-12-31', registered: true, onCollection: true },
  { from: '2026-01-01', to: '2026-05-31', registered: true, onCollection: false },
];
const company = { vatPayer: false, vatOnCollection: false, vatCode: 'RO12345678', vatStatus };

describe('the status on a day', () => {
  it.each([
    ['2024-02-29', false, false],
    ['2024-03-01', true, false],
    ['2025-01-01', true, true],
    ['2025-12-31', true, true],
    ['2026-01-01', true, false],
    ['2026-05-31', true, false],
    ['2026-06-01', false, false],
  ])('%s: registered %s, on collection %s', (day, registered, onCollection) => {
    expect(vatStatusOn(company, day)).toEqual({ registered, onCollection });
    const then = companyOn(company, day);
    expect([then.vatPayer, then.vatOnCollection, then.vatCode]).toEqual([
      registered,
      onCollection,
      registered ? 'RO12345678' : null,
    ]);
  });

  it.each([[null], [undefined], [[]]])('without periods (%j) is that of the flags on every day', none => {
    const flagged = { ...company, vatPayer: true, vatOnCollection: true, vatStatus: none as VatPeriod[] | null };
    expect(vatStatusOn(flagged, '2001-01-01')).toEqual({ registered: true, onCollection: true });
    expect(companyOn(flagged, '2001-01-01')).toBe(flagged);
  });
});

describe('what it means for a document', () => {
  it.each([
    ['an invoice while registered', '2024-05-05', null, true, false],
    ['one on collection', '2025-05-05', null, true, true],
    ['one after the registration has ended, also for a supply before', '2026-06-10', '2026-05-20', false, false],
    ['the last day on collection', '2025-12-31', null, true, true],
    ['the first day after it', '2026-01-01', null, true, false],
    ['a supply before entering the system, invoiced in it', '2025-01-10', '2024-12-20', true, false],
    ['an invoice before entering it, of a later supply', '2024-12-30', '2025-01-10', true, false],
    ['a supply in the system, invoiced after leaving it', '2026-01-10', '2025-12-20', true, true],
    ['an invoice in the system, of a supply after leaving it', '2025-12-30', '2026-01-10', true, true],
  ])('%s', (_, issueDate, taxPointDate, registered, onCollection) => {
    expect(vatTermsOf(company, { issueDate, taxPointDate })).toEqual({ registered, onCollection });
    expect(vatTermsOf(company, { issueDate, taxPointDate, invoiceTypeCode: '389' }).onCollection).toBe(false);
  });
});

it.each<[string, VatPeriod[], Record<string, string[]>]>([
  ['in order', vatStatus, {}],
  ['none', [], {}],
  [
    'the end before the beginning',
    [{ from: '2026-02-01', to: '2026-01-31', registered: true, onCollection: false }],
    { 'vatStatus.0.to': ['must not be before from'] },
  ],
  [
    'after one without an end',
    [
      { from: '2025-01-01', registered: true, onCollection: false },
      { from: '2026-01-01', registered: false, onCollection: false },
    ],
    { 'vatStatus.1.from': ['must follow a period that ends'] },
  ],
  [
    'a day in two',
    [
      { from: '2025-01-01', to: '2026-01-01', registered: true, onCollection: false },
      { from: '2026-01-01', registered: false, onCollection: false },
    ],
    { 'vatStatus.1.from': ['must be after 2026-01-01, the end of the period before'] },
  ],
  [
    'on collection without registration',
    [{ from: '2025-01-01', registered: false, onCollection: true }],
    { 'vatStatus.0.onCollection': ['must be false of a company that is not registered for VAT'] },
  ],
])('periods: %s', (_, periods, errors) => expect(periodErrors(periods)).toEqual(errors));

it.each<[string, Parameters<typeof periodsOf>, string[]]>([
  ['registered', [[{ from: '2020-01-01', to: null }], []], ['2020-01-01 … false']],
  [
    'on collection from the first day',
    [[{ from: '2020-01-01', to: null }], [{ from: '2020-01-01', to: null }]],
    ['2020-01-01 … true'],
  ],
  [
    'on collection in between',
    [[{ from: '2020-01-01', to: null }], [{ from: '2021-01-01', to: '2021-12-31' }]],
    ['2020-01-01 2020-12-31 false', '2021-01-01 2021-12-31 true', '2022-01-01 … false'],
  ],
  [
    'two registrations, on collection across the first end',
    [
      [
        { from: '2023-01-01', to: null },
        { from: '2020-01-01', to: '2021-06-30' },
      ],
      [{ from: '2021-01-01', to: '2021-12-31' }],
    ],
    ['2020-01-01 2020-12-31 false', '2021-01-01 2021-06-30 true', '2023-01-01 … false'],
  ],
])('spans of the register: %s', (_, spans, shown) =>
  expect(periodsOf(...spans).map(({ from, to = '…', onCollection }) => `${from} ${to} ${onCollection}`)).toEqual(shown),
);

describe('the answer of the register', () => {
  const scope = (from: string, to: string | null = '') => ({ data_inceput_ScpTVA: from, data_sfarsit_ScpTVA: to });
  const found = (scpTVA: boolean, perioade_TVA: ReturnType<typeof scope>[], statusTvaIncasare = false, dataInceputTvaInc = '') =>
    ({
      inregistrare_scop_Tva: {
        scpTVA,
        perioade_TVA: perioade_TVA.map(one => ({ ...one, data_sfarsit_ScpTVA: one.data_sfarsit_ScpTVA || null })),
      },
      inregistrare_RTVAI: { statusTvaIncasare, dataInceputTvaInc: dataInceputTvaInc || null, dataSfarsitTvaInc: null },
    }) as Parameters<typeof vatPeriodsOf>[0];

  it('gives the periods; days before 2000 are from 2000 on', () => {
    expect(vatPeriodsOf(found(true, [scope('1993-07-01')], true, '2021-02-01'))).toEqual([
      { from: '2000-01-01', to: '2021-01-31', registered: true, onCollection: false },
      { from: '2021-02-01', registered: true, onCollection: true },
    ]);
    expect(vatPeriodsOf(found(false, [scope('2015-01-01', '2020-03-31')]))).toEqual([
      { from: '2015-01-01', to: '2020-03-31', registered: true, onCollection: false },
    ]);
  });

  it('gives none where it has no days, or they contradict its status of today', () => {
    expect(vatPeriodsOf(found(true, []))).toBeUndefined();
    expect(vatPeriodsOf(found(false, [scope('2015-01-01')]))).toBeUndefined();
    expect(vatPeriodsOf(found(true, [scope('2015-01-01'), scope('2016-01-01')]))).toBeUndefined();
    expect(vatPeriodsOf({})).toBeUndefined();
  });
});

describe('warnings', () => {
  const lasting = { ...company, vatPayer: true, vatStatus: [{ from: '2024-01-01', registered: true, onCollection: false }] };
  it('name a flag that differs from the periods today, and a document that differs from them', () => {
    expect(vatStatusWarnings(lasting, sampleDocument(), today())).toEqual([]);
    expect(vatStatusWarnings({ ...lasting, vatPayer: false }, sampleDocument(), today())).toEqual([
      'vatStatus: its periods say that the company is registered for VAT today, the company register says the opposite.',
    ]);
    const collecting = sampleDocument({ tvaLaIncasare: true, issueDate: '2026-03-01' });
    expect(vatStatusWarnings(lasting, collecting, today())).toEqual([
      'tvaLaIncasare: on 2026-03-01 the company does not apply VAT on collection.',
    ]);
    expect(vatStatusWarnings({ ...lasting, vatStatus: null }, collecting, today())).toEqual([]);
  });
});
