import { createHash, createPrivateKey, createSign, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { type CertificateRequest, type Issuer, makeCertificate } from '../../../infra/local/taxauth/certificate.ts';
import {
  algorithm,
  DEFAULT_SEAL,
  DSIG,
  EXCLUSIVE_C14N,
  sealFile,
  type SealSettings,
  signatureElement,
} from '../../../infra/local/taxauth/seal.ts';
import { createSealMaterial, type SealMaterial } from '../../../infra/local/taxauth/seal-material.ts';
import { readTrust, type Trust } from '#shared/authority/einvoice/signature/trust.ts';

/** Makes valid and invalid signatures of every kind, with the keys of the authority's simulator and others. */

export const AT = new Date('2026-02-03T10:15:00Z');
export const BETWEEN = { issued: new Date('2026-02-03T10:00:00Z'), answered: new Date('2026-02-03T10:20:00Z') };
export const FILE = '5000000001.xml';
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const ENVELOPED = `${DSIG}enveloped-signature`;

/** An invoice with this amount due; `id` for attacks that refer to it. */
export const invoice = (amount: number, { id, inside = '' }: { id?: string; inside?: string } = {}): string =>
  `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"${id ? ` Id="${id}"` : ''}>` +
  `<ID>FCT-1</ID><Note>Plată în țară</Note><Amount currencyID="RON">${amount}.00</Amount>${inside}</Invoice>`;

export const DOCUMENT = `<?xml version="1.0" encoding="UTF-8"?>\n${invoice(100)}\n`;
export const FORGED = `<?xml version="1.0" encoding="UTF-8"?>\n${invoice(999)}\n`;

export interface Lab {
  material: SealMaterial;
  trust: Trust;
  /** Under the simulator's certificate unless another key is given. */
  sign(options: Custom): string;
  seal(settings?: Partial<SealSettings>, document?: string, at?: Date): string;
  /** Another certificate like the trust anchor, with its keys. */
  authority: { issuer: Issuer; anchor: string; trust: Trust };
  certify(issuer: Issuer, use: CertificateRequest['use'], further?: Partial<CertificateRequest>): Certified;
}

export interface Certified {
  certificate: string;
  key: KeyObject;
  issuer: Issuer;
}

/** The parts of an arbitrary signature; exactly these are signed. */
export interface Custom {
  /** `Reference` elements in canonical form. */
  references: string;
  canonicalization?: string;
  /** The signature algorithm, and a function that signs the canonical SignedInfo. */
  method?: string;
  value?: (signedInfo: string) => string;
  /** The signer instead of the simulator. */
  by?: Certified;
  /** Further certificates in the signature. */
  carried?: string[];
  object?: string;
}

export const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('base64');

/** A `Reference`, in canonical form. */
export const referenceTo = (
  uri: string | null,
  digest: string,
  { transforms = '', digestMethod = SHA256 }: { transforms?: string; digestMethod?: string } = {},
): string =>
  `<Reference${uri === null ? '' : ` URI="${uri}"`}>${transforms && `<Transforms>${transforms}</Transforms>`}` +
  `${algorithm('DigestMethod', digestMethod)}<DigestValue>${digest}</DigestValue></Reference>`;

export const transform = (name: string): string => algorithm('Transform', name);

/** Canonical forms of a document. */
export function canonicalOf(xml: string, mode: 'inclusive' | 'exclusive' = 'inclusive'): string {
  using document = XmlDocument.fromString(xml);
  return document.canonicalizeToString({
    mode: mode === 'inclusive' ? XmlC14NMode.XML_C14N_1_0 : XmlC14NMode.XML_C14N_EXCLUSIVE_1_0,
  });
}

export async function openLab(): Promise<Lab> {
  const material = await createSealMaterial();
  const trust = readTrust({ anchors: material.trustAnchor, revocationLists: material.revocationList });
  const certify: Lab['certify'] = (issuer, use, further = {}) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const subject = { organization: 'Lab', commonName: `Lab ${use}` };
    const request = { subject, publicKey, issuer, use, ...further };
    return { certificate: makeCertificate(request), key: privateKey, issuer: { name: request.subject, key: privateKey } };
  };
  const rootKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer: Issuer = { name: { organization: 'Lab', commonName: 'Lab Root' }, key: rootKeys.privateKey };
  const anchor = makeCertificate({ subject: issuer.name, publicKey: rootKeys.publicKey, issuer, use: 'authority' });
  return {
    material,
    trust,
    certify,
    authority: { issuer, anchor, trust: readTrust({ anchors: anchor, revocationLists: '' }) },
    seal: (settings = {}, document = DOCUMENT, at = AT) =>
      sealFile(material, { ...DEFAULT_SEAL, ...settings }, { fileName: FILE, bytes: Buffer.from(document), at }),
    sign: options => customSignature(material, options),
  };
}

function customSignature(material: SealMaterial, options: Custom): string {
  const { references, by, carried = [], object = '', canonicalization = EXCLUSIVE_C14N } = options;
  const method = options.method ?? (by ? RSA_SHA256.replace('rsa', 'ecdsa') : RSA_SHA256);
  const signedInfo = algorithm('CanonicalizationMethod', canonicalization) + algorithm('SignatureMethod', method) + references;
  const text = `<SignedInfo xmlns="${DSIG}">${signedInfo}</SignedInfo>`;
  const key = by?.key ?? createPrivateKey(material.privateKey);
  const sign = (content: string): string =>
    createSign('sha256').update(content).sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64');
  const signature = signatureElement({
    signedInfo,
    value: (options.value ?? sign)(text),
    certificate: new X509Certificate(by?.certificate ?? material.certificates.valid),
    object,
  });
  const others = carried.map(pem => `<X509Certificate>${new X509Certificate(pem).raw.toString('base64')}</X509Certificate>`);
  return signature.replace('</X509Data>', `${others.join('')}</X509Data>`);
}

/** Replaces a part of a text. @throws when the text does not contain it */
export function changed(text: string, part: string | RegExp, by: string): string {
  const after = text.replace(part, by);
  if (after === text) throw new Error(`There is no ${String(part)} to change.`);
  return after;
}
