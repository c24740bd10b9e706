import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';

const service = useService();
const { newScope, add, change } = vatRatesCalls(service);

describe('VAT rates (REC-44 to REC-50)', () => {
  it('corrects the category by the rate: 0 with S is Z, a zero-only code above 0 is S', async () => {
    const scope = await newScope();
    expect((await add(scope, { rate: 0, label: 'Zero' })).body.categoryCode).toBe('Z');
    expect((await add(scope, { rate: 0, label: 'Export', categoryCode: 'g' })).body.categoryCode).toBe('G');
    const raised = await add(scope, { rate: 4, label: 'Four', categoryCode: 'AE' });
    expect(raised.body.categoryCode).toBe('S');
    expect((await change(scope, raised.body.id, { rate: 0 })).body.categoryCode).toBe('Z');
  });

  it.each([
    [{ label: 'X' }, 'rate'],
    [{ rate: '21.00', label: 'tva 21%' }, 'label'],
  ])('rejects %j with 422 that names %s', async (body, field) => {
    const scope = await newScope();
    const refused = await add(scope, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'validation_error', details: { [field]: [expect.any(String)] } });
  });
});
