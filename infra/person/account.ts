import type { Account, Membership } from '#shared/platform/access/model.ts';
import { readAccount } from '#shared/platform/access/records.ts';
import { dataOf, readBelongings } from '#shared/accounts/identity/account/belongings.ts';
import { closeAccount, requireFree } from '#shared/accounts/identity/account/remove.ts';
import { findUserId } from '#shared/accounts/identity/account/store.ts';
import { readPlace } from '#shared/accounts/identity/organizations/leave-organization.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import type { Person } from './match.ts';

/** Finds and closes the account of a person, with the same use case as when they close it themselves. */

/** By what a person is sought: one of these. */
export type Sought = Pick<Person, 'number' | 'phone' | 'client'> & {
  /** As typed. */
  email?: string | undefined;
};

export async function findPerson({ email, ...by }: Sought): Promise<Person> {
  const address = email?.trim().toLowerCase() ?? null;
  return { address, userId: address === null ? null : ((await findUserId(address)) ?? null), ...by };
}

const accountOf = async ({ userId }: Person): Promise<Account | undefined> =>
  userId === null ? undefined : (await readAccount(userId)).account;

/** @throws Problem 409 when an organization would be left with members but without an owner */
export async function requireErasable({ userId }: Person): Promise<void> {
  if (userId === null) return;
  const memberships = dataOf<Membership>(await readBelongings(userId), 'membership');
  requireFree(await Promise.all(memberships.map(readPlace)));
}

/** Attempts to close an account that is changed concurrently. */
const TRIES = 5;

/** Closes the account if it is still open; idempotent, also under concurrent runs. */
export async function closeAccountOf(person: Person): Promise<void> {
  for (let tries = 1; ; tries++) {
    // A concurrent run that closed the account has removed its address in the same transaction.
    if (person.address === null || (await findUserId(person.address)) !== person.userId) return;
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
