import { createHash, createPublicKey, createSign, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { bitString, integer, NULL, octets, oid, pem, sequence, set, time, tlv, TRUE, utf8 } from './der.ts';

/** X.509 v3 certificates and revocation lists for the simulator's signatures (RFC 5280 §4.1, §5.1). */
export interface Name {
  organization: string;
  commonName: string;
}

export interface Issuer {
  name: Name;
  /** RSA or EC. */
  key: KeyObject;
}

export interface CertificateRequest {
  subject: Name;
  publicKey: KeyObject;
  issuer: Issuer;
  /** What the key is for; `authority` may issue, at most `pathLength` authorities deep. */
  use: 'authority' | 'seal' | 'time-stamps';
  pathLength?: number;
  notBefore?: Date;
  notAfter?: Date;
  /** Further extensions, as `extension` makes them. */
  extensions?: Buffer[];
}

// The local clock can be set to any year, so the certificates have a long validity.
const NOT_BEFORE = new Date('2020-01-01T00:00:00Z');
const NOT_AFTER = new Date('2049-12-31T23:59:59Z');

const SHA256_WITH_RSA = '1.2.840.113549.1.1.11';
const SHA256_WITH_ECDSA = '1.2.840.10045.4.3.2';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** A certificate in PEM. */
export function makeCertificate(request: CertificateRequest): string {
  const { subject, publicKey, issuer, notBefore = NOT_BEFORE, notAfter = NOT_AFTER } = request;
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x3f) | 0x40; // Positive and without a leading zero byte, as DER wants it.
  const body = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    integer(serial),
    signatureAlgorithm(issuer.key),
    name(issuer.name),
    sequence(time(notBefore), time(notAfter)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions(request))),
  );
  return pem('CERTIFICATE', signed(body, issuer.key));
}

export interface RevocationListRequest {
  issuer: Issuer;
  /** Serial numbers in hex with the instants of their revocation. */
  revoked: { serialNumber: string; at: Date }[];
  thisUpdate?: Date;
  nextUpdate?: Date;
  /** Extensions of the list, as `extension` makes them. */
  extensions?: Buffer[];
}

/** A certificate revocation list in PEM. */
export function makeRevocationList(request: RevocationListRequest): string {
  const { issuer, revoked, thisUpdate = NOT_BEFORE, nextUpdate = NOT_AFTER, extensions: further = [] } = request;
  const entries = revoked.map(({ serialNumber, at }) => sequence(integer(Buffer.from(serialNumber, 'hex')), time(at)));
  const body = sequence(
    integer(Buffer.of(1)),
    signatureAlgorithm(issuer.key),
    name(issuer.name),
    time(thisUpdate),
    time(nextUpdate),
    ...(entries.length > 0 ? [sequence(...entries)] : []),
    tlv(
      0xa0,
      sequence(authorityKeyIdentifier(createPublicKey(issuer.key)), extension('2.5.29.20', integer(Buffer.of(1))), ...further),
    ),
  );
  return pem('X509 CRL', signed(body, issuer.key));
}

/** AlgorithmIdentifier of SHA-256 with a key's kind; its parameters are NULL for RSA and absent for EC (RFC 4055, RFC 5758). */
export const signatureAlgorithm = (key: KeyObject): Buffer =>
  key.asymmetricKeyType === 'ec' ? sequence(oid(SHA256_WITH_ECDSA)) : sequence(oid(SHA256_WITH_RSA), NULL);

const signed = (body: Buffer, key: KeyObject): Buffer =>
  sequence(body, signatureAlgorithm(key), bitString(createSign('sha256').update(body).sign(key)));

export function name({ organization, commonName }: Name): Buffer {
  const attribute = (type: string, value: string): Buffer => set(sequence(oid(type), utf8(value)));
  return sequence(attribute('2.5.4.10', organization), attribute('2.5.4.3', commonName));
}

/** One extension: its DER value, wrapped. */
export const extension = (id: string, value: Buffer, critical = false): Buffer =>
  sequence(oid(id), ...(critical ? [TRUE] : []), octets(value));

function extensions({ use, pathLength, publicKey, issuer, extensions: further = [] }: CertificateRequest): Buffer[] {
  const authority = use === 'authority';
  const basicConstraints = authority
    ? sequence(TRUE, ...(pathLength === undefined ? [] : [integer(Buffer.of(pathLength))]))
    : sequence();
  return [
    extension('2.5.29.19', basicConstraints, true),
    // keyCertSign and cRLSign for an authority, digitalSignature and nonRepudiation for a signer (§4.2.1.3).
    extension('2.5.29.15', authority ? tlv(0x03, Buffer.of(1, 0x06)) : tlv(0x03, Buffer.of(6, 0xc0)), true),
    // Alone and critical, as RFC 3161 §2.3 wants it.
    ...(use === 'time-stamps' ? [extension('2.5.29.37', sequence(oid(TIME_STAMPING)), true)] : []),
    extension('2.5.29.14', octets(keyIdentifier(publicKey))),
    authorityKeyIdentifier(createPublicKey(issuer.key)),
    ...further,
  ];
}

// Any unique value will do as a key's identifier (§4.2.1.2); it only has to be the same in both certificates.
const keyIdentifier = (key: KeyObject): Buffer =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);
const authorityKeyIdentifier = (key: KeyObject): Buffer => extension('2.5.29.35', sequence(tlv(0x80, keyIdentifier(key))));
