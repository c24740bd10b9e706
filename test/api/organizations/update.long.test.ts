import { describe, expect, test } from 'vitest';
import { registerOnly } from '../../support/accounts.ts';
import { keyWith, whoAmI } from '../../support/members.ts';
import { newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const rename = (token: string, id: string, body: unknown, headers: Record<string, string> = {}) =>
  service().api('PATCH', `/api/v1/organizations/${id}`, { token, body, headers });
const newOwner = async () => {
  const owner = await registerOnly(service(), { organizationName: 'Firma' });
  return { ...owner, organization: (await whoAmI(service(), owner)).organization };
};

describe('PATCH /api/v1/organizations/{uuid}', () => {
  test('403 for a member, or an API key, of that organization without settings.manage; 404 for strangers', async () => {
    const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
    const { id } = owner.organization;
    const employee = await newMember(service(), owner, 'employee');
    const [weak, foreign] = [
      await keyWith(service(), owner, ['client.view']),
      await keyWith(service(), stranger, ['settings.manage']),
    ];
    const denied = { status: 403, body: { error: { details: { reason: 'permission', permission: 'settings.manage' } } } };
    for (const token of [employee.token, weak])
      for (const path of [id, id.toUpperCase()])
        for (const headers of [{}, { 'x-organization': id }])
          expect(await rename(token, path, { name: 'Mine' }, headers as Record<string, string>)).toMatchObject(denied);
    for (const token of [stranger.token, foreign]) expect((await rename(token, id, { name: 'Mine' })).status).toBe(404);
  });
});
