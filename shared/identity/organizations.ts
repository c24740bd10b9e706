import * as z from 'zod';
import { shownInstant } from '../kernel/clock.ts';
import { getItems, queryItems } from '../store/read.ts';
import { organizationRecordKey, readOrganization } from './access.ts';
import { type Actor, type Membership, type Organization, PLAN_KEYS } from './model.ts';
import { ROLES } from './permissions.ts';

/** The index partition that lists an organization's companies. */
export const companiesOf = (organizationId: string): string => `O#${organizationId}#COMPANY`;
/** The index partition that lists an organization's members. */
export const membersOf = (organizationId: string): string => `O#${organizationId}#MEMBER`;

/**
 * The membership that a session acts in when the request names no company (completions-accounts §1.3): the only one; of several,
 * the first that has a company, then the one the user owns.
 */
export async function currentMembership(memberships: Membership[]): Promise<Membership | undefined> {
  if (memberships.length < 2) return memberships[0];
  const oldestFirst = memberships.toSorted((a, b) => (a.joinedAt < b.joinedAt ? -1 : 1));
  const counts = await Promise.all(
    oldestFirst.map(one => queryItems({ partition: companiesOf(one.organizationId) }, { index: 'gsi1', limit: 1 })),
  );
  return (
    oldestFirst.find((_, place) => (counts[place]?.length ?? 0) > 0) ??
    oldestFirst.find(one => one.role === 'owner') ??
    oldestFirst[0]
  );
}

/** The organization that a request is about, if there is one. */
export const currentOrganization = async ({ membership }: Actor): Promise<Organization | undefined> =>
  membership ? readOrganization(membership.organizationId) : undefined;

/** An organization as GET /api/v1/organizations lists it. */
export const OrganizationView = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  role: z.enum(ROLES),
  plan: z.enum(PLAN_KEYS),
  createdAt: z.string(),
});

export type OrganizationView = z.infer<typeof OrganizationView>;

/** The organizations in which the person is an active member, in the order of joining. */
export async function listOrganizations({ memberships }: Actor): Promise<OrganizationView[]> {
  const items = await getItems(memberships.map(one => organizationRecordKey(one.organizationId)));
  const records = new Map(items.map(item => item?.['data'] as Organization | undefined).map(record => [record?.id, record]));
  return memberships
    .toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt))
    .flatMap(({ organizationId, role }) => {
      const record = records.get(organizationId);
      if (!record) return [];
      const { id, name, slug, plan, createdAt } = record;
      return [{ id, name, slug, role, plan, createdAt: shownInstant(createdAt) }];
    });
}
