import { describe, expect, it } from 'vitest';
import { joinAs } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { taxauthCalls } from './calls.ts';

const service = useService();
const { as, authorityToken, save, owner, connected } = taxauthCalls(service);

describe('Own tokens', () => {
  it('are deleted by their user only: 403 for another one of the organization, 404 for other users', async () => {
    const [{ user, scope }, member, stranger] = [await owner(), await service().newUser(), await service().newUser()];
    await joinAs(user, member, 'admin');
    const { id } = (await save(user, { token: await authorityToken(), companyId: scope.company })).body;
    const path = `/api/v1/taxauth/tokens/${id}`;
    expect((await as(member)('DELETE', path)).status).toBe(403);
    expect((await as(stranger)('DELETE', path)).status).toBe(404);
    expect((await as(user)('DELETE', path)).status).toBe(204);
    expect((await as(user)('DELETE', path)).status).toBe(404);
    expect(await connected(scope)).toBeNull();
  });

  it('may be saved again once deleted', async () => {
    const { user } = await owner();
    const { id } = (await save(user, { token: 'opaque-token-1' })).body;
    await as(user)('DELETE', `/api/v1/taxauth/tokens/${id}`);
    expect((await save(user, { token: 'opaque-token-1' })).status).toBe(201);
  });
});
