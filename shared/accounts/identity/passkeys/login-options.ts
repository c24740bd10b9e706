import type * as z from 'zod';
import type { Commit } from '#shared/platform/store/transact.ts';
import { findUserId, NOBODY } from '../account/store.ts';
import { newPasskeyChallenge } from './challenge.ts';
import { serviceSecret } from '#shared/platform/store/service-secret.ts';
import { decoyOf } from './decoys.ts';
import { readPasskeys } from './store.ts';
import { relyingPartyId } from './relying-party.ts';
import { descriptor, TIMEOUT_MILLIS } from './webauthn.ts';
import type { requestOptionsSchema } from './schema.ts';

/** Login by passkey, first step: the options with the challenge for the authenticator to sign (ACC-42, ACC-44). */

export type RequestOptions = z.infer<typeof requestOptionsSchema>;

/**
 * Ids of the credentials that may sign in an email; a decoy if it has none. Reads and response have the same form whether or not
 * the email has an account, so that neither reveals it.
 */
export async function allowedFor(email: string): Promise<string[]> {
  const [userId, secret] = await Promise.all([findUserId(email), serviceSecret('passkey-decoys')]);
  const passkeys = await readPasskeys(userId ?? NOBODY);
  const decoy = decoyOf(email, secret);
  return passkeys.length > 0 ? passkeys.map(({ credentialId }) => credentialId) : [decoy];
}

/** Creates a login challenge. @param allowed ids of the credentials that may sign it; empty: any that the authenticator offers */
export function loginOptions(allowed: string[], commit: Commit<RequestOptions>): Promise<RequestOptions> {
  const { challenge, write } = newPasskeyChallenge('login', allowed);
  return commit([write], {
    challenge,
    timeout: TIMEOUT_MILLIS,
    rpId: relyingPartyId(),
    allowCredentials: allowed.map(descriptor),
    userVerification: 'required',
  });
}
