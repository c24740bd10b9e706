import { planLimit } from '#shared/base/kernel/errors.ts';
import { organizationKey } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import type { People } from './model.ts';
import type { OrganizationItem } from './organization-plan.ts';
import { PLANS } from './plans.ts';

/** The counts of a new organization, whose only member is its owner. */
const FOUNDED: People = { version: 0, active: 1, owners: 1 };

export const peopleOf = ({ people }: Pick<OrganizationItem, 'people'>): People => people ?? FOUNDED;

/** Checks that the plan allows one more member. @param taken active members and pending invitations @throws 402 if it does not */
export function requireSeat({ data: { plan } }: OrganizationItem, taken: number): void {
  const limit = PLANS[plan].maxUsersPerOrg;
  if (limit !== null && taken >= limit) throw planLimit('maxUsersPerOrg', limit, plan);
}

/**
 * The write that adds `by` to the counts; it fails if plan or counts have changed since the read. `closedAt` closes an organization
 * that has no members left.
 */
export function changePeople(
  organization: OrganizationItem,
  by: { active: number; owners: number } = { active: 0, owners: 0 },
  closedAt?: string,
): Write {
  const { version, active, owners } = peopleOf(organization);
  const people: People = { version: version + 1, active: active + by.active, owners: owners + by.owners };
  return update(organizationKey(organization.data.id, 'ORGANIZATION'), {
    expression: `SET people = :people${closedAt === undefined ? '' : ', #data.closedAt = :closed, #data.updatedAt = :closed'}`,
    names: { '#data': 'data', '#plan': 'plan', ...(version > 0 && { '#version': 'version' }) },
    values: {
      ':people': people,
      ':plan': organization.data.plan,
      ...(version > 0 && { ':seen': version }),
      ...(closedAt !== undefined && { ':closed': closedAt }),
    },
    condition:
      '#data.#plan = :plan AND attribute_not_exists(#data.closedAt) AND ' +
      (version > 0 ? 'people.#version = :seen' : 'attribute_not_exists(people)'),
  });
}
