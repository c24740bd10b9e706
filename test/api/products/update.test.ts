import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { productsCalls } from './calls.ts';

const service = useService();
const { newScope, add, change, list } = productsCalls(service);

describe('Products (REC-37 to REC-43)', () => {
  it('changes the given fields, clears those that are null, and keeps VAT that is not given', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { name: 'X', unitPrice: 1, vatRate: 11, code: 'C', color: '#ABCDEF', sgrAmount: 0.5 });
    expect(body).toMatchObject({ color: '#abcdef', sgrAmount: '0.50' });
    const changed = await change(scope, body.id, { defaultPrice: 2, code: null, isActive: false });
    expect(changed.body).toMatchObject({ unitPrice: 2, code: null, isActive: false, vatRate: 11, sgrAmount: '0.50' });
    expect((await change(scope, body.id, { vatRate: 5 })).body).toMatchObject({ vatRate: 5, vatCategoryCode: 'S' });
    expect((await change(scope, body.id, { vatRateId: null })).body).toMatchObject({ vatRate: 5, vatRateId: null });
    expect((await change(scope, body.id, {})).status).toBe(422);
    expect((await change(scope, body.id, { name: '' })).status).toBe(422);
  });

  it('keeps the weights of one unit as decimal strings of kilograms', async () => {
    const scope = await newScope();
    const { body } = await add(scope, { name: 'Șurub', unitPrice: 1, netWeight: 0.0045, grossWeight: '0.0050' });
    expect(body).toMatchObject({ netWeight: '0.0045', grossWeight: '0.005' });
    expect((await change(scope, body.id, { netWeight: '0.004' })).body).toMatchObject({
      ...{ netWeight: '0.004', grossWeight: '0.005' },
    });
    expect((await change(scope, body.id, { grossWeight: null })).body.grossWeight).toBeNull();
    expect((await list(scope, '')).data).toMatchObject([{ netWeight: '0.004', grossWeight: null }]);
    expect((await change(scope, body.id, { netWeight: 0 })).status).toBe(422);
  });
});
