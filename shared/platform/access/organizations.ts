import type * as z from 'zod';
import { presentInstant } from '#shared/base/kernel/clock.ts';
import { getItems, queryItems } from '#shared/platform/store/read.ts';
import { organizationRecordKey } from './records.ts';
import type { Actor, Membership, Organization } from './model.ts';
import type { organizationSchema } from './schema.ts';

/** The index partition that lists an organization's companies. */
export const companiesOf = (organizationId: string): string => `O#${organizationId}#COMPANY`;
/** The index partition that lists an organization's members. */
export const membersOf = (organizationId: string): string => `O#${organizationId}#MEMBER`;

/**
 * The membership that a session acts in when the request names no company (REQ-38): the only one; of several,
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

/** The organizations of an actor's memberships by id: read together. */
export async function organizationsOf({ memberships }: Pick<Actor, 'memberships'>): Promise<Map<string, Organization>> {
  const items = await getItems(memberships.map(one => organizationRecordKey(one.organizationId)));
  const records = items.flatMap(item => (item ? [item['data'] as Organization] : []));
  return new Map(records.map(record => [record.id, record]));
}

export type OrganizationView = z.infer<typeof organizationSchema>;

/** The organizations in which the person is an active member, in the order of joining. */
export async function listOrganizations(actor: Actor): Promise<OrganizationView[]> {
  const records = await organizationsOf(actor);
  return actor.memberships
    .toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt))
    .flatMap(({ organizationId, role }) => {
      const record = records.get(organizationId);
      return record ? [presentOrganization(record, role)] : [];
    });
}

export const presentOrganization = (
  { id, name, slug, plan, createdAt }: Organization,
  role: Membership['role'],
): OrganizationView => ({ id, name, slug, role, plan, createdAt: presentInstant(createdAt) });
