import { instant } from '#shared/base/kernel/clock.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { type Item, type Key, userPartition, type CompanyId } from '#shared/platform/store/table.ts';
import { remove, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { linkKeysOf, type LinkList } from '#shared/authority/taxauth/connections/link-store.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import { endingSessions, setFields } from '../account/writes.ts';
import { apiTokenOwnerKey } from '../api-tokens/store.ts';
import { emptyOrganization } from './empty-organization.ts';
import { type Note, noteCleared, noteRemoved, readCleared, type Removable, type Removed } from './removed.ts';
import { allCompanyIdsOf } from '#shared/platform/access/company-store.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { dropTokens, leave, readPlace } from '../organizations/leave-organization.ts';
import { mfaKey } from '../mfa/record.ts';
import { membershipUnchanged } from '#shared/platform/access/memberships.ts';
import { type Account, type ApiToken, fullName, type Membership } from '#shared/platform/access/model.ts';
import { foundOrganization } from './new-account.ts';
import { readOrganization } from '#shared/platform/access/organization-plan.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import type { Passkey } from '../passkeys/model.ts';
import { passkeyOwnerKey } from '../passkeys/store.ts';
import { changePeople, peopleOf } from '#shared/platform/access/people.ts';

/**
 * Takeover: when somebody proves ownership of an email by a password reset or by the identity provider, and the account with that
 * email never confirmed it, the account is taken from its registrant. The registrant may be an attacker who registered a victim's
 * email in advance (account pre-hijacking; Sudhodanan and Paverd, USENIX Security 2022).
 *
 * 1. One transaction locks the registrant out, whatever they have set up: it replaces the password, removes the second factor, and
 *    changes the fields of the account with which sessions, API keys and passkeys are compared, so that all of them are invalid. No
 *    request that is still running can add more (epoch.ts).
 * 2. As many transactions as necessary remove the records of invalid credentials, connections to the tax authority, all other
 *    members of the organization, who may be the attacker too, and what directs money and documents of its companies
 *    (shared/app/takeover). Nobody can sign in meanwhile.
 * 3. The caller's transaction signs the owner in, on condition that nobody joined the organization after step 2.
 *
 * A process that fails in between leaves an account that nobody can use; the same proof then repeats the takeover from the start.
 * Companies, documents, clients and products are kept: the registrant usually is the owner, and issued invoices must be kept. A mail
 * lists what was removed (removed.ts).
 */

/** Removes what directs money and documents of a company. Idempotent. */
export type ClearCompany = (companyId: CompanyId, note: Note) => Promise<void>;

/** Whether the email of an account was never confirmed, or a takeover of the account has begun and not ended. */
export const isUnproven = ({ emailConfirmed, takeoverPending }: Account): boolean => !emailConfirmed || takeoverPending === true;

/** The contents of the transaction of step 3. */
export interface Takeover {
  /** The account as step 1 left it. */
  account: Account;
  /** Changes of the account that end the takeover. */
  changes: Partial<Account>;
  /** Fail with `ConditionFailed` if somebody has joined the organization; then call `clear` again. */
  writes: Write[];
}

/**
 * Step 1. Of two concurrent takeovers, the one that locks later succeeds: step 3 of the other requires unchanged credentials.
 *
 * @param refused the error if the account changed after it was read; default 401
 */
export async function lockOut(account: Account, refused?: () => Error): Promise<Account> {
  const changes = {
    ...endingSessions(account),
    epoch: (account.epoch ?? 0) + 1,
    takeoverPending: true,
    passwordHash: NO_PASSWORD,
    mfaEnabled: false,
    updatedAt: instant(),
  };
  await transact([
    setFields(account, changes, refused && { refused }),
    remove(mfaKey(account.id)),
    ...noteRemoved(account.id, { secondFactors: account.mfaEnabled ? 1 : 0 }),
  ]);
  return { ...account, ...changes };
}

/**
 * Step 2; returns the contents of step 3. Idempotent.
 *
 * @throws 503 if others keep joining the organization
 */
export async function clear(account: Account, clearCompany: ClearCompany): Promise<Takeover> {
  const note: Note = removed => noteRemoved(account.id, removed);
  const { memberships, records } = await readBelongings(account.id);
  await removeCounted(records, note);
  const kept: Membership[] = [];
  for (const membership of memberships) {
    if (await isOwn(account, membership)) kept.push(membership);
    else await leaveForGood(membership);
  }
  const organizations = await Promise.all(kept.map(one => emptyOrganization(one.organizationId, account.id)));
  const companies = await Promise.all(kept.map(one => allCompanyIdsOf(one.organizationId)));
  await clearCompanies(account.id, companies.flat(), companyId => clearCompany(companyId, note));
  return {
    account,
    changes: { takeoverPending: false, emailConfirmed: true, updatedAt: instant() },
    writes: [
      ...(kept.length > 0
        ? [...kept.map(one => membershipUnchanged(one)), ...organizations.map(organization => changePeople(organization))]
        : foundOrganization({ ...account, createdAt: instant() }, fullName(account))),
      mailRequest(userPartition(account.id), { template: 'account-taken-over', userId: account.id }),
    ],
  };
}

/**
 * Whether the account keeps a membership: as owner of the organization that was created with the account, or as the only owner of
 * another. From all other organizations it is removed; the owner of the email can be invited again.
 */
async function isOwn(account: Account, { isActive, role, joinedAt, organizationId }: Membership): Promise<boolean> {
  if (!isActive || role !== 'owner') return false;
  return joinedAt === account.createdAt || peopleOf(await readOrganization(organizationId)).owners <= 1;
}

const leaveForGood = ({ userId, organizationId }: Membership): Promise<void> =>
  retryOnContention(async () => {
    const item = await getItem<Stored<Membership>>(membershipKey(userId, organizationId));
    if (!item) return;
    const place = await readPlace(item.data);
    await removeAll(dropTokens(place));
    await transact(leave(place, instant()));
  });

type Stored<T> = Item & { data: T };

/**
 * The account's memberships, and the writes that delete its API keys, passkeys and links for connecting to the tax authority, with
 * their lookup items.
 */
async function readBelongings(userId: string): Promise<{ memberships: Membership[]; records: Removal[] }> {
  const read = <T extends Key>(beginsWith: string) => queryItems<T>({ partition: userPartition(userId), beginsWith });
  const [memberships, keys, passkeys, links] = await Promise.all([
    read<Stored<Membership>>('A#M#'),
    read<Stored<ApiToken>>('KEY#'),
    read<Stored<Passkey>>('PASSKEY#'),
    read<LinkList>('TAXAUTHLINKS'),
  ]);
  const lookups = [
    // Lookup items are deleted first: after a crash in between, the remaining records still contain the keys of theirs.
    ...keys.map(({ data }) => apiTokenOwnerKey(data.id)),
    ...passkeys.map(({ data }) => passkeyOwnerKey(data.credentialId)),
    ...links.flatMap(linkKeysOf),
    ...links,
  ];
  const records = [
    ...lookups.map(key => ({ key })),
    ...keys.map(key => ({ key, ...(key.data.revokedAt === null && { what: 'apiKeys' as const }) })),
    ...passkeys.map(key => ({ key, what: 'passkeys' as const })),
  ];
  return { memberships: memberships.map(item => item.data), records };
}

/** How many companies are cleared at the same time. */
const AT_ONCE = 10;

/**
 * Clears companies. Those that are done are remembered: however many the registrant has made, repeated attempts come to an end, although
 * each must end within the time of a request.
 */
async function clearCompanies(
  userId: string,
  ids: readonly CompanyId[],
  clearOne: (id: CompanyId) => Promise<void>,
): Promise<void> {
  const done = await readCleared(userId);
  const left = ids.filter(id => !done.has(id));
  for (let from = 0; from < left.length; from += AT_ONCE)
    await Promise.all(
      left.slice(from, from + AT_ONCE).map(async id => {
        await clearOne(id);
        await transact([noteCleared(userId, id)]);
      }),
    );
}

/** A record to be removed, and what the mail to the owner calls it. */
interface Removal {
  key: Key;
  what?: Removable;
}

/** The maximum number of writes in a DynamoDB transaction. */
const MOST_WRITES = 100;

/** Removes records in as many transactions as necessary, each of which counts what it removes. */
async function removeCounted(records: readonly Removal[], note: Note): Promise<void> {
  const most = MOST_WRITES - 1;
  for (let from = 0; from < records.length; from += most) {
    const some = records.slice(from, from + most);
    const removed: Removed = {};
    for (const { what } of some) if (what) removed[what] = (removed[what] ?? 0) + 1;
    await transact([...some.map(({ key: { pk, sk } }) => remove({ pk, sk })), ...note(removed)]);
  }
}

async function removeAll(removals: Write[]): Promise<void> {
  for (let from = 0; from < removals.length; from += MOST_WRITES) await transact(removals.slice(from, from + MOST_WRITES));
}
