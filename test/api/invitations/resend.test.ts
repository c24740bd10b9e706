import { describe, expect, test } from 'vitest';
import { changeAccount, newEmail } from '../../support/accounts.ts';
import { invited } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { useOwner } from './calls.ts';

const service = useService();
const { owner, mails, call } = useOwner(service);

describe('GET and DELETE /api/v1/invitations, resend', () => {
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
