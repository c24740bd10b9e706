import type { Attestation, PasskeyInput } from './input.ts';
import { ALGORITHMS } from './register-options.ts';
import { findPasskeyChallenge, type PasskeyChallenge, usePasskeyChallenge } from './challenge.ts';
import { challengeIn, illFormed } from './webauthn.ts';
import type { Actor } from '../../access/model.ts';
import type { Commit } from '../../store/transact.ts';
import type { Passkey } from './model.ts';
import { badRequest, conflict, forbidden, invalidFields } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { instant } from '../../kernel/clock.ts';
import { epochIn, ownerUnchanged } from '../../access/epoch.ts';
import { mailRequest } from '../../mail/requests.ts';
import { requireFreshProof } from '../passwords/prove.ts';
import { userPartition } from '../../store/table.ts';
import { storePasskey } from './store.ts';
import { relyingPartyId, relyingPartyOrigins } from './relying-party.ts';

/** The challenge that a response answers, if it is one of the person's in force. @throws 400 for ill-formed client data */
export const answeredBy = async (userId: string, response: Attestation): Promise<PasskeyChallenge | undefined> =>
  findPasskeyChallenge({ register: userId }, challengeIn(response));

/**
 * Registers the passkey that answers a challenge, and uses the challenge up. The person is mailed a notice.
 *
 * @param answered the challenge, as found.
 * @throws 400 for an unknown or expired challenge and what cannot be read; 403 where the authenticator has not verified its user, 403, 422 and 429 as `requireFreshProof` does;
 *   409 for a credential that is registered already; 422 where attestation, origin or domain are not right.
 */
export async function registerPasskey(
  actor: Actor,
  { name, response, password }: PasskeyInput,
  answered: PasskeyChallenge | undefined,
  commit: Commit<Passkey>,
): Promise<Passkey> {
  const { userId, account } = actor;
  const challenge = challengeIn(response);
  const unknown = () => badRequest('The challenge is unknown, expired or answered; ask for new options.');
  if (!answered) throw unknown();
  await requireFreshProof(actor, password);
  const { publicKey, signCount } = await verifiedCredential(response, challenge);
  const passkey: Passkey = {
    id: newId(),
    userId,
    credentialId: response.id,
    publicKey,
    signCount,
    name,
    createdAt: instant(),
    lastUsedAt: null,
    ...epochIn(account),
  };
  const writes = [
    usePasskeyChallenge({ register: userId }, challenge, unknown),
    ...storePasskey(passkey, () => conflict('This passkey is registered already.')),
    ownerUnchanged(account),
    mailRequest(userPartition(userId), { template: 'passkey-added', userId, name }),
  ];
  return commit(writes, passkey);
}

/** W3C WebAuthn Level 3 §7.1. */
async function verifiedCredential(response: Attestation, challenge: string): Promise<Pick<Passkey, 'publicKey' | 'signCount'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  await requireAcceptableForm(response);
  const refused = () => invalidFields({ response: ['attestation, origin or relying party are not right'] });
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingPartyOrigins(),
    expectedRPID: relyingPartyId(),
    supportedAlgorithmIDs: ALGORITHMS,
    // Told apart below.
    requireUserVerification: false,
  }).catch(() => {
    throw refused();
  });
  if (!verified || registrationInfo.credential.id !== response.id) throw refused();
  if (!registrationInfo.userVerified) throw forbidden('user_verification', 'The authenticator has not verified its user.');
  const { publicKey, counter } = registrationInfo.credential;
  return { publicKey: Buffer.from(publicKey).toString('base64url'), signCount: counter };
}

/**
 * Attestation is not asked for, so none comes, or one that the credential signed itself (§5.4.7). Others carry certificates, and
 * to judge one may mean to fetch what it points to: an address that the caller chose.
 */
async function requireAcceptableForm({ response }: Attestation): Promise<void> {
  const { decodeAttestationObject, parseAuthenticatorData } = await import('@simplewebauthn/server/helpers');
  const decoded = (() => {
    try {
      const object = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
      parseAuthenticatorData(object.get('authData'));
      return object;
    } catch {
      throw illFormed('attestationObject');
    }
  })();
  const format = decoded.get('fmt');
  const own = format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  if (!own) throw invalidFields({ response: ['attestation must be none'] });
}
