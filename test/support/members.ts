import { expecting } from '../../infra/local/api-client.ts';
import type { Membership } from '#shared/platform/access/model.ts';
import { readAccount } from '#shared/platform/access/records.ts';
import type { Role } from '#shared/platform/access/permissions.ts';
import { joinOrganization, putMembership, userIdOf } from './accounts.ts';
import type { Service, User } from './service.ts';

/** Members of an organization for API tests, written directly to the table. */

interface Me {
  id: string;
  organization: { id: string; name: string };
}

/** The ids of a user and the organization. */
export const whoAmI = (service: Service, { token }: Pick<User, 'token'>): Promise<Me> =>
  expecting<Me>(200, 'GET /me', service.api('GET', '/api/v1/me', { token }));

/** Makes a user an active member of another user's organization, in a role, and of no other. */
export async function joinAs(owner: User, member: User, role: Role, allowedCompanies: string[] = []): Promise<void> {
  const userId = userIdOf(member.token);
  for (const own of (await readAccount(userId)).memberships) await putMembership({ ...own, isActive: false });
  await joinOrganization(userId, userIdOf(owner.token), role, { allowedCompanies });
}

/** Switches a membership off or on. */
export async function setActive(member: User, isActive: boolean): Promise<void> {
  const { memberships } = await readAccount(userIdOf(member.token));
  const latest = memberships.toSorted((a, b) => (a.joinedAt < b.joinedAt ? 1 : -1))[0] as Membership;
  await putMembership({ ...latest, isActive });
}

/** Creates an API key of a user with exactly these scopes. */
export async function keyWith(service: Service, user: Pick<User, 'token'>, scopes: readonly string[]): Promise<string> {
  const { token } = await expecting<{ token: string }>(
    201,
    'An API key',
    service.api('POST', '/api/v1/api-tokens', { token: user.token, body: { name: 'test', scopes } }),
  );
  return token;
}
