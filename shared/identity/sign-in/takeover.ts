import { instant } from '../../kernel/clock.ts';
import { getItem, queryItems } from '../../store/read.ts';
import { type Item, type Key, userPartition } from '../../store/table.ts';
import { remove, retryOnContention, transact, type Write } from '../../store/transact.ts';
import { linkKeysOf, type LinkList } from '../../taxauth/connections/link-store.ts';
import { membershipKey } from '../../access/records.ts';
import { endingSessions, setFields } from '../account/writes.ts';
import { apiTokenOwnerKey } from '../api-tokens/store.ts';
import { emptyOrganization } from './empty-organization.ts';
import { dropTokens, leave, readPlace } from '../organizations/leave-organization.ts';
import { mfaKey } from '../mfa/record.ts';
import { membershipUnchanged } from '../../access/memberships.ts';
import { type Account, type ApiToken, fullName, type Membership } from '../../access/model.ts';
import { foundOrganization } from './new-account.ts';
import { readOrganization } from '../../access/organization-plan.ts';
import { NO_PASSWORD } from '../passwords/passwords.ts';
import type { Passkey } from '../passkeys/model.ts';
import { passkeyOwnerKey } from '../passkeys/store.ts';
import { changePeople, peopleOf } from '../../access/people.ts';

/**
 * Takes an account from the person who registered it with an email that they never confirmed, when somebody proves that the email
 * is theirs, by a password reset or by the identity provider: what was set up before may be a stranger's, who waits for just that
 * (account pre-hijacking; Sudhodanan and Paverd, USENIX Security 2022).
 *
 * 1. One transaction locks the registrant out, however much they set up: password, logins, API keys, passkeys and second factor
 *    are dead by comparison with the account, and no request that is still under way can add more (epoch.ts).
 * 2. What is left is removed in as many transactions as it takes: the records of dead credentials, connections to the tax
 *    authority, and everybody else in the organization, who might be the stranger again. Nobody can sign in meanwhile.
 * 3. The caller's transaction lets the owner in, if the organization is still as empty as step 2 left it.
 *
 * A process that dies in between leaves an account that nobody can use, and the same proof takes it over again from the beginning.
 * Companies and documents stay: who registered is most often the owner, and issued invoices must be kept.
 */
export const isUnproven = ({ emailConfirmed, takeoverPending }: Account): boolean => !emailConfirmed || takeoverPending === true;

/** What the transaction that lets the owner in is made of. */
export interface Takeover {
  /** The account as step 1 left it. */
  account: Account;
  /** Fields that end the takeover. */
  changes: Partial<Account>;
  /** They fail with `ConditionFailed` when somebody came into the organization: then `clear` anew. */
  writes: Write[];
}

/**
 * Step 1. Two takeovers at once: the later one succeeds.
 *
 * @param refused the error when the account changed after it was read.
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
  await transact([setFields(account, changes, refused && { refused }), remove(mfaKey(account.id))]);
  return { ...account, ...changes };
}

/**
 * Step 2, and what step 3 is made of. It can be repeated.
 *
 * @throws 503 when others keep coming into the organization.
 */
export async function clear(account: Account): Promise<Takeover> {
  const { memberships, records } = await readBelongings(account.id);
  await removeAll(records);
  const kept: Membership[] = [];
  for (const membership of memberships) {
    if (await isOwn(account, membership)) kept.push(membership);
    else await leaveForGood(membership);
  }
  const organizations = await Promise.all(kept.map(one => emptyOrganization(one.organizationId, account.id)));
  return {
    account,
    changes: { takeoverPending: false, emailConfirmed: true, updatedAt: instant() },
    writes:
      kept.length > 0
        ? [...kept.map(one => membershipUnchanged(one)), ...organizations.map(organization => changePeople(organization))]
        : foundOrganization({ ...account, createdAt: instant() }, fullName(account)),
  };
}

/**
 * The organization that came with the account, and one that would be left without an owner, are the owner's own and stay. In others
 * the registrant was a guest: the owner of the email can be invited again.
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

/** What belongs to the account: memberships, and the records of credentials and links with the lookups that find them. */
async function readBelongings(userId: string): Promise<{ memberships: Membership[]; records: Write[] }> {
  const read = <T extends Key>(beginsWith: string) => queryItems<T>({ partition: userPartition(userId), beginsWith });
  const [memberships, keys, passkeys, links] = await Promise.all([
    read<Stored<Membership>>('A#M#'),
    read<Stored<ApiToken>>('KEY#'),
    read<Stored<Passkey>>('PASSKEY#'),
    read<LinkList>('TAXAUTHLINKS'),
  ]);
  const records = [
    // Lookup items go first: after a crash in between, the records that are left still lead to the rest.
    ...keys.map(({ data }) => apiTokenOwnerKey(data.id)),
    ...passkeys.map(({ data }) => passkeyOwnerKey(data.credentialId)),
    ...links.flatMap(linkKeysOf),
    ...[...keys, ...passkeys, ...links].map(({ pk, sk }) => ({ pk, sk })),
  ];
  return { memberships: memberships.map(item => item.data), records: records.map(key => remove(key)) };
}

/** Writes that one transaction takes (DynamoDB). */
const MOST_WRITES = 100;

async function removeAll(removals: Write[]): Promise<void> {
  for (let from = 0; from < removals.length; from += MOST_WRITES) await transact(removals.slice(from, from + MOST_WRITES));
}
