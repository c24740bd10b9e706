import * as z from 'zod';
import { forbidden } from '../kernel/errors.ts';
import { id, MOST_ENTRIES, TOO_MANY_ENTRIES } from '../kernel/fields.ts';
import type { Company } from '../model/company.ts';
import { getItems, queryRows } from '../store/read.ts';
import type { Item } from '../store/table.ts';
import { check, put, type Write } from '../store/transact.ts';
import { companyRecordKey, membershipKey } from './records.ts';
import type { Actor, Membership } from './model.ts';
import { membersOf } from './organizations.ts';
import { reachesAllCompanies } from './permissions.ts';

/** How memberships are kept, and what changes of them are made of. */

export const membershipItem = (membership: Membership): Item & Record<string, unknown> => ({
  ...membershipKey(membership.userId, membership.organizationId),
  kind: 'membership',
  data: membership,
  row: membership,
  gsi1pk: membersOf(membership.organizationId),
  gsi1sk: `${membership.joinedAt}#${membership.id}`,
});

/** Takes a membership from what was read to the next state. */
export const changeMembership = (before: Membership, after: Membership): Write =>
  put(membershipItem(after), { expression: '#data = :before', names: { '#data': 'data' }, values: { ':before': before } });

/**
 * Lets a transaction pass only while a membership is as it was read: a request, or what it began, has no effect once its sender was
 * removed from the organization or lost rights in it.
 *
 * @param refused the error otherwise; without it, `ConditionFailed`.
 */
export const membershipUnchanged = (membership: Membership, refused?: () => Error): Write =>
  check(
    membershipKey(membership.userId, membership.organizationId),
    { expression: '#data = :before', names: { '#data': 'data' }, values: { ':before': membership } },
    refused,
  );

/** The error where the caller's own membership changed during the request. */
export const membershipChanged = (): Error =>
  forbidden('organization_access', 'Your membership in the organization has just changed; try again.');

/** `membershipUnchanged` for the membership that the caller acts by. @throws (in the transaction) 403 */
export const ownMembershipUnchanged = ({ membership }: Pick<Actor, 'membership'>): Write[] =>
  membership ? [membershipUnchanged(membership, membershipChanged)] : [];

/** The members of an organization, the first to join on top; inactive ones too. */
export const readMembers = (organizationId: string): Promise<Membership[]> =>
  queryRows<Membership>('gsi1', { partition: membersOf(organizationId) });

/** A list of companies as a form field, each once. */
export const companyIds = () =>
  z
    .array(id(), 'must be a list of company ids')
    .max(MOST_ENTRIES, TOO_MANY_ENTRIES)
    .transform(ids => [...new Set(ids)]);

/** The companies of a form that there are, deleted ones not. */
export async function readCompanies(ids: readonly string[]): Promise<Company[]> {
  const items = await getItems(ids.map(companyRecordKey));
  return items.map(item => item?.['data'] as Company | undefined).filter(company => company?.deletedAt === null) as Company[];
}

/**
 * What is wrong with companies that the actor would have somebody reach: each must be of the organization and in the actor's own
 * reach. `before`: those that may stay in any case.
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
