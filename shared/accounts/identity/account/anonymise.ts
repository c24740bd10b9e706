import { dataOf, type Stored } from './belongings.ts';
import type { Account, ApiToken } from '#shared/platform/access/model.ts';
import { remove, update, type Write } from '#shared/platform/store/transact.ts';
import { accountKey } from '#shared/platform/access/records.ts';
import { unauthorized } from '#shared/base/kernel/errors.ts';
import { dropTokens, type Place } from '../organizations/leave-organization.ts';
import { apiTokenOwnerKey } from '../api-tokens/store.ts';
import type { Passkey } from '../passkeys/model.ts';
import { passkeyOwnerKey } from '../passkeys/store.ts';
import { type IdpLink, idpLookupKey } from '../sign-in/idp-links.ts';

/** The write that removes all personal data from an account and deactivates it: logins are refused with that reason. */
export function anonymise(account: Account, at: string): Write {
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

/** The writes that remove credentials and settings, with the lookup items that lead to them. */
export const discard = (belongings: Stored[], places: readonly Place[]): Write[] => [
  ...belongings.filter(({ sk }) => !sk.startsWith('A#')).map(({ pk, sk }) => remove({ pk, sk })),
  ...dataOf<ApiToken>(belongings, 'api-token').map(({ id }) => remove(apiTokenOwnerKey(id))),
  ...dataOf<Passkey>(belongings, 'passkey').map(({ credentialId }) => remove(passkeyOwnerKey(credentialId))),
  ...dataOf<IdpLink>(belongings, 'idp-link').map(({ hash }) => remove(idpLookupKey(hash))),
  ...places.flatMap(dropTokens),
];
