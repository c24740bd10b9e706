import { createHash, createPublicKey, createSign, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * X.509 v3 certificates for the simulator's signature, encoded by hand (RFC 5280 §4.1 in DER, X.690): Node reads
 * certificates but does not make them, and these few structures need no library.
 */
export interface CertificateRequest {
  subject: { organization: string; commonName: string };
  publicKey: KeyObject;
  issuer: { organization: string; commonName: string };
  /** RSA key of the issuer. */
  issuerKey: KeyObject;
  authority: boolean;
}

// The local clock can be turned years away; the certificates are valid wherever it goes. UTCTime ends with 2049.
const NOT_BEFORE = '200101000000Z';
const NOT_AFTER = '491231235959Z';

/** A certificate in PEM, signed with SHA-256 and RSA. */
export function makeCertificate({ subject, publicKey, issuer, issuerKey, authority }: CertificateRequest): string {
  const algorithm = sequence(oid('1.2.840.113549.1.1.11'), tlv(0x05));
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x3f) | 0x40; // Positive and without a leading zero byte, as DER wants it.
  const body = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    integer(serial),
    algorithm,
    name(issuer),
    sequence(tlv(0x17, Buffer.from(NOT_BEFORE)), tlv(0x17, Buffer.from(NOT_AFTER))),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(
      0xa3,
      sequence(
        basicConstraints(authority),
        keyUsage(authority),
        subjectKeyIdentifier(publicKey),
        authorityKeyIdentifier(createPublicKey(issuerKey)),
      ),
    ),
  );
  const signature = createSign('sha256').update(body).sign(issuerKey);
  return pem(sequence(body, algorithm, bitString(signature)));
}

function name({ organization, commonName }: { organization: string; commonName: string }): Buffer {
  const attribute = (type: string, value: string): Buffer => tlv(0x31, sequence(oid(type), tlv(0x0c, Buffer.from(value))));
  return sequence(attribute('2.5.4.10', organization), attribute('2.5.4.3', commonName));
}

const TRUE = Buffer.of(0x01, 0x01, 0xff);

const critical = (id: string, value: Buffer): Buffer => sequence(oid(id), TRUE, tlv(0x04, value));
const ordinary = (id: string, value: Buffer): Buffer => sequence(oid(id), tlv(0x04, value));

const basicConstraints = (authority: boolean): Buffer => critical('2.5.29.19', authority ? sequence(TRUE) : sequence());
/** keyCertSign and cRLSign for the authority, digitalSignature and nonRepudiation for the seal (RFC 5280 §4.2.1.3). */
const keyUsage = (authority: boolean): Buffer =>
  critical('2.5.29.15', authority ? tlv(0x03, Buffer.of(1, 0x06)) : tlv(0x03, Buffer.of(6, 0xc0)));
// Any unique value will do as a key's identifier (§4.2.1.2); it only has to be the same in both certificates.
const keyIdentifier = (key: KeyObject): Buffer =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);
const subjectKeyIdentifier = (key: KeyObject): Buffer => ordinary('2.5.29.14', tlv(0x04, keyIdentifier(key)));
const authorityKeyIdentifier = (key: KeyObject): Buffer => ordinary('2.5.29.35', sequence(tlv(0x80, keyIdentifier(key))));

const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
const integer = (bytes: Buffer): Buffer => tlv(0x02, bytes);
const bitString = (bytes: Buffer): Buffer => tlv(0x03, Buffer.of(0), bytes);

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const arcs = [first * 40 + second, ...rest].flatMap(arc => {
    const bytes = [arc & 0x7f];
    for (let high = arc >>> 7; high > 0; high >>>= 7) bytes.unshift((high & 0x7f) | 0x80);
    return bytes;
  });
  return tlv(0x06, Buffer.from(arcs));
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const significant = length.subarray(length.findIndex(byte => byte !== 0));
  return Buffer.concat([Buffer.of(tag, 0x80 | significant.length), significant, content]);
}

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
