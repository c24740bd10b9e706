import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addVatRate, changeVatRate, removeVatRate } from '#shared/records/catalogue/vat-rates/rules.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { refusedFieldsBy } from '../../support/refused/fields.ts';

const AT = '2026-11-01T00:00:00.000Z';
const first = addVatRate([], { rate: '21', label: 'Standard' }, 'a', AT);

describe('VAT rates (REC-44 to REC-50)', () => {
  it('makes the first rate of a company the default, at position 0', () => {
    expect(first.result).toMatchObject({ isDefault: true, isActive: true, position: 0, categoryCode: 'S' });
    expect(() => addVatRate([], { rate: '21', label: 'X', isActive: false }, 'a', AT)).toThrow(Problem);
  });

  it.each([
    [{ rate: '21', label: 'standard' }, 'label'],
    [{ rate: '1', label: 'X', isDefault: true, isActive: false }, 'isActive'],
  ])('rejects %j with 422 that names %s', async (input, field) => {
    expect(await refusedFieldsBy(() => addVatRate(first.records, input, 'b', AT))).toEqual([422, 'validation_error', [field]]);
  });

  it.each([
    ['0', 'S', 'Z'],
    ['0', 'AE', 'AE'],
    ['5', 'Z', 'S'],
    ['5', 'S', 'S'],
    ['0.5', 'K', 'S'],
  ] as const)('rate %s in %s becomes %s', (rate, categoryCode, corrected) => {
    expect(addVatRate([], { rate, label: 'X', categoryCode }, 'a', AT).result.categoryCode).toBe(corrected);
  });

  it('corrects the category of a changed rate again', () => {
    expect(changeVatRate(first.records, 'a', { rate: '0' }, AT).result.categoryCode).toBe('Z');
  });

  it('returns unchanged records as the same objects, so that only changed ones are written', () => {
    const two = addVatRate(first.records, { rate: '11', label: 'Reduced' }, 'b', AT).records;
    const { records } = changeVatRate(two, 'b', { label: 'New' }, AT);
    expect(records[0]).toBe(two[0]);
    expect(records[1]).not.toBe(two[1]);
  });

  it('has exactly one default, active and never removable, after any sequence of changes', () => {
    const flag = fc.option(fc.boolean(), { nil: undefined });
    const change = fc.record({
      kind: fc.constantFrom('add', 'change', 'remove'),
      pick: fc.nat(),
      rate: fc.constantFrom('0', '5', '21'),
      label: fc.constantFrom('A', 'B', 'C'),
      isDefault: flag,
      isActive: flag,
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), changes => {
        let rates: VatRate[] = first.records;
        for (const [step, { kind, pick, ...fields }] of changes.entries()) {
          const id = rates[pick % rates.length]?.id ?? '';
          try {
            if (kind === 'add') rates = addVatRate(rates, fields, `r${step}`, AT).records;
            else if (kind === 'change') rates = changeVatRate(rates, id, fields, AT).records;
            else rates = removeVatRate(rates, id).records;
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
          }
          expect(rates.filter(rate => rate.isDefault)).toHaveLength(1);
          expect(rates.every(rate => rate.isActive || !rate.isDefault)).toBe(true);
          expect(new Set(rates.map(rate => `${rate.rate} ${rate.label}`)).size).toBe(rates.length);
        }
      }),
    );
  });
});
