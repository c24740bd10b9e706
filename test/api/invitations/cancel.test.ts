import { describe, expect, test } from 'vitest';
import { newEmail, registerOnly } from '../../support/accounts.ts';
import { invited } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { useOwner } from './calls.ts';

const service = useService();
const { owner, look, accept, call } = useOwner(service);

describe('GET and DELETE /api/v1/invitations, resend', () => {
  test('404 for a cancelled one, by its id and by its token', async () => {
    const email = newEmail();
    const { id, token } = await invited(service(), owner, { email, role: 'employee' });
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(204);
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(404);
    expect((await call(owner, 'POST', `/${id}/resend`)).status).toBe(404);
    expect((await look(token)).status).toBe(404);
    expect((await accept(await registerOnly(service(), { email }), token)).status).toBe(404);
  });
});
