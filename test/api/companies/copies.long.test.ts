import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { addresses, companiesCalls } from './calls.ts';

const service = useService();
const { newScope, patch } = companiesCalls(service);

describe('PATCH /companies/{uuid}: emailCc and emailBcc', () => {
  it('allow twenty together, counting existing ones, also when both change at the same moment', async () => {
    const scope = await newScope();
    const answers = await Promise.all([
      patch(scope, { emailCc: addresses(11, 'a') }),
      patch(scope, { emailBcc: addresses(10, 'b') }),
    ]);
    expect(answers.map(one => one.status).sort()).toEqual([200, 400]);
    expect((await patch(scope, { emailCc: addresses(10, 'a'), emailBcc: addresses(10, 'b') })).status).toBe(200);
    expect((await patch(scope, { emailBcc: addresses(11, 'b') })).status).toBe(400);
    expect((await patch(scope, { phone: '3' })).status).toBe(200);
  });
});
