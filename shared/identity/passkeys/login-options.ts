import type * as z from 'zod';
import type { Commit } from '../../store/transact.ts';
import { findUserId, NOBODY } from '../account/store.ts';
import { newPasskeyChallenge } from './challenge.ts';
import { serviceSecret } from '../../store/service-secret.ts';
import { decoyOf } from './decoys.ts';
import { readPasskeys } from './store.ts';
import { relyingPartyId } from './relying-party.ts';
import { descriptor, TIMEOUT_MILLIS } from './webauthn.ts';
import type { requestOptionsSchema } from './schema.ts';

/** Login by passkey, first step: what the authenticator has to sign (interface.md §Authentication 7). */

export type RequestOptions = z.infer<typeof requestOptionsSchema>;

/** Credentials that may answer for an email; the same reads and the same form of answer whether or not anybody has it. */
export async function allowedFor(email: string): Promise<string[]> {
  const [userId, secret] = await Promise.all([findUserId(email), serviceSecret('passkey-decoys')]);
  const passkeys = await readPasskeys(userId ?? NOBODY);
  const decoy = decoyOf(email, secret);
  return passkeys.length > 0 ? passkeys.map(({ credentialId }) => credentialId) : [decoy];
}

/** @param allowed the credentials that may answer; none named: whichever the authenticator offers. */
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
