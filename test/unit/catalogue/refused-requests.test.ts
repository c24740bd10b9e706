import { describe, expect, it } from 'vitest';
import { handler as audit } from '../../../functions/document-series/audit.ts';
import { handler as addSeries } from '../../../functions/document-series/create.ts';
import { handler as changeSeries } from '../../../functions/document-series/update.ts';
import { handler as addRate } from '../../../functions/vat-rates/create.ts';
import { refusedFieldsOf } from '../../support/refused/fields.ts';

describe('Document series: 422 before anything is read (REC-51 to REC-62)', () => {
  it('accepts valid requests', async () => {
    expect(await refusedFieldsOf(addSeries, { body: { prefix: 'X', type: 'invoice' } })).toBeUndefined();
    expect(await refusedFieldsOf(changeSeries, { body: { name: 'X' } })).toBeUndefined();
    expect(await refusedFieldsOf(audit, { query: 'from=1&to=2&format=csv' })).toBeUndefined();
  });

  it.each([
    [{ type: 'invoice' }, 'prefix'],
    [{ prefix: 'X' }, 'type'],
    [{ prefix: 'X', type: 'bill' }, 'type'],
    [{ prefix: 'X*', type: 'invoice' }, 'prefix'],
    [{ prefix: '--', type: 'invoice' }, 'prefix'],
    [{ prefix: 'X', type: 'invoice', year: 1999 }, 'year'],
    [{ prefix: 'X', type: 'invoice', currentNumber: -1 }, 'currentNumber'],
    [{ prefix: 'X', type: 'invoice', nextNumber: 0 }, 'nextNumber'],
    [{ prefix: 'X', type: 'invoice', nextNumber: 3, currentNumber: 3 }, 'nextNumber'],
  ])('POST with %j: %s', async (body, field) => {
    expect(await refusedFieldsOf(addSeries, { body })).toEqual([422, 'validation_error', [field]]);
  });

  it.each([
    [{}, 'body'],
    [{ prefix: 'Z' }, 'prefix'],
    [{ type: 'invoice' }, 'type'],
    [{ year: 2026 }, 'year'],
    [{ name: 'X', year: null }, 'year'],
    [{ currentNumber: -1 }, 'currentNumber'],
  ])('PATCH with %j: %s', async (body, field) => {
    expect(await refusedFieldsOf(changeSeries, { body })).toEqual([422, 'validation_error', [field]]);
  });

  it.each([
    ['format=xml', 'format'],
    ['from=0', 'from'],
    ['from=5&to=2', 'from'],
    ['to=1.5', 'to'],
    ['from=100000000000000', 'from'],
    ['from=1e2', 'from'],
  ])('audit with %s: %s', async (query, field) => {
    const [status, code, fields = []] = (await refusedFieldsOf(audit, { query })) ?? [];
    expect([status, code, fields[0]]).toEqual([422, 'validation_error', field]);
  });
});

describe('VAT rates: 422 before anything is read (REC-44 to REC-50)', () => {
  it('accepts valid requests', async () => {
    expect(await refusedFieldsOf(addRate, { body: { rate: 7, label: 'Seven' } })).toBeUndefined();
  });

  it.each([
    [{ label: 'X' }, 'rate'],
    [{ rate: 5.5 }, 'label'],
    [{ rate: -1, label: 'X' }, 'rate'],
    [{ rate: 100.01, label: 'X' }, 'rate'],
    [{ rate: 1.234, label: 'X' }, 'rate'],
    [{ rate: 'abc', label: 'X' }, 'rate'],
    [{ rate: 1, label: 'X', categoryCode: 'Q' }, 'categoryCode'],
    [{ rate: 1, label: 'x'.repeat(101) }, 'label'],
  ])('POST with %j: %s', async (body, field) => {
    expect(await refusedFieldsOf(addRate, { body })).toEqual([422, 'validation_error', [field]]);
  });
});
