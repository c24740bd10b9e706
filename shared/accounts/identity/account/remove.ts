import { dataOf, readBelongings, type Stored } from './belongings.ts';
import type { AccountRemoval } from './input.ts';
import { anonymise, discard } from './anonymise.ts';
import type { Account, Membership } from '#shared/platform/access/model.ts';
import { badRequest, conflict, forbidden } from '#shared/base/kernel/errors.ts';
import { proveCode, provePassword, type Prover } from '../passwords/prove.ts';
import type { Mfa } from '../mfa/record.ts';
import { leave, type Place, readPlace } from '../organizations/leave-organization.ts';
import { peopleOf } from '#shared/platform/access/people.ts';
import { type Commit, remove, retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { emailKey } from './store.ts';

/**
 * Checks the proof that the account allows: password or code; none if it has neither. The code is not marked as used, since the
 * second factor is removed with the account.
 *
 * @throws 400 if it is missing, 403 if it is wrong, 429 after too many attempts
 */
async function prove(prover: Prover, belongings: Stored[], { password, code }: AccountRemoval): Promise<void> {
  const missing = (field: string) => badRequest(`Invalid or missing: ${field}.`, { [field]: ['is required'] });
  if (prover.account.passwordHash !== null) {
    if (!password) throw missing('password');
    if (!(await provePassword(prover, password))) throw forbidden('password', 'The password is wrong.');
    return;
  }
  const [mfa] = dataOf<Mfa>(belongings, 'mfa');
  if (mfa?.enabledAt == null) return;
  if (!code) throw missing('code');
  if (!(await proveCode(prover, mfa, code))) throw forbidden('code', 'The code is wrong.');
}

/** @throws 409 if an organization with other members would have no owner left */
export function requireFree(places: readonly Place[]): void {
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

/** The limit of writes in a DynamoDB transaction. */
const MOST_WRITES = 100;

/**
 * Removes the account of the signed-in person.
 *
 * @param loaded everything that belongs to the person.
 * @throws 400, 403, 409 as in the table of ACC-63
 */
export async function removeAccount(
  prover: Prover,
  { form, loaded }: { form: AccountRemoval; loaded: Stored[] },
  commit: Commit<void>,
): Promise<void> {
  await prove(prover, loaded, form);
  return closeAccount(prover.account, loaded, commit);
}

/**
 * Anonymizes an account, ends its memberships and removes its credentials, without checking a proof.
 *
 * @param loaded everything that belongs to the person.
 * @throws 401 if the account was changed or closed meanwhile, 409 if an organization with other members would have no owner left
 */
export function closeAccount(account: Account, loaded: Stored[], commit: Commit<void>): Promise<void> {
  return retryOnContention(async attempt => {
    const belongings = attempt === 0 ? loaded : await readBelongings(account.id);
    const places = await Promise.all(dataOf<Membership>(belongings, 'membership').map(readPlace));
    requireFree(places);
    const at = instant();
    const decisive = [anonymise(account, at), remove(emailKey(account.email)), ...places.flatMap(place => leave(place, at))];
    const rest = discard(belongings, places);
    const free = MOST_WRITES - decisive.length;
    // If one transaction is not enough, the items that do not fit are removed first: after a crash the request can be repeated.
    for (let from = free; from < rest.length; from += MOST_WRITES) await transact(rest.slice(from, from + MOST_WRITES));
    return commit([...decisive, ...rest.slice(0, free)], undefined);
  });
}
