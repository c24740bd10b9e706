import { createHash, createPrivateKey, createSign, generateKeyPair, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { XmlDocument } from 'libxml2-wasm';
import { makeCertificate } from './certificate.ts';
import { escapeXml } from './wire.ts';

/**
 * The seal that the simulator puts on its answers: plain XMLDSig with RSA-SHA256. `detached` is the form of production
 * (root `Signature`, digest over the other file's raw bytes), `enveloped` that of the authority's test environment (the
 * document itself with the signature as its last child, digest over Canonical XML 1.0).
 */
export type SealForm = 'detached' | 'enveloped';

/** PEM texts, kept in the simulator's data; the authority's own key is thrown away after it has issued the seal. */
export interface SealMaterial {
  trustAnchor: string;
  certificate: string;
  privateKey: string;
}

const ORGANIZATION = 'Local Tax Authority (test)';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** A new test certificate authority and a seal issued by it. */
export async function createSealMaterial(): Promise<SealMaterial> {
  const newKeys = promisify(generateKeyPair);
  const [authority, seal] = await Promise.all([newKeys('rsa', { modulusLength: 2048 }), newKeys('rsa', { modulusLength: 2048 })]);
  const issuer = { organization: ORGANIZATION, commonName: 'Test Root' };
  const certificate = (publicKey: KeyObject, commonName: string, isAuthority: boolean): string =>
    makeCertificate({
      subject: { organization: ORGANIZATION, commonName },
      publicKey,
      issuer,
      issuerKey: authority.privateKey,
      authority: isAuthority,
    });
  return {
    trustAnchor: certificate(authority.publicKey, issuer.commonName, true),
    certificate: certificate(seal.publicKey, 'Test Seal', false),
    privateKey: seal.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** The text of `semnatura_<index>.xml` for the file `<index>.xml` with these bytes. */
export function sealFile(material: SealMaterial, form: SealForm, fileName: string, bytes: Uint8Array): string {
  if (form === 'detached') return `${XML_DECLARATION}${signature(material, fileName, bytes, '')}`;
  using document = XmlDocument.fromBuffer(bytes);
  const canonical = document.canonicalizeToString();
  const transform = `<Transforms><Transform Algorithm="${DSIG}enveloped-signature"></Transform></Transforms>`;
  // Canonical XML always ends with the root's end tag, so the signature goes before the last "</".
  const end = canonical.lastIndexOf('</');
  return `${XML_DECLARATION}${canonical.slice(0, end)}${signature(material, '', Buffer.from(canonical), transform)}${canonical.slice(end)}`;
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';

function signature(material: SealMaterial, uri: string, signed: Uint8Array, transforms: string): string {
  const digest = createHash('sha256').update(signed).digest('base64');
  // Written in canonical form (no empty-element tags, declared namespace), so these very bytes are what is signed.
  const content =
    '<CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></CanonicalizationMethod>' +
    '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>' +
    `<Reference URI="${escapeXml(uri)}">${transforms}<DigestMethod Algorithm="${SHA256}"></DigestMethod>` +
    `<DigestValue>${digest}</DigestValue></Reference>`;
  const value = createSign('sha256')
    .update(`<SignedInfo xmlns="${DSIG}">${content}</SignedInfo>`)
    .sign(createPrivateKey(material.privateKey), 'base64');
  const certificate = new X509Certificate(material.certificate);
  return (
    `<Signature xmlns="${DSIG}"><SignedInfo>${content}</SignedInfo><SignatureValue>${value}</SignatureValue>` +
    `<KeyInfo><X509Data><X509SubjectName>${escapeXml(certificate.subject.split('\n').reverse().join(','))}</X509SubjectName>` +
    `<X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></Signature>`
  );
}
