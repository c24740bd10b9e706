import { describe, expect, test } from 'vitest';
import { keyWith } from '../../support/members.ts';
import { newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { denied, updateCalls } from './update-calls.ts';

const service = useService();
const { rename, newOwner } = updateCalls(service);

describe('PATCH /api/v1/organizations/{uuid}', () => {
  test('403 for a member or an API key of that organization without settings.manage; 404 for other users', async () => {
    const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
    const { id } = owner.organization;
    const employee = await newMember(service(), owner, 'employee');
    const [weak, foreign] = [
      await keyWith(service(), owner, ['client.view']),
      await keyWith(service(), stranger, ['settings.manage']),
    ];
    for (const token of [employee.token, weak])
      for (const path of [id, id.toUpperCase()])
        for (const headers of [{}, { 'x-organization': id }])
          expect(await rename(token, path, { name: 'Mine' }, headers as Record<string, string>)).toMatchObject(denied);
    for (const token of [stranger.token, foreign]) expect((await rename(token, id, { name: 'Mine' })).status).toBe(404);
  });
});
