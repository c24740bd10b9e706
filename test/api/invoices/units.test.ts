import { describe, expect, it } from 'vitest';
import { unitsCalls } from './units-calls.ts';

const { request, issuedWith } = unitsCalls();

describe('Units of measure', () => {
  it('every unit that the form for an invoice offers can be issued, under the code that it names', async () => {
    type Defaults = { unitsOfMeasure: { value: string; code: string }[] };
    const units = (await request<Defaults>('GET', '/invoice-defaults')).body.unitsOfMeasure;
    expect(await issuedWith(units.map(({ value }) => value))).toEqual([200, undefined, units.map(({ code }) => code)]);
    expect(await issuedWith(units.map(({ code }) => code))).toEqual([200, undefined, units.map(({ code }) => code)]);
  });
});
