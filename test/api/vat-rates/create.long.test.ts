import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';

const service = useService();
const { newScope, add } = vatRatesCalls(service);

describe('VAT rates (completions-accounts §13)', () => {
  it.each([
    [{ rate: '21.00', label: 'tva 21%' }, 'label'],
    [{ rate: 1, label: 'X', isDefault: true, isActive: false }, 'isActive'],
  ])('refuses %j with 422 that names %s', async (body, field) => {
    const scope = await newScope();
    const refused = await add(scope, body);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'validation_error', details: { [field]: [expect.any(String)] } });
  });

  it('adds the same rate and label only once when it is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { rate: 7, label: 'Seven' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});
