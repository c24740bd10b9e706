import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { invited } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { type Answer, invitationsCalls } from './calls.ts';

const service = useService();
const { look, accept } = invitationsCalls(service);

let owner: { token: string; userId: string };
let organization: string;

beforeAll(async () => {
  owner = await registerOnly(service(), { organizationName: 'Firma & Fiii', firstName: 'Ana', lastName: 'Pop' });
  organization = (await whoAmI(service(), owner)).organization.id;
});

const call = (person: { token: string }, method: string, path: string, body?: unknown): Promise<Answer> =>
  service().api(method, `/api/v1/invitations${path}`, {
    token: person.token,
    headers: { 'x-organization': organization },
    body,
  }) as Promise<Answer>;

describe('GET and DELETE /api/v1/invitations, resend', () => {
  test('404 for one that was taken back: its id and its token are good for nothing', async () => {
    const email = newEmail();
    const { id, token } = await invited(service(), owner, { email, role: 'employee' });
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(204);
    expect((await call(owner, 'DELETE', `/${id}`)).status).toBe(404);
    expect((await call(owner, 'POST', `/${id}/resend`)).status).toBe(404);
    expect((await look(token)).status).toBe(404);
    expect((await accept(await registerOnly(service(), { email }), token)).status).toBe(404);
  });
});
