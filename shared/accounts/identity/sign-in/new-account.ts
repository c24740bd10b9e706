import { setting } from '#shared/platform/settings/settings.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { create, type Write } from '#shared/platform/store/transact.ts';
import { accountKey, membershipKey, organizationRecordKey } from '#shared/platform/access/records.ts';
import { emailKey, type EmailLookup } from '../account/store.ts';
import type { Account, Membership, Organization } from '#shared/platform/access/model.ts';
import { membersOf } from '#shared/platform/access/organizations.ts';
import { slugOf } from '../organizations/slugs.ts';

/** Creation of accounts and their organizations, by registration or by the identity provider. */

/** The writes that create an organization and its owner's membership, both with the `createdAt` of the owner's account. */
export function foundOrganization(owner: Account, name: string): Write[] {
  const at = owner.createdAt;
  const organization: Organization = {
    id: newId(),
    name,
    slug: slugOf(name),
    plan: setting('DEFAULT_PLAN'),
    createdAt: at,
    updatedAt: at,
  };
  const membership: Membership = {
    id: newId(),
    userId: owner.id,
    organizationId: organization.id,
    role: 'owner',
    permissions: [],
    allowedCompanies: [],
    isActive: true,
    joinedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  return [
    create({ ...organizationRecordKey(organization.id), kind: 'organization', data: organization }),
    create({
      ...membershipKey(owner.id, organization.id),
      kind: 'membership',
      data: membership,
      row: membership,
      gsi1pk: membersOf(organization.id),
      gsi1sk: `${at}#${membership.id}`,
    }),
  ];
}

/** The fields of a new account that do not have a default. */
export type NewPerson = Pick<Account, 'email' | 'passwordHash' | 'firstName' | 'lastName' | 'locale'> &
  Partial<Pick<Account, 'emailConfirmed' | 'lastConnectedAt'>>;

/**
 * A new account, and the writes that create it. The email's lookup item makes the email unique.
 *
 * @param taken the error if another account has the email; default `ConditionFailed`
 */
export function newAccount(person: NewPerson, taken?: () => Error): { account: Account; writes: Write[] } {
  const at = instant();
  const account: Account = {
    id: newId(),
    phone: null,
    timezone: 'Europe/Bucharest',
    respectQuietHours: true,
    preferences: '{}',
    roles: [],
    active: true,
    emailConfirmed: false,
    mfaEnabled: false,
    credentialsChangedAt: at,
    lastConnectedAt: null,
    createdAt: at,
    updatedAt: at,
    ...person,
  };
  const lookup: EmailLookup = { userId: account.id };
  return {
    account,
    writes: [
      create({ ...emailKey(account.email), kind: 'email', data: lookup }, taken),
      create({ ...accountKey(account.id), kind: 'account', data: account }),
    ],
  };
}
