import { describe, expect, it } from 'vitest';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { IBANS, bankAccountsCalls } from './calls.ts';

const service = useService();
const { list, add } = bankAccountsCalls(service);

describe('Bank accounts (REC-63 to REC-68)', () => {
  it('requires settings.view to read and settings.manage to change (403)', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const reader = { company, token: await keyWith(service(), user, ['settings.view']) };
    expect(await list(reader)).toEqual([]);
    expect((await add(reader, { iban: IBANS[0] })).body.error.details['permission']).toBe('settings.manage');
  });
});
