import { now } from '#shared/base/kernel/clock.ts';
import { unauthorized } from '#shared/base/kernel/errors.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import { accountKey } from '#shared/platform/access/records.ts';
import type { Account } from '#shared/platform/access/model.ts';
import { hashPassword } from '../passwords/passwords.ts';

/** Writes of accounts: field by field, provided that the credentials are those that were read. */

/** Now; or one millisecond after `earlier`, if that is not in the past. */
const instantAfter = (earlier: string): string =>
  new Date(Math.max(now().getTime(), new Date(earlier).getTime() + 1)).toISOString();

/**
 * The field that ends all sessions and all logins in progress. It differs from all earlier values, even if the clock was set back.
 */
export const endingSessions = (account: Account): Pick<Account, 'credentialsChangedAt'> => ({
  credentialsChangedAt: instantAfter(account.credentialsChangedAt),
});

/** The fields that replace the password, which ends every session. */
export const withPassword = async (account: Account, password: string): Promise<Partial<Account>> => ({
  passwordHash: await hashPassword(password),
  ...endingSessions(account),
});

/**
 * Sets fields one by one, so that concurrent changes of different fields are both kept.
 *
 * @param options.refused the error if the account is closed or its credentials have changed since the read
 * @param options.unchanged further fields that must not have changed since the read
 */
export function setFields(
  account: Account,
  fields: Partial<Account>,
  { refused = changed, unchanged = [] }: { refused?: () => Error; unchanged?: (keyof Account)[] } = {},
): Write {
  const entries = Object.entries(fields);
  const seen = [...new Set<keyof Account>(['credentialsChangedAt', ...unchanged])];
  return update(
    accountKey(account.id),
    {
      expression: `SET ${entries.map((_, place) => `#data.#f${place} = :f${place}`).join(', ')}`,
      names: {
        '#data': 'data',
        ...Object.fromEntries(entries.map(([name], place) => [`#f${place}`, name])),
        ...Object.fromEntries(seen.map((name, place) => [`#s${place}`, name])),
      },
      values: {
        ':yes': true,
        ...Object.fromEntries(entries.map(([, value], place) => [`:f${place}`, value])),
        ...Object.fromEntries(seen.map((name, place) => [`:s${place}`, account[name]])),
      },
      condition: ['#data.active = :yes', ...seen.map((_, place) => `#data.#s${place} = :s${place}`)].join(' AND '),
    },
    refused,
  );
}

const changed = () => unauthorized('The account has just changed; log in again.');
