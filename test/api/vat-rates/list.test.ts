import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';

const service = useService();
const { newScope, list, add } = vatRatesCalls(service);

describe('VAT rates (REC-44 to REC-50)', () => {
  it('returns a rate in both its spellings, at the next free position', async () => {
    const scope = await newScope();
    const { status, body } = await add(scope, { percentage: '19.50', name: 'Vechi' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      uuid: body.id,
      rate: 19.5,
      percentage: '19.50',
      label: 'Vechi',
      name: 'Vechi',
      categoryCode: 'S',
      isDefault: false,
      isActive: true,
      position: 5,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await list(scope)).at(-1)).toEqual(body);
  });

  it('filters by isActive, and rejects another word (422)', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { rate: 1, label: 'One', isActive: false });
    expect((await list(scope, '?isActive=false')).map(rate => rate.id)).toEqual([body.id]);
    expect(await list(scope, '?isActive=true')).toHaveLength(5);
    expect((await call(service(), scope, 'GET', '/vat-rates?isActive=maybe')).status).toBe(422);
  });
});
