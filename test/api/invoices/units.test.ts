import { describe, expect, it } from 'vitest';
import { UNIT_WORDS } from '#shared/model/codes/units.ts';
import { useTrader } from '../../support/trader.ts';
import { DEPTH } from '../../support/effort.ts';

const { request, act, draft, xmlOf } = useTrader();

/** The unit codes in the XML of an invoice that has one line for each unit. */
async function issuedWith(units: readonly string[]): Promise<[number, unknown, string[]]> {
  const lines = units.map(unitOfMeasure => ({ description: 'Marfă', quantity: 1, unitPrice: 10, vatRate: 21, unitOfMeasure }));
  const { id } = await draft({ lines });
  const { status, body } = await act<{ error?: { details: unknown } }>(id, 'issue');
  const xml = status === 200 ? await xmlOf(id) : '';
  return [
    status,
    body.error?.details,
    [...xml.matchAll(/<cbc:InvoicedQuantity unitCode="([^"]+)"/g)].map(match => match[1] ?? ''),
  ];
}

describe('Units of measure', () => {
  it('every unit that the form for an invoice offers can be issued, under the code that it names', async () => {
    type Defaults = { unitsOfMeasure: { value: string; code: string }[] };
    const units = (await request<Defaults>('GET', '/invoice-defaults')).body.unitsOfMeasure;
    expect(await issuedWith(units.map(({ value }) => value))).toEqual([200, undefined, units.map(({ code }) => code)]);
    expect(await issuedWith(units.map(({ code }) => code))).toEqual([200, undefined, units.map(({ code }) => code)]);
  });

  it.runIf(DEPTH)('every known word for a unit can be issued', async () => {
    expect(await issuedWith([...UNIT_WORDS.keys()])).toEqual([200, undefined, [...UNIT_WORDS.values()]]);
  });
});
