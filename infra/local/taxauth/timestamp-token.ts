import { createHash, createPrivateKey, createSign, randomBytes, X509Certificate } from 'node:crypto';
import { signatureAlgorithm } from './certificate.ts';
import { generalizedTime, integer, NULL, octets, oid, sequence, set, tlv } from './der.ts';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SHA256 = '2.16.840.1.101.3.4.2.1';

/** A time-stamping authority: PEM texts. */
export interface TimestampAuthority {
  certificate: string;
  privateKey: string;
}

/** What a time-stamp states. */
export interface Timestamped {
  /** The SHA-256 of what is stamped. */
  imprint: Uint8Array;
  at: Date;
  /** The content of the INTEGER of the request. */
  nonce?: Uint8Array;
  /** `certReq` of the request: without it the certificate of the signer is left out (RFC 3161 §2.4.1). */
  hasCertificate?: boolean;
}

/** A time-stamp token in DER (RFC 3161 §2.4.2, CMS of RFC 5652 §5) over the SHA-256 of `stamped`, made at `at`. */
export const makeTimestampToken = (authority: TimestampAuthority, stamped: Uint8Array, at: Date): Buffer =>
  timestampToken(authority, { imprint: sha256(stamped), at });

/** A time-stamp token in DER. */
export function timestampToken(
  authority: TimestampAuthority,
  { imprint, at, nonce, hasCertificate = true }: Timestamped,
): Buffer {
  const certificate = new X509Certificate(authority.certificate);
  const key = createPrivateKey(authority.privateKey);
  const info = sequence(
    integer(Buffer.of(1)),
    oid('1.3.6.1.4.1.99999.1'),
    sequence(sequence(oid(SHA256), NULL), octets(imprint)),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    generalizedTime(at),
    ...(nonce ? [integer(Buffer.from(nonce))] : []),
  );
  const attributes = [
    attribute(CONTENT_TYPE, oid(TST_INFO)),
    attribute(MESSAGE_DIGEST, octets(sha256(info))),
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(sequence(octets(sha256(certificate.raw)))))),
  ].toSorted(Buffer.compare);
  const signer = sequence(
    integer(Buffer.of(1)),
    sequence(issuerName(certificate), integer(Buffer.from(certificate.serialNumber, 'hex'))),
    sequence(oid(SHA256), NULL),
    tlv(0xa0, ...attributes),
    signatureAlgorithm(key),
    // Signed as a SET, although it stands under the tag [0] (RFC 5652 §5.4).
    octets(
      createSign('sha256')
        .update(set(...attributes))
        .sign(key),
    ),
  );
  const signedData = sequence(
    integer(Buffer.of(3)),
    set(sequence(oid(SHA256), NULL)),
    sequence(oid(TST_INFO), tlv(0xa0, octets(info))),
    ...(hasCertificate ? [tlv(0xa0, certificate.raw)] : []),
    set(signer),
  );
  return sequence(oid(SIGNED_DATA), tlv(0xa0, signedData));
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), set(value));

/** The issuer's name as it stands in the certificate: the fourth member of what is signed (RFC 5280 §4.1). */
function issuerName(certificate: X509Certificate): Buffer {
  const body = members(members(certificate.raw)[0] ?? Buffer.alloc(0));
  return body[3] ?? Buffer.alloc(0);
}

/** The encodings directly inside a constructed one. */
function members(der: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = contentStart(der, 0); at < der.length;) {
    const start = contentStart(der, at);
    const end = start + contentLength(der, at);
    found.push(der.subarray(at, end));
    at = end;
  }
  return found;
}

const contentStart = (der: Buffer, at: number): number => at + 2 + (der[at + 1]! & 0x80 ? der[at + 1]! & 0x7f : 0);
function contentLength(der: Buffer, at: number): number {
  const first = der[at + 1]!;
  return first & 0x80 ? der.readUIntBE(at + 2, first & 0x7f) : first;
}
