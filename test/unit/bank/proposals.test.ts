import { describe, expect, it } from 'vitest';
import type { BankEntry, OpenDocument } from '#shared/model/bank/entry.ts';
import { nameWords } from '#shared/model/bank/names.ts';
import { matchEntries } from '#shared/model/bank/proposals.ts';
import { ALFA, ALFA_IBAN, BETA, BETA_IBAN, documentOf, entryOf, GAMA, matchOne, paymentOf, shown } from './match.ts';

/** Proposals for lines of a statement (BNK-8 to BNK-15). */

const FCT1 = documentOf('fct-001');
const FCT2 = documentOf('fct-002', { issueDate: '2026-11-02', cents: 5000 });
const FCT3 = documentOf('fct-003', { issueDate: '2026-11-03', cents: 20_000 });
const BET1 = documentOf('bet-001', { partnerKey: BETA.key, cents: 7700 });
const EUR1 = documentOf('fct-009', { currency: 'EUR', cents: 11_900 });
const OWED = documentOf('fct-004', { what: 'refund', cents: 3000, alsoNamed: ['CN-0001'] });
const GAM1 = documentOf('gam-771', { role: 'purchase', partnerKey: GAMA.key, cents: 6100 });
const GAM2 = documentOf('gam-772', { role: 'purchase', partnerKey: GAMA.key, cents: 3900, issueDate: '2026-11-05' });
const ALL = [FCT1, FCT2, FCT3, BET1, EUR1, OWED, GAM1, GAM2];

it.each<
  [
    what: string,
    entry: Partial<BankEntry> & { name?: string; iban?: string; taxCode?: string },
    documents: OpenDocument[],
    first: string,
  ]
>([
  ['number and amount', { text: 'FCT 001' }, ALL, 'high; fct-001=11900; number_in_text amount_equals_balance'],
  [
    'end-to-end reference and amount',
    { endToEndId: 'FCT-001' },
    ALL,
    'high; fct-001=11900; end_to_end_reference amount_equals_balance',
  ],
  [
    'structured reference and amount',
    { references: ['FCT001'] },
    ALL,
    'high; fct-001=11900; structured_reference amount_equals_balance',
  ],
  ['account and amount', { iban: ALFA_IBAN }, ALL, 'high; fct-001=11900; amount_equals_balance iban_known'],
  [
    'account with spaces',
    { iban: 'RO09 BCYP 0000 0012 3456 7890' },
    ALL,
    'high; fct-001=11900; amount_equals_balance iban_known',
  ],
  ['tax number in the text', { text: 'CUI RO14399840' }, ALL, 'high; fct-001=11900; amount_equals_balance tax_code_in_text'],
  ['tax number of the party', { taxCode: '14399840' }, ALL, 'high; fct-001=11900; amount_equals_balance tax_code_in_text'],
  ['name and amount', { name: 'ALFA TRANS SRL' }, ALL, 'medium; fct-001=11900; amount_equals_balance name_alike'],
  ['amount alone', {}, ALL, 'low; fct-001=11900; amount_equals_balance'],
  [
    'two named',
    { text: 'FCT001, FCT002', cents: 16_900 },
    ALL,
    'high; fct-001=11900+fct-002=5000; number_in_text sum_of_documents',
  ],
  [
    'two named, less: the oldest first',
    { text: 'FCT001, 002', cents: 13_000, iban: ALFA_IBAN },
    ALL,
    'high; fct-001=11900+fct-002=1100; number_in_text iban_known; (less_than_open)',
  ],
  [
    'a part, from a known account',
    { text: 'avans FCT-001', cents: 5900, iban: ALFA_IBAN },
    ALL,
    'high; fct-001=5900; number_in_text iban_known; (less_than_open)',
  ],
  ['a part, from nobody known', { text: 'FCT-001', cents: 5900 }, ALL, 'low; fct-001=5900; number_in_text; (less_than_open)'],
  [
    'a part, by name',
    { text: 'FCT-001', cents: 5900, name: 'Alfa Trans' },
    ALL,
    'medium; fct-001=5900; number_in_text name_alike; (less_than_open)',
  ],
  [
    'less by fees',
    { text: 'FCT-001', cents: 11_500 },
    ALL,
    'medium; fct-001=11500; number_in_text less_by_bank_fees; (less_than_open)',
  ],
  ['too much less for fees', { text: 'FCT-001', cents: 11_300 }, ALL, 'low; fct-001=11300; number_in_text; (less_than_open)'],
  [
    'more than is open',
    { text: 'FCT-001', cents: 12_000, iban: ALFA_IBAN },
    ALL,
    'high; fct-001=11900; over 100; number_in_text iban_known; (more_than_open)',
  ],
  [
    'another payer',
    { text: 'FCT-001', iban: BETA_IBAN },
    ALL,
    'medium; fct-001=11900; number_in_text amount_equals_balance; (other_payer)',
  ],
  ['sum of a run', { iban: ALFA_IBAN, cents: 16_900 }, ALL, 'medium; fct-001=11900+fct-002=5000; sum_of_documents iban_known'],
  [
    'the only document',
    { iban: BETA_IBAN, cents: 5000 },
    [BET1],
    'medium; bet-001=5000; only_open_document iban_known; (less_than_open)',
  ],
  [
    'nothing fits: the oldest first',
    { iban: ALFA_IBAN, cents: 12_345 },
    ALL,
    'low; fct-001=11900+fct-002=445; oldest_first iban_known; (less_than_open)',
  ],
  [
    'number without its series',
    { text: 'plata factura 001', iban: ALFA_IBAN, cents: 10_000 },
    [FCT1, FCT3],
    'medium; fct-001=10000; number_without_series iban_known; (less_than_open)',
  ],
  [
    'the same amount twice',
    { iban: ALFA_IBAN },
    [FCT1, documentOf('fct-005')],
    'medium; fct-001=11900; amount_equals_balance iban_known; (several_alike)',
  ],
  ['an advance', { iban: ALFA_IBAN, cents: 999 }, [BET1], 'low; advance; over 999; iban_known'],
  ['another currency', { text: 'FCT-009', currency: 'EUR' }, ALL, 'high; fct-009=11900; number_in_text amount_equals_balance'],
  [
    'out: a supplier',
    { flow: 'out', text: 'GAM 771', cents: 6100 },
    ALL,
    'high; gam-771=6100; number_in_text amount_equals_balance',
  ],
  [
    'out: two of a supplier',
    { flow: 'out', name: 'GAMA SERV S.R.L.', cents: 10_000 },
    ALL,
    'medium; gam-771=6100+gam-772=3900; sum_of_documents name_alike',
  ],
  [
    'out: a refund by the credit note',
    { flow: 'out', text: 'retur CN 0001', cents: 3000 },
    ALL,
    'high; fct-004=3000; refund; number_in_text amount_equals_balance',
  ],
  [
    'out: a refund by the client',
    { flow: 'out', iban: ALFA_IBAN, cents: 3000 },
    ALL,
    'high; fct-004=3000; refund; amount_equals_balance iban_known',
  ],
])('%s', (_, entry, documents, first) => {
  expect(shown(matchOne(entryOf(entry), { documents }))[0]).toBe(first);
});

it.each<[what: string, entry: Partial<BankEntry>, documents: OpenDocument[]]>([
  ['a number that is too short, and no amount', { text: '1', cents: 1 }, ALL],
  ['digits behind a word, of nobody known', { text: 'factura 001', cents: 10_000 }, ALL],
  ['money of the other direction', { flow: 'out', text: 'FCT 001', cents: 1 }, [FCT1]],
  ['another currency', { text: 'FCT 001', currency: 'EUR' }, [FCT1]],
  ['an amount that more than three have', {}, ['a', 'b', 'c', 'd'].map(id => documentOf(id))],
  [
    'a supplier that is owed nothing',
    { flow: 'out', cents: 5, counterparty: { name: 'GAMA SERV', iban: null, taxCode: null } },
    [FCT1],
  ],
])('proposes nothing for %s', (_, entry, documents) => {
  expect(matchOne(entryOf(entry), { documents })).toMatchObject({ status: 'no_match', proposals: [] });
});

it('proposes at most 20 documents, and at most 5 proposals', () => {
  const many = Array.from({ length: 30 }, (_, place) => documentOf(`m-${100 + place}`, { cents: 100 }));
  const [oldest] = matchOne(entryOf({ iban: ALFA_IBAN, cents: 2777 }), { documents: many }).proposals;
  expect(oldest?.shares).toHaveLength(20);
  expect(oldest?.over).toBe(777);
  expect(matchOne(entryOf({ iban: ALFA_IBAN, cents: 100 }), { documents: many }).proposals.length).toBeLessThanOrEqual(5);
});

it('does not offer again what an earlier line takes with high confidence', () => {
  const [later, earlier] = [
    entryOf({ bookingDate: '2026-11-12', iban: ALFA_IBAN, cents: 11_900 }),
    entryOf({ bookingDate: '2026-11-11', text: 'FCT-001', cents: 11_900 }),
  ];
  const [second, first] = matchEntries([later, earlier], { documents: [FCT1], partners: [ALFA], payments: [] });
  expect(first && shown(first)).toEqual(['high; fct-001=11900; number_in_text amount_equals_balance']);
  expect(second && shown(second)).toEqual(['low; advance; over 11900; iban_known']);
});

it.each<[text: string, isKnown: boolean]>([
  ['CUI RO14399840', true],
  ['CUI 14399840', true],
  ['cif:RO 14399840', true],
  ['plata 14399840', true],
  ['RO14399840', true],
  ['X14399840', false],
  ['143998401', false],
  ['1439984', false],
])('a tax number in the text: %s', (text, isKnown) => {
  const [best] = matchOne(entryOf({ text }), { documents: [FCT1] }).proposals;
  expect(best?.reasons.includes('tax_code_in_text')).toBe(isKnown);
});

it('knows a short tax number behind its word alone', () => {
  const partner = { ...ALFA, taxCode: '4512' };
  const found = (text: string) => matchOne(entryOf({ text }), { documents: [FCT1], partners: [partner] }).proposals[0]?.reasons;
  expect(found('CUI 4512')).toContain('tax_code_in_text');
  expect(found('plata 4512')).not.toContain('tax_code_in_text');
});

describe('names', () => {
  it.each<[string, string]>([
    ['SC ALFA TRANS SRL', 'S.C. Alfa Trans S.R.L.'],
    ['Țărănescu Ștefan PFA', 'STEFAN TARANESCU P.F.A.'],
    ['alfa-trans s r l', 'ALFA TRANS'],
  ])('%s is alike %s', (one, other) => {
    expect(nameWords(one).toSorted()).toEqual(nameWords(other).toSorted());
  });

  it('knows a name that the bank has cut off, and not a part of one', () => {
    const partner = { ...ALFA, name: 'Compania Nationala de Transporturi Rutiere SA' };
    const found = (name: string) => matchOne(entryOf({ name }), { documents: [FCT1], partners: [partner] }).proposals[0]?.reasons;
    expect(found('COMPANIA NATIONALA DE TRANSPORTURI R')).toEqual(['amount_equals_balance', 'name_alike']);
    expect(found('COMPANIA NATIONALA')).toEqual(['amount_equals_balance']);
  });
});

describe('what is recorded', () => {
  const entry = entryOf({ text: 'FCT-001', iban: ALFA_IBAN, bankReference: 'BT900' });
  const cases: [what: string, payments: ReturnType<typeof paymentOf>[], status: string, ids: string[]][] = [
    ['the reference', [paymentOf('p1', { reference: 'BT900' })], 'already_recorded', ['p1']],
    [
      'the reference, over two documents',
      [paymentOf('p1', { reference: 'BT900', cents: 5000 }), paymentOf('p2', { reference: 'BT900', cents: 6900 })],
      'already_recorded',
      ['p1', 'p2'],
    ],
    ['day, amount and document', [paymentOf('p1', { partnerKey: 'sale:other' })], 'already_recorded', ['p1']],
    ['day, amount and partner', [paymentOf('p1', { documents: [{ id: 'x', number: 'X-9' }] })], 'already_recorded', ['p1']],
    [
      'day and amount alone',
      [paymentOf('p1', { documents: [{ id: 'x', number: 'X-9' }], partnerKey: 'sale:other' })],
      'possibly_recorded',
      ['p1'],
    ],
    ['day, amount and partner, by another reference', [paymentOf('p1', { reference: 'OP 12' })], 'possibly_recorded', ['p1']],
    ['another day', [paymentOf('p1', { reference: 'BT900', date: '2026-11-09' })], 'proposed', []],
    ['another amount', [paymentOf('p1', { cents: 11_899 })], 'proposed', []],
    ['money of the other direction', [paymentOf('p1', { reference: 'BT900', flow: 'out' })], 'proposed', []],
    ['another currency', [paymentOf('p1', { currency: 'EUR' })], 'proposed', []],
  ];
  it.each(cases)('by %s', (_, payments, status, ids) => {
    const matched = matchOne(entry, { documents: [FCT1], payments });
    expect([matched.status, matched.recorded?.payments.map(({ id }) => id) ?? []]).toEqual([status, ids]);
    if (status === 'already_recorded') expect(matched.proposals).toEqual([]);
    if (status === 'possibly_recorded')
      expect(new Set(matched.proposals.map(({ confidence }) => confidence))).toEqual(new Set(['low']));
  });

  it('lets a payment belong to one line', () => {
    const twice = [entry, { ...entry, bankReference: 'BT901' }];
    const found = matchEntries(twice, { documents: [FCT1], partners: [ALFA], payments: [paymentOf('p1')] });
    expect(found.map(({ status }) => status)).toEqual(['already_recorded', 'proposed']);
  });

  it('leaves a line that takes another one back to the reader', () => {
    const back = { ...entry, flow: 'out' as const, isReversal: true };
    expect(matchOne(back, { documents: ALL, payments: [paymentOf('p1', { reference: 'BT900' })] })).toMatchObject({
      ...{ status: 'reversal', recorded: null, proposals: [] },
    });
  });
});
