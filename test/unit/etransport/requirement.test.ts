import { describe, expect, it } from 'vitest';
import { TRANSPORT_LAW } from '#shared/authority/etransport/requirement/law.ts';
import { type TransportFacts, transportRequirement } from '#shared/authority/etransport/requirement/requirement.ts';

const TODAY = '2026-11-22';
type Goods = TransportFacts['goods'][number];

const goods = (changes: Partial<Goods> = {}): Goods => ({
  tariffCode: '0701',
  grossWeight: '600',
  valueWithoutVat: '900',
  ...changes,
});

const asked = (operationType: number, lines: Goods[], vehicleMass: number | null = 3500) =>
  transportRequirement({ operationType, transportDate: TODAY, goods: lines, vehicleMass }, TODAY);

describe('whether a transport must be declared', () => {
  it.each([
    ['goods of high risk above 500 kg', 30, [goods()], 3500, 'required'],
    [
      'goods of high risk of exactly 500 kg and 10,000 lei',
      30,
      [goods({ grossWeight: '500', valueWithoutVat: '10000' })],
      3500,
      'not_required',
    ],
    [
      'light goods of high risk worth more than 10,000 lei',
      30,
      [goods({ grossWeight: '1', valueWithoutVat: '10000.01' })],
      2500,
      'required',
    ],
    ['lines that pass a limit together', 30, [goods({ grossWeight: '300' }), goods({ grossWeight: '200.01' })], 3500, 'required'],
    [
      'heavy goods of no risk with light ones of high risk, where sources differ',
      30,
      [goods({ grossWeight: '100' }), goods({ tariffCode: '4801' })],
      3500,
      'unknown',
    ],
    ['goods of no high risk', 30, [goods({ tariffCode: '48010000' })], 3500, 'not_required'],
    ['goods without tariff code', 30, [goods({ tariffCode: null })], 3500, 'unknown'],
    [
      'no risk, and a line without tariff code',
      30,
      [goods({ tariffCode: '4801' }), goods({ tariffCode: null })],
      3500,
      'unknown',
    ],
    ['goods of high risk without weight', 30, [goods({ grossWeight: null })], 3500, 'unknown'],
    ['a vehicle below 2.5 t', 30, [goods()], 2499, 'not_required'],
    ['a vehicle without data', 30, [goods()], null, 'unknown'],
    ['goods of no high risk in a vehicle without data', 30, [goods({ tariffCode: '4801' })], null, 'not_required'],
    ['any goods over the border', 20, [goods({ tariffCode: '4801' })], 3500, 'required'],
    ['few goods over the border, of which sources differ', 20, [goods({ grossWeight: '10' })], 3500, 'unknown'],
    ['goods over the border in a small vehicle, of which sources differ', 50, [goods()], 1200, 'unknown'],
  ] as const)('%s: operation %i', (_, operationType, lines, vehicleMass, expected) => {
    const { requirement, reasons } = asked(operationType, [...lines], vehicleMass);
    expect(requirement).toBe(expected);
    expect(reasons.length).toBeGreaterThan(0);
  });

  it('returns the deciding reasons', () => {
    const [{ validFrom, checkedOn, sources }] = TRANSPORT_LAW as [(typeof TRANSPORT_LAW)[number]];
    expect(asked(30, [goods({ tariffCode: '4801' })], null)).toEqual({
      requirement: 'not_required',
      reasons: ['National transport is declared only with goods of high fiscal risk, and there are none.'],
      missing: [],
      law: { validFrom, checkedOn, sources },
    });
    expect(asked(30, [goods()], null).reasons).toContain(
      'The maximum mass of the vehicle is not known; transports in vehicles from 2500 kg on are declared.',
    );
  });

  it.each([
    ['the mass of the vehicle', [goods()], null, ['vehicleMass']],
    ['the tariff code of a line', [goods({ tariffCode: null }), goods({ tariffCode: '4801' })], 3500, ['lines.0.tariffCode']],
    ['the weight of a line', [goods({ grossWeight: '1' }), goods({ grossWeight: null })], 3500, ['lines.1.grossWeight']],
    ['nothing, where it is required', [goods({ grossWeight: null }), goods()], 3500, []],
    ['nothing, where sources differ', [goods({ grossWeight: '100' }), goods({ tariffCode: '4801' })], 3500, []],
  ] as const)('names the missing data: %s', (_, lines, vehicleMass, missing) => {
    expect(asked(30, [...lines], vehicleMass).missing).toEqual(missing);
  });

  it('is unknown for days before the law that this service implements', () => {
    const facts = { operationType: 30, transportDate: '2020-01-01', goods: [goods()], vehicleMass: 3500 };
    expect(transportRequirement(facts, TODAY)).toMatchObject({ requirement: 'unknown', missing: [], law: null });
    expect(transportRequirement({ ...facts, transportDate: null }, TODAY).requirement).toBe('required');
  });

  it.each([
    '0701',
    '0714',
    '0801',
    '0814',
    '2201',
    '2208',
    '2505',
    '2517',
    '6117',
    '6212',
    '6214',
    '6217',
    '6405',
    '7213',
    '7214',
  ])('heading %s is of high risk (OPANAF 802/2022)', tariffCode => {
    expect(asked(30, [goods({ tariffCode: `${tariffCode}00` })]).requirement).toBe('required');
  });

  it.each(['0700', '0715', '0815', '2209', '2506', '2516', '6118', '6213', '6218', '6406', '7212', '7215'])(
    'heading %s is not of high risk',
    code => {
      expect(asked(30, [goods({ tariffCode: code })]).requirement).toBe('not_required');
    },
  );

  it('every version of the law has its sources and the day on which they were read', () => {
    for (const { validFrom, checkedOn, sources } of TRANSPORT_LAW) {
      expect(validFrom <= checkedOn).toBe(true);
      expect(sources.length).toBeGreaterThan(0);
    }
    expect(TRANSPORT_LAW.map(({ validFrom }) => validFrom)).toEqual(TRANSPORT_LAW.map(({ validFrom }) => validFrom).sort());
  });
});
