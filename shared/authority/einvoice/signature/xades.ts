import type { X509Certificate } from 'node:crypto';
import type { XmlElement } from 'libxml2-wasm';
import {
  canonical,
  type Canonicalization,
  DEFAULT_CANONICALIZATION,
  digest,
  digestMethod,
  requiredCanonicalization,
} from './algorithms.ts';
import { attribute, bytes, children, is, mismatch, named, only, optional, text, XADES } from './elements.ts';
import type { ReadSignature, Reference } from './read-signature.ts';

/** The XAdES properties of a signature (ETSI EN 319 132-1): signing time and certificate, which are signed, and time-stamps. */
export interface Xades {
  /** Null if it is missing or has no time zone. */
  signingTime: Date | null;
  /** The digests that the signer's certificate must have; empty if the properties do not name it. */
  certificateDigests: { hash: ReturnType<typeof digestMethod>; digest: Buffer }[];
  /** Tokens of RFC 3161 (null for a time-stamp without one), each with the bytes that it covers. */
  timestamps: { token: Buffer | null; stamped: Buffer }[];
  signedProperties: XmlElement;
  reference: Reference;
}

const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';

/**
 * Reads the properties of a signature; undefined if it has none. A reference of the type for signed properties must cover them.
 *
 * @throws SignatureError `signature_mismatch`
 */
export function readXades(signature: ReadSignature): Xades | undefined {
  const references = signature.references.filter(({ type }) => type === SIGNED_PROPERTIES);
  const [properties, ...others] = signature.objects.flatMap(object => children(object));
  if (!properties && references.length === 0) return undefined;
  const [reference] = references;
  // An Object could contain anything that a reference points to: only these properties are accepted.
  if (!properties || others.length > 0 || !is(properties, 'QualifyingProperties', XADES)) {
    throw mismatch('The signature holds objects that are not accepted.');
  }
  if (!reference || references.length > 1) throw mismatch('The properties of the signature are not signed.');
  if (signature.id === null || attribute(properties, 'Target') !== `#${signature.id}`) {
    throw mismatch('The properties are those of another signature.');
  }
  const signedProperties = only(properties, 'SignedProperties', XADES);
  const id = attribute(signedProperties, 'Id');
  if (id === null || reference.uri !== `#${id}`) throw mismatch('The properties of the signature are not the signed ones.');
  const signed = optional(signedProperties, 'SignedSignatureProperties', XADES);
  return {
    signingTime: signed ? signingTime(signed) : null,
    certificateDigests: signed ? certificateDigests(signed) : [],
    timestamps: timestamps(properties, signature.valueElement),
    signedProperties,
    reference,
  };
}

/** `xsd:dateTime` with its zone. */
const INSTANT = /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function signingTime(signed: XmlElement): Date | null {
  const element = optional(signed, 'SigningTime', XADES);
  const stated = element ? text(element).trim() : '';
  const at = new Date(INSTANT.test(stated) ? stated : NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

function certificateDigests(signed: XmlElement): Xades['certificateDigests'] {
  const list = optional(signed, 'SigningCertificateV2', XADES) ?? optional(signed, 'SigningCertificate', XADES);
  // The first one is the signer's; those of issuers may follow.
  const [first] = list ? named(list, 'Cert', XADES) : [];
  if (list && !first) throw mismatch('The signing certificate is not named.');
  if (!first) return [];
  const certDigest = only(first, 'CertDigest', XADES);
  return [{ hash: digestMethod(only(certDigest, 'DigestMethod')), digest: bytes(only(certDigest, 'DigestValue')) }];
}

/** Whether the properties identify this certificate, or none. */
export const namesCertificate = ({ certificateDigests: all }: Xades, certificate: X509Certificate): boolean =>
  all.every(({ hash, digest: expected }) => digest(hash, certificate.raw).equals(expected));

function timestamps(properties: XmlElement, valueElement: XmlElement): Xades['timestamps'] {
  const unsigned = optional(properties, 'UnsignedProperties', XADES);
  const list = unsigned && optional(unsigned, 'UnsignedSignatureProperties', XADES);
  const stamps = list ? named(list, 'SignatureTimeStamp', XADES) : [];
  return stamps.flatMap((stamp): Xades['timestamps'] => {
    const declared = optional(stamp, 'CanonicalizationMethod');
    const method: Canonicalization = declared ? requiredCanonicalization(declared) : DEFAULT_CANONICALIZATION;
    const stamped = canonical(valueElement, method);
    const tokens = named(stamp, 'EncapsulatedTimeStamp', XADES);
    return tokens.length === 0 ? [{ token: null, stamped }] : tokens.map(token => ({ token: bytes(token), stamped }));
  });
}
