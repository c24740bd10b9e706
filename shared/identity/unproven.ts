import { remove, transact, type Write } from '../store/transact.ts';
import { apiTokenKey } from './access.ts';
import { endingSessions } from './account-writes.ts';
import { apiTokenOwnerKey, readApiTokens } from './api-tokens.ts';
import { mfaKey } from './mfa-record.ts';
import type { Account } from './model.ts';
import { passkeyKey, passkeyOwnerKey, readPasskeys } from './passkeys.ts';

/** Writes that leave room in a transaction (100) for what else happens in it. */
const MOST_WRITES = 80;

/**
 * Takes an account from whoever registered it with an email that they never confirmed, when somebody proves that the email is
 * theirs: password, logins, API keys, passkeys and second factor may be those of a stranger who was waiting for just that
 * (account pre-hijacking; Sudhodanan and Paverd, USENIX Security 2022).
 */
export async function withoutUnprovenCredentials(account: Account): Promise<{ changes: Partial<Account>; writes: Write[] }> {
  const [keys, passkeys] = await Promise.all([readApiTokens(account.id), readPasskeys(account.id)]);
  const writes = [
    remove(mfaKey(account.id)),
    ...keys.flatMap(({ id, tokenHash }) => [remove(apiTokenKey(account.id, tokenHash)), remove(apiTokenOwnerKey(id))]),
    ...passkeys.flatMap(({ id, credentialId }) => [remove(passkeyKey(account.id, id)), remove(passkeyOwnerKey(credentialId))]),
  ];
  // More than a transaction takes go ahead of it: they are worth nothing either way.
  for (let from = MOST_WRITES; from < writes.length; from += MOST_WRITES) await transact(writes.slice(from, from + MOST_WRITES));
  return {
    changes: { passwordHash: null, mfaEnabled: false, ...endingSessions(account) },
    writes: writes.slice(0, MOST_WRITES),
  };
}
