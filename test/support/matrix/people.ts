import { randomUUID } from 'node:crypto';
import { accountKey, apiTokenKey, companyRecordKey, membershipKey, readAccount } from '#shared/platform/access/records.ts';
import { claimedBy } from '#shared/platform/access/access-token.ts';
import { apiKeyPrefix, newApiKey } from '#shared/platform/access/credentials.ts';
import { issueAccessToken } from '#shared/accounts/identity/sessions/issue-token.ts';
import type { Account, ApiToken, Membership } from '#shared/platform/access/model.ts';
import { membersOf } from '#shared/platform/access/organizations.ts';
import { openSession } from '#shared/accounts/identity/sessions/open.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { create, put, transact, update, type Write } from '#shared/platform/store/transact.ts';
import { everyItem } from '../stored/every-item.ts';
import type { Service } from '../service.ts';

/** Users, keys and companies of an organization, written directly to the table: fast, and in any state. */
export interface Organization {
  id: string;
  owner: Person;
  company: CompanyId;
  /** The owner's membership, the template for others. */
  membership: Membership;
}

export interface Person {
  userId: string;
  /** Access token. */
  token: string;
  sessionId: string;
}

/** An additional company of an organization. */
export const addCompany = async (service: Service, token: string, overrides: Record<string, unknown>): Promise<CompanyId> =>
  (await service.newCompany({ token } as Parameters<Service['newCompany']>[0], overrides)).company;

/** An organization with its owner and a company, made by the endpoints. */
export async function newOrganization(
  service: Service,
  name: string,
  company: Record<string, unknown> = {},
): Promise<Organization> {
  const { token } = await service.newUser({ organizationName: name });
  const claims = claimedBy(token);
  if (!claims) throw new Error('The token names nobody.');
  const [membership] = (await readAccount(claims.sub)).memberships;
  if (!membership) throw new Error('The owner has no membership.');
  const companyId = await addCompany(service, token, company);
  const owner = { userId: claims.sub, token, sessionId: claims.sid };
  return { id: membership.organizationId, owner, company: companyId, membership };
}

export interface PersonOptions {
  membership?: Partial<Membership>;
  account?: Partial<Account>;
  /** Whether the session has ended. */
  revoked?: boolean;
  /** Whether the password was changed after the login. */
  passwordChanged?: boolean;
}

/** A member of an organization with a login; an admin unless the options say otherwise. */
export async function newMember(organization: Organization, options: PersonOptions = {}): Promise<Person> {
  const { account: owner } = await readAccount(organization.owner.userId);
  if (!owner) throw new Error('The owner has no account.');
  const at = instant();
  const account: Account = {
    ...owner,
    id: newId(),
    email: `member-${randomUUID()}@test.example`,
    createdAt: at,
    updatedAt: at,
    ...options.account,
  };
  const membership: Membership = {
    ...organization.membership,
    id: newId(),
    userId: account.id,
    role: 'admin',
    joinedAt: at,
    createdAt: at,
    updatedAt: at,
    ...options.membership,
  };
  const login = openSession(options.passwordChanged ? { ...account, credentialsChangedAt: instantIn(-3600) } : account);
  const stored = login.writes[0]?.operation.Put?.Item;
  if (options.revoked && stored) stored['data'] = { ...login.session, revokedAt: at };
  await transact([
    create({ ...accountKey(account.id), kind: 'account', data: account }),
    membershipWrite(membership),
    ...login.writes,
  ]);
  return { userId: account.id, token: await issueAccessToken(account, login.session), sessionId: login.session.id };
}

/** Makes a person a member of one more organization. */
export async function joinAlso({ userId }: Person, organization: Organization, overrides: Partial<Membership>): Promise<void> {
  const membership: Membership = { ...organization.membership, id: newId(), userId, joinedAt: instant(), ...overrides };
  await transact([membershipWrite(membership)]);
}

const membershipWrite = (membership: Membership): Write =>
  put({
    ...membershipKey(membership.userId, membership.organizationId),
    kind: 'membership',
    data: membership,
    row: membership,
    gsi1pk: membersOf(membership.organizationId),
    gsi1sk: `${membership.joinedAt}#${membership.id}`,
  });

/** An API key of a person in an organization. */
export async function newKey(
  organization: Organization,
  { userId }: Person,
  scopes: readonly string[],
  overrides: Partial<ApiToken> = {},
): Promise<string> {
  const key = newApiKey(userId);
  const token: ApiToken = {
    id: newId(),
    userId,
    organizationId: organization.id,
    name: 'Test',
    tokenPrefix: apiKeyPrefix(key),
    tokenHash: sha256(key),
    scopes: [...scopes],
    // The first use would change the key's record, so the use is already stored.
    lastUsedAt: instantIn(3600),
    expireAt: null,
    revokedAt: null,
    createdAt: instant(),
    ...overrides,
  };
  await transact([create({ ...apiTokenKey(userId, token.tokenHash), kind: 'api-token', data: token })]);
  return key;
}

/** Makes a company read-only, as a smaller plan does. */
export const makeReadOnly = (company: CompanyId): Promise<void> =>
  transact([
    update(companyRecordKey(company), {
      expression: 'SET #data.isReadOnly = :true',
      names: { '#data': 'data' },
      values: { ':true': true },
    }),
  ]);

/** JSON with sorted members. */
const canonical = (item: object): string =>
  JSON.stringify(item, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted())
      : value,
  );

/** Every item of the table by its key, as text, except rate limit counters, which every request changes. */
export async function tableContent(): Promise<Map<string, string>> {
  const content = new Map<string, string>();
  for (const item of await everyItem()) if (!item.pk.startsWith('RATE#')) content.set(`${item.pk} / ${item.sk}`, canonical(item));
  return content;
}

/** The keys of items that differ between two snapshots of the table. */
export const changes = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(key => before.get(key) !== after.get(key));
