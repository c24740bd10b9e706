import type { Attestation, PasskeyInput } from './input.ts';
import { ALGORITHMS } from './register-options.ts';
import { findPasskeyChallenge, type PasskeyChallenge, usePasskeyChallenge } from './challenge.ts';
import { challengeIn, illFormed, isFramed } from './webauthn.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { Passkey } from './model.ts';
import { badRequest, conflict, forbidden, invalidFields } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { epochIn, ownerUnchanged } from '#shared/platform/access/epoch.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { requireFreshProof } from '../passwords/prove.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import { storePasskey } from './store.ts';
import { relyingPartyId, relyingPartyOrigins } from './relying-party.ts';

/** The user's stored challenge that a response answers; undefined if unknown or expired. @throws 400 for ill-formed client data */
export const answeredBy = async (userId: string, response: Attestation): Promise<PasskeyChallenge | undefined> =>
  findPasskeyChallenge({ register: userId }, challengeIn(response));

/**
 * Registers the passkey of a response, deletes the challenge, and requests a notice by mail to the user.
 *
 * @param answered the challenge found by `answeredBy`
 * @throws 400 for an unknown or expired challenge or an ill-formed response; 403 if the authenticator has not verified its user;
 *   403, 422 and 429 as `requireFreshProof`; 409 for a credential that is registered already; 422 for a wrong attestation, origin
 *   or domain
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

/** Verifies an attestation (W3C WebAuthn Level 3 §7.1); the public key is a COSE key in base64url. @throws 400, 403, 422 */
async function verifiedCredential(response: Attestation, challenge: string): Promise<Pick<Passkey, 'publicKey' | 'signCount'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  await requireAcceptableForm(response);
  const refused = () => invalidFields({ response: ['has a wrong attestation, origin or relying party'] });
  if (isFramed(response)) throw refused();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: relyingPartyOrigins(),
    expectedRPID: relyingPartyId(),
    supportedAlgorithmIDs: ALGORITHMS,
    // Checked below, to respond with 403 instead of 422.
    requireUserVerification: false,
  }).catch(() => {
    throw refused();
  });
  if (!verified || registrationInfo.credential.id !== response.id) throw refused();
  if (!registrationInfo.userVerified)
    throw forbidden('user_verification', 'The authenticator has not verified its user: require user verification.');
  const { publicKey, counter } = registrationInfo.credential;
  return { publicKey: Buffer.from(publicKey).toString('base64url'), signCount: counter };
}

/**
 * Accepts only no attestation or self attestation, because the options request none (WebAuthn Level 3 §5.4.7). Other forms contain
 * certificates, and their verification may fetch URLs that the caller chose.
 *
 * @throws 400 for an ill-formed attestation object, 422 for another form
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
  if (!own) throw invalidFields({ response: ['must have been created with attestation "none"'] });
}
