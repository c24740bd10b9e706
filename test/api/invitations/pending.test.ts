import { describe, expect, test } from 'vitest';
import { newEmail, registerOnly, changeAccount } from '../../support/accounts.ts';
import { invitationToken, invited } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { useOwner } from './calls.ts';

const service = useService();
const { accept, owner, look, call, mails } = useOwner(service);

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

  test('404 for a cancelled one, by its id and by its token', async () => {
    const email = newEmail();
    const { id, token } = await invited(service(), owner, { email, role: 'employee' });
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(204);
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(404);
    expect((await call(owner, 'POST', `/${id}/resend`)).status).toBe(404);
    expect((await look(token)).status).toBe(404);
    expect((await accept(await registerOnly(service(), { email }), token)).status).toBe(404);
  });

  test('resent: the same link in another mail; three times an hour, also at once', async () => {
    const email = newEmail();
    const { id, token } = await invited(service(), owner, { email, role: 'employee' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(owner, 'POST', `/${id}/resend`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 204, 429, 429, 429]);
    const sent = await mails(email);
    expect(sent).toHaveLength(4);
    for (const { text } of sent) expect(text).toContain(token);
    const limited = await service().api('POST', `/api/v1/invitations/${id}/resend`, { token: owner.token });
    expect(limited.body).toEqual({ error: expect.any(String) as string });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  test('403 for a caller whose own email is not confirmed, when inviting and when resending', async () => {
    const { id } = await invited(service(), owner, { email: newEmail(), role: 'employee' });
    await changeAccount(owner.userId, { emailConfirmed: false });
    const email = newEmail();
    for (const refused of [
      await call(owner, 'POST', '', { email, role: 'employee' }),
      await call(owner, 'POST', `/${id}/resend`),
    ])
      expect(refused).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden', details: { reason: 'sender_not_verified' } } },
      });
    expect(await mails(email)).toEqual([]);
  });
});
