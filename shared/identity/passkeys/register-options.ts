import * as z from 'zod';
import type { creationOptionsSchema } from './schema.ts';
import type { Actor } from '../../access/model.ts';
import type { Passkey } from './model.ts';
import type { Commit } from '../../store/transact.ts';
import { newPasskeyChallenge } from './challenge.ts';
import { productName, relyingPartyId } from './relying-party.ts';
import { descriptor, TIMEOUT_MILLIS, userHandle } from './webauthn.ts';

/** Registration of a passkey in two steps: options, then the authenticator's response to them. */

/** COSE algorithm numbers of ES256 and RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [-7, -257];

export type CreationOptions = z.infer<typeof creationOptionsSchema>;

/** The options for a browser to create a passkey. An authenticator that holds one of the user's passkeys (`own`) declines. */
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
