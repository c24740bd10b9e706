import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';

const service = useService();
const { newScope, add } = vatRatesCalls(service);

describe('VAT rates (REC-44 to REC-50)', () => {
  it('adds the same rate and label only once when it is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { rate: 7, label: 'Seven' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});
