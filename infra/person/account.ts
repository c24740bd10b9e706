import type { Account, Membership } from '../../shared/access/model.ts';
import { readAccount } from '../../shared/access/records.ts';
import { dataOf, readBelongings } from '../../shared/identity/account/belongings.ts';
import { closeAccount, requireFree } from '../../shared/identity/account/remove.ts';
import { findUserId } from '../../shared/identity/account/store.ts';
import { readPlace } from '../../shared/identity/organizations/leave-organization.ts';
import { Problem } from '../../shared/kernel/errors.ts';
import { commitPlainly } from '../../shared/store/transact.ts';
import type { Person } from './match.ts';

/** The account of a person, by the use case that closes it for the person themselves. */

/** @param email as typed */
export async function findPerson(email: string): Promise<Person> {
  const address = email.trim().toLowerCase();
  return { address, userId: (await findUserId(address)) ?? null };
}

const accountOf = async ({ userId }: Person): Promise<Account | undefined> =>
  userId === null ? undefined : (await readAccount(userId)).account;

/** @throws 409 where others would be left without an owner of their organization */
export async function requireErasable({ userId }: Person): Promise<void> {
  if (userId === null) return;
  const memberships = dataOf<Membership>(await readBelongings(userId), 'membership');
  requireFree(await Promise.all(memberships.map(readPlace)));
}

/** How often an account that is changed at the same moment is read again. */
const TRIES = 5;

/** Closes the account, if there is one still: several at once close it once. */
export async function closeAccountOf(person: Person): Promise<void> {
  for (let tries = 1; ; tries++) {
    // Another run that closed it took the address away in the same transaction.
    if ((await findUserId(person.address)) !== person.userId) return;
    const account = await accountOf(person);
    if (!account?.active) return;
    try {
      await closeAccount(account, await readBelongings(account.id), commitPlainly);
      return;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'unauthorized') || tries === TRIES) throw error;
    }
  }
}
