import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { cose, isoCBOR } from '@simplewebauthn/server/helpers';
import { expecting } from '../../infra/local/api-client.ts';
import type { CreationOptions } from '#shared/accounts/identity/passkeys/register-options.ts';
import type { RequestOptions } from '#shared/accounts/identity/passkeys/login-options.ts';
import type { Service } from './service.ts';

/** A WebAuthn authenticator in software, which can also behave in ways that no browser would allow. */

export interface Deviations {
  origin?: string;
  rpId?: string;
  /** Type of the client data: `webauthn.create`, `webauthn.get`. */
  type?: string;
  challenge?: string;
  /** Whether the page of the ceremony was framed by another site. */
  crossOrigin?: boolean;
  topOrigin?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  /** The signature counter it reports. */
  count?: number;
  userHandle?: string | null;
  /** Signs with another key. */
  foreignKey?: boolean;
  fmt?: string;
  attStmt?: Map<string, Uint8Array | Uint8Array[] | number>;
  algorithm?: 'ES256' | 'EdDSA';
}

export interface SoftKey {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
}

const origin = (): string => process.env['PASSKEY_ORIGINS'] ?? '';

const clientData = (type: string, challenge: string, deviations: Deviations): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: deviations.type ?? type,
      challenge: deviations.challenge ?? challenge,
      origin: deviations.origin ?? origin(),
      crossOrigin: deviations.crossOrigin ?? false,
      ...(deviations.topOrigin !== undefined && { topOrigin: deviations.topOrigin }),
    }),
  );

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

/** rpIdHash, flags, counter (WebAuthn Level 3 §6.1). */
function authenticatorData(rpId: string, deviations: Deviations, attested = false): Buffer {
  const { userPresent = true, userVerified = true, count = 0 } = deviations;
  const flags = (userPresent ? USER_PRESENT : 0) | (userVerified ? USER_VERIFIED : 0) | (attested ? ATTESTED : 0);
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  const hash = createHash('sha256')
    .update(deviations.rpId ?? rpId)
    .digest();
  return Buffer.concat([hash, Buffer.from([flags]), counter]);
}

/** COSE_Key of a public key (RFC 9053 §7). */
function coseKey(key: KeyObject, algorithm: 'ES256' | 'EdDSA'): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
  const { kty, alg, crv, x: atX, y: atY } = cose.COSEKEYS;
  const members: [number, number | Uint8Array<ArrayBuffer>][] =
    algorithm === 'ES256'
      ? [
          [kty, 2],
          [alg, -7],
          [crv, 1],
          [atX, bytes(x)],
          [atY, bytes(y)],
        ]
      : [
          [kty, 1],
          [alg, -8],
          [crv, 6],
          [atX, bytes(x)],
        ];
  return isoCBOR.encode(new Map(members));
}

/** Creates a passkey. @returns the key, and the response to the options */
export function attest(options: CreationOptions, deviations: Deviations = {}) {
  const { algorithm = 'ES256', fmt = 'none', attStmt = new Map<string, number>() } = deviations;
  const { privateKey, publicKey } =
    algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  const credentialId = randomBytes(32);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credentialId.length);
  const authData = Buffer.concat([
    authenticatorData(options.rp.id, deviations, true),
    Buffer.alloc(16),
    length,
    credentialId,
    coseKey(publicKey, algorithm),
  ]);
  const object = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', attStmt],
    ['authData', new Uint8Array(authData)],
  ]);
  const attestationObject = Buffer.from(isoCBOR.encode(object as never)).toString('base64url');
  const id = credentialId.toString('base64url');
  const clientDataJSON = clientData('webauthn.create', options.challenge, deviations).toString('base64url');
  const key: SoftKey = { id, privateKey, userHandle: options.user.id };
  const response = { id, rawId: id, type: 'public-key', response: { clientDataJSON, attestationObject } };
  return { key, response };
}

/** Signs a challenge. */
export function assert(options: RequestOptions, key: SoftKey, deviations: Deviations = {}) {
  const client = clientData('webauthn.get', options.challenge, deviations);
  const data = authenticatorData(options.rpId, deviations);
  const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
  const privateKey = deviations.foreignKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : key.privateKey;
  const handle = deviations.userHandle === undefined ? key.userHandle : deviations.userHandle;
  return {
    id: key.id,
    rawId: key.id,
    type: 'public-key',
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
      userHandle: handle,
    },
  };
}

export const creationOptions = ({ api }: Service, token: string): Promise<CreationOptions> =>
  expecting(200, 'Options', api('POST', '/api/v1/passkey/register/options', { token }));

export const requestOptions = ({ api }: Service, email?: string): Promise<RequestOptions> =>
  expecting(200, 'Options', api('POST', '/api/auth/passkey/login/options', { body: { email } }));

/** Registers a passkey for a user. @param password needed ten minutes after the login @returns its id and its key */
export async function newPasskey(
  service: Service,
  token: string,
  { name = 'Telefon', password, ...deviations }: Deviations & { name?: string; password?: string } = {},
): Promise<{ id: string; key: SoftKey }> {
  const { key, response } = attest(await creationOptions(service, token), deviations);
  const sent = service.api('POST', '/api/v1/passkey/register', { token, body: { name, response, password } });
  const { id } = await expecting<{ id: string }>(201, 'Registering a passkey', sent);
  return { id, key };
}
