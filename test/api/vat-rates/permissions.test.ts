import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { vatRatesCalls } from './calls.ts';

const service = useService();
const { list, add } = vatRatesCalls(service);

describe('VAT rates (REC-44 to REC-50)', () => {
  it('requires settings.view to read and settings.manage to change (403)', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['settings.view']) };
    const nobody = { company, token: await keyWith(service(), user, ['client.view']) };
    expect(await list(reader)).toHaveLength(5);
    expect((await add(reader, { rate: 1, label: 'X' })).body.error.details['permission']).toBe('settings.manage');
    expect((await call<Refusal>(service(), nobody, 'GET', '/vat-rates')).body.error.details['permission']).toBe('settings.view');
  });
});
