import type { ItemKind } from '../../vocabulary/item-kinds.ts';
import * as z from 'zod';
import { instant } from '../../kernel/clock.ts';
import { badRequest, conflict, forbidden, unauthorized } from '../../kernel/errors.ts';
import { queryItems } from '../../store/read.ts';
import { type Item, userPartition } from '../../store/table.ts';
import { type Commit, remove, retryOnContention, transact, update, type Write } from '../../store/transact.ts';
import { accountKey } from '../../access/records.ts';
import { emailKey } from './store.ts';
import { apiTokenOwnerKey } from '../api-tokens/manage.ts';
import { idpLookupKey, type IdpLink } from '../sign-in/idp-links.ts';
import { dropTokens, leave, type Place, readPlace } from '../organizations/leave-organization.ts';
import type { Mfa } from '../mfa/record.ts';
import type { Account, ApiToken, Membership } from '../../access/model.ts';
import { type Passkey, passkeyOwnerKey } from '../passkeys/store.ts';
import { peopleOf } from '../../access/people.ts';
import { proveCode, provePassword } from '../passwords/prove.ts';

/**
 * A person leaves (completions-accounts §5). What is theirs goes: name, address, credentials, memberships. What belongs to the
 * books of an organization stays as it was issued, and the account's record stays, without a name, for what refers to it.
 */

/** Body of DELETE /api/v1/me. */
export const FarewellForm = z.object({ password: z.string().optional(), code: z.string().trim().optional() });
export type FarewellForm = z.infer<typeof FarewellForm>;

type Stored = Item & { data?: unknown };

/** Everything that lies with a person, but for the records of logins, mails and repetitions, which end by themselves. */
export const readBelongings = async (userId: string): Promise<Stored[]> =>
  (await queryItems<Stored>({ partition: userPartition(userId) })).filter(({ sk }) => !/^(SESSION|MAIL|IDEMPOTENCY)#/.test(sk));

const dataOf = <T>(items: Stored[], kind: ItemKind): T[] => items.filter(item => item.kind === kind).map(item => item.data as T);

/**
 * Asks for the proof that fits the account; none of who has neither password nor second factor. A code need not be used up: the
 * second factor goes with the account.
 *
 * @throws 400 when it is missing, 403 when it is wrong, 429 after too many tries.
 */
async function prove(account: Account, belongings: Stored[], { password, code }: FarewellForm): Promise<void> {
  const missing = (field: string) => badRequest(`Invalid or missing: ${field}.`, { [field]: ['is required'] });
  if (account.passwordHash !== null) {
    if (!password) throw missing('password');
    if (!(await provePassword(account, password))) throw forbidden('password', 'The password is wrong.');
    return;
  }
  const [mfa] = dataOf<Mfa>(belongings, 'mfa');
  if (mfa?.enabledAt == null) return;
  if (!code) throw missing('code');
  if (!(await proveCode(mfa, code))) throw forbidden('code', 'The code is wrong.');
}

/** @throws 409 where others would be left without an owner */
function requireFree(places: readonly Place[]): void {
  for (const { membership, organization } of places) {
    const { active, owners } = peopleOf(organization);
    const isSoleOwner = membership.isActive && membership.role === 'owner' && owners <= 1;
    if (isSoleOwner && active > 1)
      throw conflict(`Make somebody else an owner of ${organization.data.name} first.`, {
        reason: 'sole_owner',
        organizationId: organization.data.id,
      });
  }
}

/** The account without what names a person. It is no longer active: its logins are told so. */
function anonymise(account: Account, at: string): Write {
  const fields: Partial<Account> = {
    active: false,
    email: `deleted-${account.id}@deleted.invalid`,
    passwordHash: null,
    firstName: null,
    lastName: null,
    phone: null,
    preferences: '{}',
    mfaEnabled: false,
    updatedAt: at,
  };
  const entries = Object.entries(fields);
  return update(
    accountKey(account.id),
    {
      expression: `SET ${entries.map((_, place) => `#data.#f${place} = :f${place}`).join(', ')}`,
      names: { '#data': 'data', ...Object.fromEntries(entries.map(([name], place) => [`#f${place}`, name])) },
      values: {
        ':seen': account.credentialsChangedAt,
        ':yes': true,
        ...Object.fromEntries(entries.map(([, value], place) => [`:f${place}`, value])),
      },
      condition: '#data.credentialsChangedAt = :seen AND #data.active = :yes',
    },
    () => unauthorized('The account has just changed; log in again.'),
  );
}

/** Credentials and settings, with what finds them from elsewhere. */
const discard = (belongings: Stored[], places: readonly Place[]): Write[] => [
  ...belongings.filter(({ sk }) => !sk.startsWith('A#')).map(({ pk, sk }) => remove({ pk, sk })),
  ...dataOf<ApiToken>(belongings, 'api-token').map(({ id }) => remove(apiTokenOwnerKey(id))),
  ...dataOf<Passkey>(belongings, 'passkey').map(({ credentialId }) => remove(passkeyOwnerKey(credentialId))),
  ...dataOf<IdpLink>(belongings, 'idp-link').map(({ hash }) => remove(idpLookupKey(hash))),
  ...places.flatMap(dropTokens),
];

/** A transaction holds no more (DynamoDB). */
const MOST_WRITES = 100;

/**
 * Removes the account of the signed-in person.
 *
 * @param loaded everything that lies with the person.
 * @throws 400, 403, 409 by the table of completions-accounts §5.
 */
export async function removeAccount(
  account: Account,
  { form, loaded }: { form: FarewellForm; loaded: Stored[] },
  commit: Commit<void>,
): Promise<void> {
  await prove(account, loaded, form);
  return retryOnContention(async attempt => {
    const belongings = attempt === 0 ? loaded : await readBelongings(account.id);
    const places = await Promise.all(dataOf<Membership>(belongings, 'membership').map(readPlace));
    requireFree(places);
    const at = instant();
    const decisive = [anonymise(account, at), remove(emailKey(account.email)), ...places.flatMap(place => leave(place, at))];
    const rest = discard(belongings, places);
    const room = MOST_WRITES - decisive.length;
    // Whoever has more than one transaction takes loses keys first: without them, leaving can be asked for again.
    for (let from = room; from < rest.length; from += MOST_WRITES) await transact(rest.slice(from, from + MOST_WRITES));
    return commit([...decisive, ...rest.slice(0, room)], undefined);
  });
}
