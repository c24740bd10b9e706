import { describe, expect, test } from 'vitest';
import { changeAccount, PASSWORD } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { accessCalls } from './access-ends-calls.ts';

/** Events that end access end it with the next request: of every session, of refreshing, and of keys. */

const service = useService();
const { newPerson, everything } = accessCalls(service);

describe('access ends with the next request', () => {
  test('before: all credentials are valid', async () => {
    expect(await everything(await newPerson())).toEqual([200, 200, 200, 200, 200]);
  });

  test('a new password ends every login, and no key', async () => {
    const all = await newPerson();
    const body = { password: 'Another-Horse-9-Battery', currentPassword: PASSWORD };
    expect((await service().api('PATCH', '/api/v1/me', { token: all.person.token, body })).status).toBe(200);
    expect(await everything(all)).toEqual([401, 401, 200, 401, 401]);
  });

  test('deactivating an account ends all access; reactivating it restores all', async () => {
    const all = await newPerson();
    await changeAccount(all.person.userId, { active: false });
    expect(await everything(all)).toEqual([403, 403, 401, 403, 403]);
    await changeAccount(all.person.userId, { active: true });
    expect(await everything(all)).toEqual([200, 200, 200, 200, 200]);
  });
});
