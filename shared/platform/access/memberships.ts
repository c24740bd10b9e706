import * as z from 'zod';
import { forbidden } from '#shared/base/kernel/errors.ts';
import { id, MAX_ENTRIES, TOO_MANY_ENTRIES } from '#shared/base/kernel/fields.ts';
import type { Company } from '#shared/model/company.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { check, put, type Write } from '#shared/platform/store/transact.ts';
import { membershipKey } from './records.ts';
import type { Actor, Membership } from './model.ts';
import { membersOf } from './organizations.ts';
import { reachesAllCompanies } from './permissions.ts';

/** Table items, writes and conditions of memberships. */

export const membershipItem = (membership: Membership): Item & Record<string, unknown> => ({
  ...membershipKey(membership.userId, membership.organizationId),
  kind: 'membership',
  data: membership,
  row: membership,
  gsi1pk: membersOf(membership.organizationId),
  gsi1sk: `${membership.joinedAt}#${membership.id}`,
});

/** Replaces a membership, provided that it is still equal to `before`. */
export const changeMembership = (before: Membership, after: Membership): Write =>
  put(membershipItem(after), { expression: '#data = :before', names: { '#data': 'data' }, values: { ':before': before } });

/**
 * A condition that a membership is unchanged since it was read: a request, or work that it started, has no effect once its sender
 * was removed from the organization or lost permissions in it.
 *
 * @param refused the error if it has changed; default `ConditionFailed`
 */
export const membershipUnchanged = (membership: Membership, refused?: () => Error): Write =>
  check(
    membershipKey(membership.userId, membership.organizationId),
    { expression: '#data = :before', names: { '#data': 'data' }, values: { ':before': membership } },
    refused,
  );

/** The 403 for a caller whose own membership changed during the request. */
export const membershipChanged = (): Error =>
  forbidden('organization_access', 'Your membership in the organization has just changed; try again.');

/** `membershipUnchanged` for the caller's current membership. @throws 403 when the transaction is committed */
export const ownMembershipUnchanged = ({ membership }: Pick<Actor, 'membership'>): Write[] =>
  membership ? [membershipUnchanged(membership, membershipChanged)] : [];

/** The members of an organization, inactive ones included, in the order of joining. */
export const readMembers = (organizationId: string): Promise<Membership[]> =>
  queryRows<Membership>('gsi1', { partition: membersOf(organizationId) });

/** The schema of a request field with company ids, without duplicates. */
export const companyIds = () =>
  z
    .array(id(), 'must be a list of company ids')
    .max(MAX_ENTRIES, TOO_MANY_ENTRIES)
    .transform(ids => [...new Set(ids)]);

/**
 * Violations in the companies to which the actor wants to give access: each must belong to the organization and be accessible to
 * the actor. `before`: ids that are accepted in any case.
 */
export function companyViolations(
  { membership }: Pick<Actor, 'membership'>,
  wanted: readonly string[],
  known: readonly Company[],
  before: readonly string[] = [],
): Record<string, string[]> {
  const reached = (companyId: string): boolean =>
    known.some(company => company.id === companyId && company.organizationId === membership?.organizationId) &&
    (reachesAllCompanies(membership?.role ?? 'employee') || membership?.allowedCompanies.includes(companyId) === true);
  return Object.fromEntries(
    wanted.flatMap((companyId, place) =>
      before.includes(companyId) || reached(companyId)
        ? []
        : [[`allowedCompanies.${place}`, ['is no company of the organization']]],
    ),
  );
}
