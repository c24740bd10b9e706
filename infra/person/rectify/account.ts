import { instant } from '#shared/base/kernel/clock.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { emailKey, findUserId } from '#shared/accounts/identity/account/store.ts';
import { endingSessions, setFields } from '#shared/accounts/identity/account/writes.ts';
import { readAccount } from '#shared/platform/access/records.ts';
import { create, remove, transact, type Write } from '#shared/platform/store/transact.ts';
import type { Person } from '../match.ts';
import { ACCOUNT_FIELDS, type Correction, different } from './correction.ts';

/** A correction of an account that is to be written. */
interface AccountCorrection {
  fields: string[];
  /** One transaction; it fails when the account has changed meanwhile. */
  write(): Promise<void>;
}

/**
 * The correction of the person's account; undefined when they have none, or it is right already. Another email has to be confirmed by its
 * owner, and ends all sessions: they were opened by who had the old one.
 *
 * @throws Problem 409 when the new email is that of another account
 */
export async function correctAccount(person: Person, correction: Correction): Promise<AccountCorrection | undefined> {
  const { account } = person.userId === null ? {} : await readAccount(person.userId);
  if (!account?.active) return undefined;
  const fields = different(account, ACCOUNT_FIELDS, correction);
  if (Object.keys(fields).length === 0) return undefined;
  const { email } = fields;
  if (email !== undefined && (await findUserId(email)) !== undefined) throw taken();
  return {
    fields: Object.keys(fields),
    write: () => {
      const moved: Write[] =
        email === undefined
          ? []
          : [remove(emailKey(account.email)), create({ ...emailKey(email), kind: 'email', data: { userId: account.id } }, taken)];
      const proof = email === undefined ? {} : { emailConfirmed: false, ...endingSessions(account) };
      const write = setFields(account, { ...fields, ...proof, updatedAt: instant() }, { unchanged: ['email'] });
      return transact([write, ...moved]);
    },
  };
}

const taken = () => conflict('Another account has this email. Close one of the two first.');
