import { describe, expect, test } from 'vitest';
import { joinOrganization, registerOnly } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /api/v1/organizations', () => {
  test('200: own active memberships with role and plan, in the order of joining', async () => {
    const [person, owner] = [
      await registerOnly(service(), { organizationName: 'Own' }),
      await registerOnly(service(), { organizationName: 'Other' }),
    ];
    await joinOrganization(person.userId, owner.userId, 'employee', { joinedAt: '2099-01-01T00:00:00.000Z' });
    const { status, body } = await service().api('GET', '/api/v1/organizations', { token: person.token });
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Own',
        slug: expect.any(String) as string,
        role: 'owner',
        plan: 'business',
        createdAt: expect.any(String) as string,
      },
      {
        id: expect.any(String) as string,
        name: 'Other',
        slug: expect.any(String) as string,
        role: 'employee',
        plan: 'business',
        createdAt: expect.any(String) as string,
      },
    ]);
  });

  test('401 without a credential', async () => {
    expect((await service().api('GET', '/api/v1/organizations')).status).toBe(401);
  });
});
