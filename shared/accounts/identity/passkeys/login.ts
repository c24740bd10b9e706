import { findPasskeyChallenge, type PasskeyChallenge, usePasskeyChallenge } from './challenge.ts';
import type { Passkey, PasskeyOwner } from './model.ts';
import type { Account } from '#shared/platform/access/model.ts';
import type { Assertion } from './input.ts';
import { challengeIn, illFormed, isFramed, userHandle } from './webauthn.ts';
import { getItem, getItems } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { passkeyKey, passkeyOwnerKey } from './store.ts';
import { NOBODY } from '../account/store.ts';
import { accountKey } from '#shared/platform/access/records.ts';
import { isOfEpoch } from '#shared/platform/access/epoch.ts';
import { forbidden, unauthorized } from '#shared/base/kernel/errors.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { type Commit, update, type Write } from '#shared/platform/store/transact.ts';
import type { Tokens } from '../sessions/open.ts';
import type { LoginClient } from '../sign-in/known-address.ts';
import { requireUsable, signIn } from '../sign-in/complete.ts';
import { relyingPartyId, relyingPartyOrigins } from './relying-party.ts';
import { instant } from '#shared/base/kernel/clock.ts';

/** The stored challenge, passkey and owner that a response refers to; undefined where unknown or no longer valid. */
export interface FoundAssertion {
  challenge: PasskeyChallenge | undefined;
  passkey: Passkey | undefined;
  account: Account | undefined;
}

/**
 * Reads the challenge, the passkey and the account that a response refers to. A passkey of an earlier epoch of the account counts
 * as unknown (epoch.ts).
 *
 * @throws 400 for ill-formed client data
 */
export async function findAssertion(response: Assertion): Promise<FoundAssertion> {
  const [challenge, owner] = await Promise.all([
    findPasskeyChallenge('login', challengeIn(response)),
    getItem<Item & { data: PasskeyOwner }>(passkeyOwnerKey(response.id)),
  ]);
  const { userId, id } = owner?.data ?? { userId: NOBODY, id: NOBODY };
  const [passkey, account] = await getItems([passkeyKey(userId, id), accountKey(userId)]);
  const found = { passkey: passkey?.['data'] as Passkey | undefined, account: account?.['data'] as Account | undefined };
  const inForce = found.passkey !== undefined && found.account !== undefined && isOfEpoch(found.passkey, found.account);
  return { challenge, account: found.account, passkey: inForce ? found.passkey : undefined };
}

const refused = () => unauthorized('The passkey was not accepted.');

/**
 * Signs a user in by an authenticator's signature, without a second factor, because the authenticator has verified its user.
 * Deletes the challenge.
 *
 * @throws 400 for ill-formed authenticator data; 401, always with the same text, for any unknown or wrong part of the response; 403
 *   if the authenticator has not verified its user, or the account may not sign in
 */
export async function passkeyLogin(
  response: Assertion,
  found: FoundAssertion | undefined,
  client: LoginClient,
  commit: Commit<Tokens>,
): Promise<Tokens> {
  // Shorter than rpIdHash (32 bytes), flags (1) and counter (4) together (WebAuthn Level 3 §6.1).
  if (Buffer.from(response.response.authenticatorData, 'base64url').length < 37) throw illFormed('authenticatorData');
  addLogFields({ userId: found?.account?.id });
  if (!found?.challenge || !found.passkey || !found.account) throw refused();
  const { challenge, passkey, account } = found;
  if (challenge.allowed.length > 0 && !challenge.allowed.includes(response.id)) throw refused();
  const { verified, count, userVerified } = await verify(response, passkey);
  if (!verified) throw refused();
  if (!userVerified)
    throw forbidden('user_verification', 'The authenticator has not verified its user: require user verification.');
  requireUsable(account);
  return signIn(account, commit, {
    writes: [usePasskeyChallenge('login', challengeIn(response), refused), used(passkey, count)],
    client,
  });
}

/** Verifies an assertion (W3C WebAuthn Level 3 §7.2). @throws 401 */
async function verify(
  response: Assertion,
  { userId, credentialId, publicKey }: Passkey,
): Promise<{ verified: boolean; count: number; userVerified: boolean }> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle: handle, ...parts } = response.response;
  if ((handle != null && handle !== userHandle(userId)) || isFramed(response)) throw refused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: parts, clientExtensionResults: {} },
    expectedChallenge: challengeIn(response),
    expectedOrigin: relyingPartyOrigins(),
    expectedRPID: relyingPartyId(),
    // 0 disables the library's check of the counter: the condition of the write in `used` checks it.
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    // Checked by the caller, which responds with 403 instead of 401.
    requireUserVerification: false,
  }).catch(() => {
    throw refused();
  });
  return { verified, count: authenticationInfo.newCounter, userVerified: authenticationInfo.userVerified };
}

/**
 * The write that records a use. A counter that does not increase indicates a cloned authenticator (WebAuthn Level 3 §6.1.1) and is
 * refused; 0 means that the authenticator does not count, and is not compared (ACC-45).
 *
 * @throws 401 when the transaction is committed
 */
function used({ userId, id }: Passkey, count: number): Write {
  const counted = count > 0;
  return update(
    passkeyKey(userId, id),
    {
      expression: `SET #data.lastUsedAt = :now${counted ? ', #data.signCount = :count' : ''}`,
      names: { '#data': 'data' },
      values: { ':now': instant(), ...(counted && { ':count': count }) },
      condition: counted ? '#data.signCount < :count' : 'attribute_exists(pk)',
    },
    refused,
  );
}
