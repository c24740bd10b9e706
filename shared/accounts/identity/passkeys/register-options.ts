import * as z from 'zod';
import type { creationOptionsSchema } from './schema.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Passkey } from './model.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { newPasskeyChallenge } from './challenge.ts';
import { productName, relyingPartyId } from './relying-party.ts';
import { descriptor, TIMEOUT_MILLIS, userHandle } from './webauthn.ts';

/** COSE algorithm numbers of ES256 and RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [-7, -257];

export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/**
 * The first step of registering a passkey: the options for the browser to create it, with a new challenge. The second step
 * (register.ts) verifies the authenticator's response.
 *
 * @param own the user's passkeys: an authenticator that has one of them creates no other
 */
export function passkeyOptions(actor: Actor, own: Passkey[], commit: Commit<CreationOptions>): Promise<CreationOptions> {
  const { challenge, write } = newPasskeyChallenge({ register: actor.userId });
  return commit([write], {
    rp: { id: relyingPartyId(), name: productName() },
    user: { id: userHandle(actor.userId), name: actor.email, displayName: actor.name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MILLIS,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
    excludeCredentials: own.map(({ credentialId }) => descriptor(credentialId)),
  });
}
