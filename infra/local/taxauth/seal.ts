import { createHash, createPrivateKey, createSign, X509Certificate } from 'node:crypto';
import { XmlDocument } from 'libxml2-wasm';
import * as z from 'zod';
import { SEAL_CERTIFICATES } from './seal-material.ts';
import type { SealMaterial } from './seal-material.ts';
import { makeTimestampToken } from './timestamp-token.ts';

/**
 * The simulator's signatures, always with RSA-SHA256. As in production by default: plain XMLDSig, detached (root
 * `Signature`, digest over the other file's raw bytes). `enveloped` is the form of the authority's test environment (the
 * document itself with the signature as its last child, digest over Canonical XML 1.0). XAdES adds the signing time and the
 * signer's certificate, `timestamp` a token of a time-stamping authority over the signature value.
 */
export const sealSettings = z.strictObject({
  form: z.enum(['detached', 'enveloped']),
  format: z.enum(['XMLDSig', 'XAdES']),
  certificate: z.enum(SEAL_CERTIFICATES),
  timestamp: z.boolean(),
});
export type SealSettings = z.infer<typeof sealSettings>;

export const DEFAULT_SEAL: SealSettings = { form: 'detached', format: 'XMLDSig', certificate: 'valid', timestamp: false };

export interface Sealed {
  fileName: string;
  bytes: Uint8Array;
  /** The signing time that XAdES states, and that of the time-stamp. */
  at: Date;
}

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903#SignedProperties';

/** The text of `semnatura_<index>.xml` for the file `<index>.xml` with these bytes. */
export function sealFile(material: SealMaterial, settings: SealSettings, { fileName, bytes, at }: Sealed): string {
  const reference = settings.form === 'detached' ? { uri: fileName, signed: bytes } : { uri: '', signed: canonical(bytes) };
  const signature = writeSignature(material, settings, { ...reference, enveloped: settings.form === 'enveloped', at });
  return XML_DECLARATION + (settings.form === 'detached' ? signature : insertLast(canonical(bytes).toString(), signature));
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';

function canonical(bytes: Uint8Array): Buffer {
  using document = XmlDocument.fromBuffer(bytes);
  return Buffer.from(document.canonicalizeToString());
}

/** Inserts an element as last child of a document in Canonical XML, which always ends with the root's end tag. */
export function insertLast(document: string, element: string): string {
  const end = document.lastIndexOf('</');
  return document.slice(0, end) + element + document.slice(end);
}

interface Reference {
  uri: string;
  enveloped: boolean;
  signed: Uint8Array;
  at: Date;
}

// All below is written in canonical form (no empty-element tags, declared namespaces), so these very bytes are what is signed. File names,
// digests and names of certificates here need no escapes.
function writeSignature(material: SealMaterial, settings: SealSettings, { uri, enveloped, signed, at }: Reference): string {
  const certificate = new X509Certificate(material.certificates[settings.certificate]);
  const properties = settings.format === 'XAdES' ? signedProperties(certificate, at) : undefined;
  const content =
    algorithm('CanonicalizationMethod', EXCLUSIVE_C14N) +
    algorithm('SignatureMethod', RSA_SHA256) +
    reference(`URI="${uri}"`, enveloped ? `${DSIG}enveloped-signature` : undefined, signed) +
    (properties
      ? reference(`Type="${SIGNED_PROPERTIES}" URI="#signed-properties"`, EXCLUSIVE_C14N, Buffer.from(properties))
      : '');
  const value = signatureValue(material, content);
  const stamped = `<SignatureValue xmlns="${DSIG}">${value}</SignatureValue>`;
  const token = settings.timestamp ? makeTimestampToken(material.timestamps, Buffer.from(stamped), at) : undefined;
  return signatureElement({
    signedInfo: content,
    value,
    certificate,
    object: properties ? qualifyingProperties(properties, token) : '',
  });
}

/** The signature over the canonical form of a SignedInfo with this content, in base64. */
export const signatureValue = ({ privateKey }: Pick<SealMaterial, 'privateKey'>, signedInfo: string): string =>
  createSign('sha256')
    .update(`<SignedInfo xmlns="${DSIG}">${signedInfo}</SignedInfo>`)
    .sign(createPrivateKey(privateKey), 'base64');

/** Assembles a `Signature` element. */
export const signatureElement = (parts: {
  signedInfo: string;
  value: string;
  certificate: X509Certificate;
  object?: string;
}): string =>
  `<Signature xmlns="${DSIG}" Id="signature"><SignedInfo>${parts.signedInfo}</SignedInfo>` +
  `<SignatureValue>${parts.value}</SignatureValue>` +
  `<KeyInfo><X509Data><X509SubjectName>${parts.certificate.subject.split('\n').reverse().join(',')}</X509SubjectName>` +
  `<X509Certificate>${parts.certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo>${parts.object ?? ''}</Signature>`;

export const algorithm = (element: string, uri: string): string => `<${element} Algorithm="${uri}"></${element}>`;

/** A `Reference` over bytes; its attributes in canonical order. */
export const reference = (attributes: string, transform: string | undefined, signed: Uint8Array): string =>
  `<Reference ${attributes}>${transform ? `<Transforms>${algorithm('Transform', transform)}</Transforms>` : ''}` +
  `${algorithm('DigestMethod', SHA256)}<DigestValue>${digest(signed)}</DigestValue></Reference>`;

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** ETSI EN 319 132-1 §5.2: signing time and the digest of the signer's certificate. */
function signedProperties(certificate: X509Certificate, at: Date): string {
  const child = (name: string, attributes: string, text: string): string =>
    `<${name} xmlns="${DSIG}"${attributes}>${text}</${name}>`;
  return (
    `<xades:SignedProperties xmlns:xades="${XADES}" Id="signed-properties"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${at.toISOString().slice(0, 19)}Z</xades:SigningTime>` +
    '<xades:SigningCertificateV2><xades:Cert><xades:CertDigest>' +
    child('DigestMethod', ` Algorithm="${SHA256}"`, '') +
    child('DigestValue', '', digest(certificate.raw)) +
    '</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties>'
  );
}

function qualifyingProperties(signed: string, token: Buffer | undefined): string {
  const unsigned =
    token &&
    '<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:SignatureTimeStamp>' +
      `<CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"></CanonicalizationMethod>` +
      `<xades:EncapsulatedTimeStamp>${token.toString('base64')}</xades:EncapsulatedTimeStamp>` +
      '</xades:SignatureTimeStamp></xades:UnsignedSignatureProperties></xades:UnsignedProperties>';
  return (
    `<Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#signature">` +
    `${signed}${unsigned ?? ''}</xades:QualifyingProperties></Object>`
  );
}
