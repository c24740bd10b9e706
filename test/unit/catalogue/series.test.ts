import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSeries, changeSeries, makeDefault, newSeries, removeSeries } from '#shared/records/catalogue/series/rules.ts';
import { chooseSeries, formatNumber, type Series } from '#shared/records/catalogue/series/store.ts';
import { SERIES_TYPES } from '#shared/model/kinds.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

const AT = '2026-11-01T00:00:00.000Z';
const at = (minute: number): string => `2026-11-01T00:${String(minute).padStart(2, '0')}:00.000Z`;

const series = (id: string, change: Partial<Series> = {}): Series => ({
  ...newSeries({ prefix: id, type: 'invoice' }, 'manual', id, AT),
  ...change,
});

const statusOf = (run: () => unknown): number => {
  try {
    run();
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
};

describe('Number text (REC-52)', () => {
  it.each([
    ['CN-', 2026, 5, 'CN-2026-005'],
    ['FAC-2024-', null, 1, 'FAC-2024-001'],
    ['FACT', null, 43, 'FACT-043'],
    ['FACT', null, 1000, 'FACT-1000'],
    ['FACT', null, 123456, 'FACT-123456'],
    ['A/B.', 2026, 7, 'A/B-2026-007'],
    ['X _-', null, 12, 'X-012'],
    ['X Y', 2030, 12, 'X Y-2030-012'],
  ])('%j, year %j, %i is %s', (prefix, year, number, text) => {
    expect(formatNumber({ prefix, year }, number)).toBe(text);
  });
});

describe('The series of a document', () => {
  const all = [
    series('old', { createdAt: at(1) }),
    series('default', { createdAt: at(2), isDefault: true }),
    series('off', { createdAt: at(0), active: false }),
    series('note', { type: 'credit_note' }),
  ];

  it('is the one named, else the default, else the oldest active of the type, else none', () => {
    expect(chooseSeries(all, 'invoice', 'old')?.id).toBe('old');
    expect(chooseSeries(all, 'invoice', undefined)?.id).toBe('default');
    expect(
      chooseSeries(
        all.filter(one => !one.isDefault),
        'invoice',
        null,
      )?.id,
    ).toBe('old');
    expect(chooseSeries(all, 'proforma', null)).toBeUndefined();
  });

  it('returns 404 for an unknown id, 422 for an inactive series or one of another type', () => {
    expect(statusOf(() => chooseSeries(all, 'invoice', 'nobody'))).toBe(404);
    expect(statusOf(() => chooseSeries(all, 'invoice', 'off'))).toBe(422);
    expect(statusOf(() => chooseSeries(all, 'invoice', 'note'))).toBe(422);
  });
});

describe('Rules over the whole set', () => {
  it('rejects a prefix that would produce the numbers of another series of the type', () => {
    const all = [series('1', { prefix: 'FCT-', year: 2026 })];
    expect(statusOf(() => addSeries(all, { prefix: 'FCT', year: 2026, type: 'invoice' }, '2', AT))).toBe(422);
    expect(statusOf(() => addSeries(all, { prefix: 'FCT-2026', type: 'invoice' }, '2', AT))).toBe(422);
    expect(statusOf(() => addSeries(all, { prefix: 'FCT', type: 'invoice' }, '2', AT))).toBe(200);
    expect(statusOf(() => addSeries(all, { prefix: 'FCT', year: 2026, type: 'proforma' }, '2', AT))).toBe(200);
  });

  it.each<[Parameters<typeof addSeries>[1], string]>([
    [{ prefix: 'FCT', type: 'invoice' }, 'prefix'],
    [{ prefix: 'FCT-', type: 'invoice' }, 'prefix'],
    [{ prefix: 'X', type: 'invoice', active: false, isDefault: true }, 'isDefault'],
  ])('rejects %j next to FCT with 422 that names %s', async (input, field) => {
    const add = () => addSeries([series('FCT', { isDefault: true })], input, '2', AT);
    expect(await refusedFieldsBy(add)).toEqual([422, 'validation_error', [field]]);
  });

  it.each([
    [{ active: false, isDefault: true }, 'isDefault'],
    [{ isDefault: false }, 'isDefault'],
  ])('rejects the change %j of the only series with 422 that names %s', async (change, field) => {
    const apply = () => changeSeries([series('FCT', { isDefault: true })], 'FCT', change, AT);
    expect(await refusedFieldsBy(apply)).toEqual([422, 'validation_error', [field]]);
  });

  it('names a series after its prefix without trailing separators', () => {
    expect(addSeries([], { prefix: 'AB-/', type: 'invoice' }, '1', AT).result.name).toBe('AB');
    expect(addSeries([], { prefix: 'AB-', name: 'Mine', type: 'invoice' }, '1', AT).result.name).toBe('Mine');
  });

  it('passes the default flag to the oldest other one when it is unset', () => {
    const all = [
      series('1', { isDefault: true, createdAt: at(0) }),
      series('2', { createdAt: at(2) }),
      series('3', { createdAt: at(1) }),
    ];
    const { records } = changeSeries(all, '1', { isDefault: false }, AT);
    expect(records.filter(one => one.isDefault).map(one => one.id)).toEqual(['3']);
  });

  it('allows the counter to go down to the highest number used, not below', () => {
    const all = [series('1', { currentNumber: 40, highestUsed: 7 })];
    expect(changeSeries(all, '1', { currentNumber: 7 }, AT).result.currentNumber).toBe(7);
    expect(statusOf(() => changeSeries(all, '1', { currentNumber: 6 }, AT))).toBe(422);
    for (const reason of [undefined, null])
      expect(statusOf(() => changeSeries(all, '1', { currentNumber: 41, reason }, AT))).toBe(422);
    expect(changeSeries(all, '1', { currentNumber: 41, reason: 'Paper' }, AT).result).not.toHaveProperty('reason');
    expect(changeSeries(all, '1', { currentNumber: 40, name: 'Same' }, AT).result.currentNumber).toBe(40);
  });

  it('of the active series of a type exactly one is the default, and no inactive one, after any sequence of changes', () => {
    const flag = fc.boolean();
    const change = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), type: fc.constantFrom(...SERIES_TYPES), active: flag, isDefault: flag }),
      fc.record({ kind: fc.constant('change' as const), pick: fc.nat(), active: fc.option(flag), isDefault: fc.option(flag) }),
      fc.record({ kind: fc.constant('default' as const), pick: fc.nat() }),
      fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), changes => {
        let all: Series[] = [];
        for (const [step, one] of changes.entries()) {
          const id = 'pick' in one ? all[one.pick % Math.max(1, all.length)]?.id : undefined;
          try {
            if (one.kind === 'add') all = addSeries(all, { ...one, prefix: `P${step}` }, `s${step}`, at(step)).records;
            else if (id === undefined) continue;
            else if (one.kind === 'default') all = makeDefault(all, id, at(step)).records;
            else if (one.kind === 'remove') all = removeSeries(all, id, 0, at(step)).records;
            else
              all = changeSeries(
                all,
                id,
                { active: one.active ?? undefined, isDefault: one.isDefault ?? undefined },
                at(step),
              ).records;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
          }
          for (const type of SERIES_TYPES) {
            const ofType = all.filter(record => record.type === type);
            const active = ofType.filter(record => record.active);
            expect(active.filter(record => record.isDefault)).toHaveLength(active.length > 0 ? 1 : 0);
            expect(ofType.filter(record => !record.active && record.isDefault)).toEqual([]);
          }
        }
      }),
    );
  });
});
