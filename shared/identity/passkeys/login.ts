import { findPasskeyChallenge, type PasskeyChallenge, usePasskeyChallenge } from './challenge.ts';
import type { Passkey, PasskeyOwner } from './model.ts';
import type { Account } from '../../access/model.ts';
import type { Assertion } from './input.ts';
import { challengeIn, illFormed, userHandle } from './webauthn.ts';
import { getItem, getItems } from '../../store/read.ts';
import type { Item } from '../../store/table.ts';
import { passkeyKey, passkeyOwnerKey } from './store.ts';
import { NOBODY } from '../account/store.ts';
import { accountKey } from '../../access/records.ts';
import { isOfEpoch } from '../../access/epoch.ts';
import { forbidden, unauthorized } from '../../kernel/errors.ts';
import { addLogFields } from '../../kernel/log.ts';
import { type Commit, update, type Write } from '../../store/transact.ts';
import type { Tokens } from '../sessions/open.ts';
import type { LoginClient } from '../sign-in/known-address.ts';
import { requireUsable, signIn } from '../sign-in/complete.ts';
import { relyingPartyId, relyingPartyOrigins } from './relying-party.ts';
import { instant } from '../../kernel/clock.ts';

/** What a response names: a challenge in force, and the passkey with its owner. */
export interface FoundAssertion {
  challenge: PasskeyChallenge | undefined;
  passkey: Passkey | undefined;
  account: Account | undefined;
}

/** @throws 400 for ill-formed client data */
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
 * Signs in by an authenticator's signature; a second factor is not asked for, as the authenticator has verified its user. Uses the
 * challenge up.
 *
 * @throws 400 for authenticator data that cannot be read; 401 for whatever does not fit, without saying what; 403 where the
 *   authenticator has not verified its user, or the account may not sign in.
 */
export async function passkeyLogin(
  response: Assertion,
  found: FoundAssertion | undefined,
  client: LoginClient,
  commit: Commit<Tokens>,
): Promise<Tokens> {
  // rpIdHash, flags and counter (WebAuthn Level 3 §6.1).
  if (Buffer.from(response.response.authenticatorData, 'base64url').length < 37) throw illFormed('authenticatorData');
  addLogFields({ userId: found?.account?.id });
  if (!found?.challenge || !found.passkey || !found.account) throw refused();
  const { challenge, passkey, account } = found;
  if (challenge.allowed.length > 0 && !challenge.allowed.includes(response.id)) throw refused();
  const { verified, count, userVerified } = await verify(response, passkey);
  if (!verified) throw refused();
  if (!userVerified) throw forbidden('user_verification', 'The authenticator has not verified its user.');
  requireUsable(account);
  return signIn(account, commit, {
    writes: [usePasskeyChallenge('login', challengeIn(response), refused), used(passkey, count)],
    client,
  });
}

/** W3C WebAuthn Level 3 §7.2. */
async function verify(
  response: Assertion,
  { userId, credentialId, publicKey }: Passkey,
): Promise<{ verified: boolean; count: number; userVerified: boolean }> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { userHandle: handle, ...parts } = response.response;
  if (handle != null && handle !== userHandle(userId)) throw refused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: parts, clientExtensionResults: {} },
    expectedChallenge: challengeIn(response),
    expectedOrigin: relyingPartyOrigins(),
    expectedRPID: relyingPartyId(),
    // The counter is judged by the transaction that moves it.
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    // Told apart by the caller.
    requireUserVerification: false,
  }).catch(() => {
    throw refused();
  });
  return { verified, count: authenticationInfo.newCounter, userVerified: authenticationInfo.userVerified };
}

/**
 * Notes the use. A counter that does not increase, where both are counted, means a copy of the authenticator (§6.1.1); one that is
 * zero counts nothing.
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
