import { describe, expect, it } from 'vitest';
import { newProforma, newProformaSeries } from '../../support/proformas.ts';
import { createCalls } from './create-calls.ts';

const { service, scope } = createCalls();

describe('POST /proforma-invoices (PRO-4 to PRO-6)', () => {
  it('20 simultaneous requests take 20 consecutive numbers', async () => {
    const own = { ...scope, seriesId: await newProformaSeries(service(), scope, 'PAR') };
    const made = await Promise.all(Array.from({ length: 20 }, () => newProforma(service(), own)));
    const expected = Array.from({ length: 20 }, (_, place) => `PAR-${String(place + 1).padStart(3, '0')}`);
    expect(made.map(({ number }) => number).sort()).toEqual(expected);
  });
});
