import { describe, expect, it } from 'vitest';
import { connect, issued } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();

describe('a restart in the middle of a submission', () => {
  it('loses nothing: the execution continues from where it was, and the result is recorded', async () => {
    const user = await service().newUser();
    const scope = await service().newCompany(user);
    await connect(service(), scope);
    const { id, number } = await issued(service(), scope);
    expect((await service().api('POST', `/api/v1/invoices/${id}/submit`, scope)).status).toBe(200);
    await service().restart();
    for (let turn = 0; turn < 4; turn++) await service().advance('PT10M');
    expect(await service().api('GET', `/api/v1/invoices/${id}`, scope)).toMatchObject({
      status: 200,
      body: { number, status: 'validated' },
    });
    expect(service().runtime.engines.taxauth.received().uploads).toHaveLength(1);
  });
});
