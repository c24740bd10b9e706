import { describe, expect, test } from 'vitest';
import { newEmail, registerOnly } from '../../support/accounts.ts';
import { invitationToken, invited } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { invitationsCalls } from './calls.ts';

const service = useService();
const { accept } = invitationsCalls(service);

describe('GET and DELETE /api/v1/invitations, resend', () => {
  test('pending ones, newest first; not those that were accepted or cancelled', async () => {
    const boss = await registerOnly(service());
    const [first, second, third] = [newEmail(), newEmail(), newEmail()];
    const ids: string[] = [];
    for (const email of [first, second, third]) ids.push((await invited(service(), boss, { email, role: 'employee' })).id);
    const list = async () =>
      ((await service().api('GET', '/api/v1/invitations', { token: boss.token })).body as { email: string }[]).map(
        one => one.email,
      );
    expect(await list()).toEqual([third, second, first]);
    expect((await service().api('DELETE', `/api/v1/invitations/${ids[1]}`, { token: boss.token })).status).toBe(204);
    await accept(await registerOnly(service(), { email: first }), await invitationToken(service(), first));
    expect(await list()).toEqual([third]);
  });
});
