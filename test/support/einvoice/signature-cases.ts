import { X509Certificate } from 'node:crypto';
import { EXCLUSIVE_C14N, insertLast } from '../../../infra/local/taxauth/seal.ts';
import type { SignatureErrorCode } from '#shared/authority/einvoice/signature/verdict.ts';
import {
  canonicalOf,
  changed,
  DOCUMENT,
  ENVELOPED,
  FILE,
  FORGED,
  type Lab,
  referenceTo,
  sha256,
  transform,
} from './signature-lab.ts';

/** One test case: a signature, its file, and the expected result. */
export interface SignatureCase {
  name: string;
  signature: string;
  /** The file of the signature; also the submitted one, unless another is given. */
  signed: string;
  submitted?: string;
  error: SignatureErrorCode | null;
  /** Whether `xmlsec1 --verify` (1.2.37) accepts it: measured by `node test/conformance/signature.ts`. */
  xmlsec1: boolean;
  /** Why `xmlsec1` may give another result. */
  beyond?: 'revocation' | 'time-stamps' | 'what is signed' | 'old algorithms';
}

export const overFile = (document = DOCUMENT, options = {}): string => referenceTo(FILE, sha256(document), options);
export const wholeDocument = (document = DOCUMENT): string =>
  referenceTo('', sha256(canonicalOf(document)), { transforms: transform(ENVELOPED) });
export const inside = (document: string, signature: string): string => insertLast(canonicalOf(document), signature);

const raw = (pem: string): string => new X509Certificate(pem).raw.toString('base64');
const TOKEN = /(<xades:EncapsulatedTimeStamp>)([^<]*)/;
const tokenOf = (signature: string): string => TOKEN.exec(signature)?.[2] ?? '';
const withToken = (signature: string, token: string): string => changed(signature, TOKEN, `$1${token}`);
/** Changes the last byte, which is part of the token's signature. */
const flipped = (token: string): string => {
  const bytes = Buffer.from(token, 'base64');
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
  return bytes.toString('base64');
};

/** The test cases: valid, tampered with, expired, revoked, untrusted, without a time-stamp. */
export function plainCases(lab: Lab): SignatureCase[] {
  const row = (
    name: string,
    signature: string,
    error: SignatureErrorCode | null,
    xmlsec1: boolean,
    rest: Partial<SignatureCase> = {},
  ): SignatureCase => ({ name, signature, signed: DOCUMENT, error, xmlsec1, ...rest });
  const xades = { format: 'XAdES', timestamp: true } as const;
  const intermediate = lab.certify({ name: lab.authority.issuer.name, key: lab.authority.issuer.key }, 'authority', {
    subject: { organization: 'Lab', commonName: 'Lab Intermediate' },
  });
  const seal = lab.certify(intermediate.issuer, 'seal');
  const beyondTime = { beyond: 'time-stamps' } as const;
  return [
    row('detached XMLDSig', lab.seal(), null, true),
    row('enveloped XMLDSig', lab.seal({ form: 'enveloped' }), null, true),
    row('detached XAdES with a time-stamp', lab.seal(xades), null, true),
    row('enveloped XAdES with a time-stamp', lab.seal({ ...xades, form: 'enveloped' }), null, true),
    row('XAdES without a time-stamp', lab.seal({ format: 'XAdES' }), null, true),
    row(
      'base64 broken into lines',
      changed(lab.seal(), /<SignatureValue>(.{64})/, '<SignatureValue>&#13;\n$1&#13;\n'),
      null,
      true,
    ),
    row('indented between the elements of X509Data', changed(lab.seal(), '<X509Data>', '<X509Data>\n  '), null, true),
    row(
      'SignedInfo in Canonical XML 1.0 with comments',
      lab.sign({ references: overFile(), canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments' }),
      null,
      true,
    ),
    row(
      'a file digested in its exclusive canonical form',
      lab.sign({
        references: referenceTo(FILE, sha256(canonicalOf(DOCUMENT, 'exclusive')), { transforms: transform(EXCLUSIVE_C14N) }),
      }),
      null,
      true,
    ),
    row(
      'ECDSA, under an intermediate authority that the signature carries',
      lab.sign({ references: overFile(), by: seal, carried: [intermediate.certificate] }),
      null,
      true,
    ),
    row('ECDSA, the intermediate authority missing', lab.sign({ references: overFile(), by: seal }), 'invalid_chain', false),

    row('a changed document beside a detached signature', lab.seal(), 'signature_mismatch', false, { signed: FORGED }),
    row(
      'a changed document around an enveloped signature',
      changed(lab.seal({ form: 'enveloped' }), '100.00', '999.00'),
      'signature_mismatch',
      false,
      { signed: FORGED },
    ),
    row('one byte of white space more in a document of a detached signature', lab.seal(), 'signature_mismatch', false, {
      signed: `${DOCUMENT} `,
      submitted: DOCUMENT,
    }),
    row('the response to another document than the one submitted', lab.seal({}, FORGED), 'signature_mismatch', true, {
      signed: FORGED,
      submitted: DOCUMENT,
      beyond: 'what is signed',
    }),
    row(
      'a changed signature value',
      lab.seal().replace(/<SignatureValue>(.)/, (_, first: string) => `<SignatureValue>${first === 'A' ? 'B' : 'A'}`),
      'signature_mismatch',
      false,
    ),
    row('a changed digest in SignedInfo', changed(lab.seal(), sha256(DOCUMENT), sha256(FORGED)), 'signature_mismatch', false, {
      signed: FORGED,
    }),
    row('a changed signing time', changed(lab.seal(xades), '10:15:00Z', '10:16:00Z'), 'signature_mismatch', false),
    row(
      'another certificate of the same authority in the place of the signer’s',
      changed(lab.seal(), raw(lab.material.certificates.valid), raw(lab.material.timestamps.certificate)),
      'signature_mismatch',
      false,
    ),
    row(
      'another certificate of the same key, in XAdES that names the signer’s',
      changed(
        lab.seal({ ...xades, certificate: 'expired' }),
        raw(lab.material.certificates.expired),
        raw(lab.material.certificates.valid),
      ),
      'signature_mismatch',
      true,
      { beyond: 'what is signed' },
    ),
    row('an expired certificate', lab.seal({ certificate: 'expired' }), 'certificate_expired', false),
    row('a revoked certificate', lab.seal({ certificate: 'revoked' }), 'certificate_revoked', true, { beyond: 'revocation' }),
    row('a certificate of a foreign authority', lab.seal({ certificate: 'foreign' }), 'invalid_chain', false),
    row(
      'a key without a certificate',
      changed(lab.seal(), /<X509Certificate>.*<\/X509Certificate>/, ''),
      'signature_mismatch',
      false,
    ),

    row(
      'a time-stamp over another signature',
      withToken(lab.seal(xades), tokenOf(lab.seal(xades, FORGED))),
      'timestamp_invalid',
      true,
      beyondTime,
    ),
    row(
      'a changed time-stamp',
      withToken(lab.seal(xades), flipped(tokenOf(lab.seal(xades)))),
      'timestamp_invalid',
      true,
      beyondTime,
    ),
    row('a time-stamp that is no token', withToken(lab.seal(xades), 'AAAA'), 'timestamp_invalid', true, beyondTime),
    row(
      'a time-stamp without a token',
      changed(lab.seal(xades), /<xades:EncapsulatedTimeStamp>.*<\/xades:EncapsulatedTimeStamp>/, ''),
      'timestamp_invalid',
      true,
      beyondTime,
    ),
    row(
      'a signing time after the response',
      lab.seal({ format: 'XAdES' }, DOCUMENT, new Date('2026-02-03T11:00:00Z')),
      'timestamp_invalid',
      true,
      beyondTime,
    ),
    row(
      'a signing time long before the document was issued',
      lab.seal({ format: 'XAdES' }, DOCUMENT, new Date('2020-06-01T00:00:00Z')),
      'timestamp_invalid',
      true,
      beyondTime,
    ),
    row('a file without a signature', DOCUMENT, 'no_signature', false),
    row('a file that is no XML', 'semnatura', 'signature_mismatch', false),
  ];
}
