import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { SignCommand } from '@aws-sdk/client-kms';
import { environment } from '#shared/platform/aws/environment.ts';
import { kms } from '#shared/platform/aws/kms.ts';
import { publishedJwk, publishedKeys } from '#shared/platform/access/published-keys.ts';
import { joseSignature } from '#shared/accounts/identity/token-keys/signing-keys.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Person } from '../matrix/people.ts';

/** Forged credentials of a user that must all be rejected (RFC 8725, RFC 9068), by their defect. */

type Tokens = Record<string, string>;

const encoded = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** The order of P-256. */
const ORDER = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');

interface Case {
  person: Person;
  /** Another user, with a session of their own. */
  other: Person;
}

/** A token with any header and payload, signed with the service's own key. */
async function signedByUs(header: unknown, payload: unknown, form: 'raw' | 'der' = 'raw'): Promise<string> {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  const { Signature } = await kms().send(
    new SignCommand({
      KeyId: environment('tokenKey'),
      Message: Buffer.from(signed),
      MessageType: 'RAW',
      SigningAlgorithm: 'ECDSA_SHA_256',
    }),
  );
  const der = Buffer.from(Signature ?? []);
  return `${signed}.${(form === 'raw' ? joseSignature(der) : der).toString('base64url')}`;
}

/** A token that is signed with another key. */
function signedBy(key: KeyObject, digest: string | null, header: unknown, payload: unknown): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  const isEc = key.asymmetricKeyType === 'ec';
  const bytes = sign(digest, Buffer.from(signed), isEc ? { key, dsaEncoding: 'ieee-p1363' } : key);
  return `${signed}.${bytes.toString('base64url')}`;
}

const hmac = (digest: string, secret: string, header: unknown, payload: unknown): string => {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${createHmac(digest, secret).update(signed).digest('base64url')}`;
};

async function facts({ person, other }: Case) {
  const issuer = environment('tokenIssuer');
  const at = epochSeconds();
  const claims = {
    ...{ iss: issuer, aud: issuer, sub: person.userId, email: 'x@test.example', sid: person.sessionId },
    ...{ jti: newId(), iat: at - 10, exp: at + 3600 },
  };
  const [header = '', payload = '', signature = ''] = person.token.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const published = (await publishedKeys()).find(key => key.kid === kid);
  if (!published) throw new Error('The key of the token is not published.');
  const head = { alg: 'ES256', kid, typ: 'at+jwt' };
  return { person, other, claims, at, issuer, header, payload, signature, head, kid, jwk: publishedJwk(published) };
}

type Facts = Awaited<ReturnType<typeof facts>>;

/** Tokens whose header selects the algorithm. */
function byAlgorithm({ claims, head, header, payload, signature, kid, jwk }: Facts): Tokens {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
  const k256 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey;
  const ed = generateKeyPairSync('ed25519').privateKey;
  const none = (alg: unknown): string => `${encoded({ ...head, alg })}.${encoded(claims)}.`;
  return {
    'alg none': none('none'),
    'alg NONE': none('NONE'),
    'alg nOnE': none('nOnE'),
    'alg empty': none(''),
    'alg null': none(null),
    'alg a list': none(['ES256']),
    'no alg at all': `${encoded({ kid, typ: 'at+jwt' })}.${encoded(claims)}.${signature}`,
    'alg none with the old signature': `${encoded({ ...head, alg: 'none' })}.${payload}.${signature}`,
    'alg ES384 over the old signature': `${encoded({ ...head, alg: 'ES384' })}.${payload}.${signature}`,
    'RS256 by a foreign RSA key': signedBy(rsa, 'sha256', { ...head, alg: 'RS256' }, claims),
    'PS256 in name, by a foreign RSA key': signedBy(rsa, 'sha256', { ...head, alg: 'PS256' }, claims),
    'ES384 by a foreign key': signedBy(p384, 'sha384', { ...head, alg: 'ES384' }, claims),
    'ES256K by a foreign key': signedBy(k256, 'sha256', { ...head, alg: 'ES256K' }, claims),
    'EdDSA by a foreign key': signedBy(ed, null, { ...head, alg: 'EdDSA' }, claims),
    'HS256 with the public key as JWK': hmac('sha256', JSON.stringify(jwk), { ...head, alg: 'HS256' }, claims),
    'HS256 with the x coordinate': hmac('sha256', jwk.x, { ...head, alg: 'HS256' }, claims),
    'HS384 with the public key as JWK': hmac('sha384', JSON.stringify(jwk), { ...head, alg: 'HS384' }, claims),
    'HS512 with the key id': hmac('sha512', kid, { ...head, alg: 'HS512' }, claims),
    'HS256 with an empty secret': hmac('sha256', '', { ...head, alg: 'HS256' }, claims),
    'an HMAC that says ES256': hmac('sha256', JSON.stringify(jwk), head, claims),
    'the header twice': `${header}.${header}.${payload}.${signature}`,
  };
}

/** Tokens whose header selects the key. */
async function byKey({ claims, head, kid }: Facts): Promise<Tokens> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = publicKey.export({ format: 'jwk' });
  const by = (header: object): string => signedBy(privateKey, 'sha256', header, claims);
  const url = 'http://127.0.0.1:9/jwks.json';
  return {
    'a foreign key under our kid': by(head),
    'a foreign key without kid': by({ alg: 'ES256', typ: 'at+jwt' }),
    'a foreign key under its own kid': by({ ...head, kid: 'mine' }),
    'its own key in jwk': by({ ...head, jwk: own }),
    'its own key in jwk, without kid': by({ alg: 'ES256', typ: 'at+jwt', jwk: own }),
    'a key set elsewhere (jku)': by({ ...head, kid: 'mine', jku: url }),
    'a certificate elsewhere (x5u)': by({ ...head, kid: 'mine', x5u: url }),
    'a certificate of its own (x5c)': by({ ...head, x5c: [Buffer.from('certificate').toString('base64')] }),
    'a kid that is a path': by({ ...head, kid: '../../../../dev/null' }),
    'a kid that is a query': by({ ...head, kid: "' OR '1'='1" }),
    'a kid that is a list': by({ ...head, kid: [kid] }),
    'a kid that is an object': by({ ...head, kid: { kid } }),
    'a kid of ours in capitals': await signedByUs({ ...head, kid: kid.toUpperCase() }, claims),
    'a kid of great length': by({ ...head, kid: 'k'.repeat(3000) }),
    'our key, but no kid': await signedByUs({ alg: 'ES256', typ: 'at+jwt' }, claims),
    'our key, but an empty kid': await signedByUs({ ...head, kid: '' }, claims),
    'our key, but the header names no type': await signedByUs({ alg: 'ES256', kid }, claims),
    'our key, but the type of an ID token': await signedByUs({ ...head, typ: 'JWT' }, claims),
    'our key, but the type of a logout token': await signedByUs({ ...head, typ: 'logout+jwt' }, claims),
    'our key, but an unknown critical extension': await signedByUs({ ...head, crit: ['x'], x: 1 }, claims),
    'our key, but an empty list of critical extensions': await signedByUs({ ...head, crit: [] }, claims),
    'our key, but unencoded payload (b64 false)': await signedByUs({ ...head, b64: false, crit: ['b64'] }, claims),
  };
}

/** Tokens with an invalid signature. */
async function bySignature({ claims, head, header, payload, signature, other }: Facts): Promise<Tokens> {
  const [, otherPayload = '', otherSignature = ''] = other.token.split('.');
  const genuine = Buffer.from(signature, 'base64url');
  const at = (bytes: Buffer): string => `${header}.${payload}.${bytes.toString('base64url')}`;
  const flipped = Buffer.from(genuine);
  flipped[7] = (flipped[7] ?? 0) ^ 1;
  return {
    'no signature': `${header}.${payload}.`,
    'two parts': `${header}.${payload}`,
    'r and s zero': at(Buffer.alloc(64)),
    'r and s the order of the curve': at(Buffer.concat([ORDER, ORDER])),
    'a flipped bit': at(flipped),
    'r and s exchanged': at(Buffer.concat([genuine.subarray(32), genuine.subarray(0, 32)])),
    'half a signature': at(genuine.subarray(0, 32)),
    'a signature and a half': at(Buffer.concat([genuine, genuine.subarray(32)])),
    'a signature as DER': await signedByUs(head, claims, 'der'),
    "another token's signature": `${header}.${payload}.${otherSignature}`,
    "another person's claims under this signature": `${header}.${otherPayload}.${signature}`,
    'claims that live longer': `${header}.${encoded({ ...claims, exp: claims.exp + 999_999 })}.${signature}`,
    'a signature that is no base64': `${header}.${payload}.***`,
  };
}

/** Tokens signed with the service's key, but with other claims than its access tokens: other kinds of tokens must be rejected. */
async function byClaims({ claims, at, issuer, head, other }: Facts): Promise<Tokens> {
  const { exp: _exp, ...endless } = claims;
  const without = (name: keyof typeof claims): object =>
    Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const ours = (payload: unknown): Promise<string> => signedByUs(head, payload);
  const cases: Record<string, unknown> = {
    'expired an hour ago': { ...claims, iat: at - 7200, exp: at - 3600 },
    'expired this second': { ...claims, exp: at },
    'without an end': endless,
    'an end that is text': { ...claims, exp: String(at + 3600) },
    'an end that is null': { ...claims, exp: null },
    'not in force yet': { ...claims, nbf: at + 600 },
    'in force from a text on': { ...claims, nbf: 'now' },
    'another issuer': { ...claims, iss: 'urn:elsewhere' },
    'an issuer that only begins as ours': { ...claims, iss: `${issuer}.evil` },
    'no issuer': without('iss'),
    'another audience': { ...claims, aud: 'urn:elsewhere' },
    'other audiences': { ...claims, aud: ['urn:elsewhere', 'urn:others'] },
    'no audience': without('aud'),
    'no subject': without('sub'),
    'no session': without('sid'),
    'no id': without('jti'),
    'no time of issue': without('iat'),
    'an unknown subject': { ...claims, sub: newId() },
    "another person's session": { ...claims, sid: other.sessionId },
    'another person as subject': { ...claims, sub: other.userId },
    'an unknown session': { ...claims, sid: newId() },
    'a subject that is a list': { ...claims, sub: [claims.sub] },
    'a subject that is a path': { ...claims, sub: `${claims.sub}/../${other.userId}` },
    'claims that are a list': [claims],
    'claims that are text': 'claims',
  };
  const made = Object.entries(cases).map(async ([name, payload]) => [`our key: ${name}`, await ours(payload)] as const);
  return Object.fromEntries(await Promise.all(made));
}

/** Every forged access token, by name. */
export async function forgedAccessTokens(about: Case): Promise<Tokens> {
  const known = await facts(about);
  return { ...byAlgorithm(known), ...(await byKey(known)), ...(await bySignature(known)), ...(await byClaims(known)) };
}
