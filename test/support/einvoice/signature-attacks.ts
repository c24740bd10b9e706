import { createHash, createHmac, createPublicKey, createSign } from 'node:crypto';
import { DSIG, EXCLUSIVE_C14N, insertLast } from '../../../infra/local/taxauth/seal.ts';
import {
  canonicalOf,
  changed,
  DOCUMENT,
  ENVELOPED,
  FILE,
  FORGED,
  invoice,
  type Lab,
  referenceTo,
  SHA256,
  sha256,
  transform,
} from './signature-lab.ts';
import { inside, overFile, wholeDocument, type SignatureCase } from './signature-cases.ts';

/**
 * The eight permutations of signature wrapping (XSW, "On Breaking SAML", 2012): the reference by id verifies, but the document around it
 * says something else. The file beside the signature is the forged one, as if an attacker had replaced the submitted document.
 */
export function wrappingCases(lab: Lab): SignatureCase[] {
  const original = invoice(100, { id: 'signed' });
  const byId = (transforms = transform(EXCLUSIVE_C14N)): string =>
    referenceTo('#signed', sha256(canonicalOf(original, 'exclusive')), { transforms });
  const signature = lab.sign({ references: byId() });
  const holding = lab.sign({ references: byId(), object: `<Object>${original}</Object>` });
  const enveloped = invoice(100, {
    id: 'signed',
    inside: lab.sign({ references: byId(transform(ENVELOPED) + transform(EXCLUSIVE_C14N)) }),
  });
  const evil = (content: string, id?: string): string => invoice(999, { inside: content, ...(id && { id }) });
  const row = (number: number, name: string, file: string, xmlsec1 = true): SignatureCase => ({
    name: `XSW ${number}: ${name}`,
    signature: file,
    signed: FORGED,
    error: 'signature_mismatch',
    xmlsec1,
    // Of two elements of one id it takes the first, which is the forged one.
    ...(xmlsec1 && { beyond: 'what is signed' }),
  });
  return [
    row(1, 'the forged document holds the signature, the signature holds the original', evil(holding)),
    row(2, 'the forged document holds the original, then the signature', evil(original + signature)),
    row(3, 'a wrapper holds the forged document, then the signed original', `<Wrapper>${invoice(999)}${enveloped}</Wrapper>`),
    row(4, 'the forged document holds the signed original', evil(enveloped)),
    row(5, 'the forged document holds the signature, then the original', evil(signature + original)),
    row(6, 'as 1, both documents of one id', evil(holding, 'signed'), false),
    row(
      7,
      'the original in an extension of a forged document of the same id',
      evil(`<Extensions>${original}</Extensions>${signature}`, 'signed'),
      false,
    ),
    row(8, 'a detached signature holds the original, the file beside it is forged', holding),
  ];
}

/** Known vulnerabilities of XMLDSig libraries, and of the standard itself. */
export function attackCases(lab: Lab): SignatureCase[] {
  const genuine = lab.seal();
  const forgedInfo = /<SignedInfo>.*<\/SignedInfo>/.exec(lab.seal({}, FORGED))?.[0] ?? '';
  const row = (
    name: string,
    signature: string,
    xmlsec1: boolean,
    { signed = DOCUMENT, ...rest }: Partial<SignatureCase> = {},
  ): SignatureCase => ({ name, signature, signed, error: 'signature_mismatch', xmlsec1, ...rest });
  const stricter = { beyond: 'what is signed' } as const;
  const old = { beyond: 'old algorithms' } as const;
  const sealKey = lab.material.privateKey;
  const publicKey = createPublicKey(sealKey).export({ type: 'spki', format: 'pem' }) as string;
  const xpath = `<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><XPath>not(ancestor-or-self::*[local-name() = 'Amount'])</XPath></Transform>`;
  const withoutAmount = canonicalOf(DOCUMENT).replace(/<Amount.*<\/Amount>/, '');
  const xslt =
    '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0">' +
    '<xsl:template match="/"><same></same></xsl:template></xsl:stylesheet></Transform>';
  return [
    row(
      'CVE-2025-29774: a forged SignedInfo before the signed one',
      changed(genuine, '<SignedInfo>', `${forgedInfo}<SignedInfo>`),
      false,
      {
        signed: FORGED,
      },
    ),
    row(
      'CVE-2025-29774: a forged SignedInfo after the signed one',
      changed(genuine, '</SignedInfo>', `</SignedInfo>${forgedInfo}`),
      false,
      {
        signed: FORGED,
      },
    ),
    row(
      'CVE-2025-29774: a forged SignedInfo in an Object',
      changed(genuine, '</KeyInfo>', `</KeyInfo><Object>${forgedInfo}</Object>`),
      false,
      { signed: FORGED },
    ),
    row(
      'CVE-2025-29775: a forged digest before a comment in DigestValue',
      changed(genuine, /<DigestValue>/, `<DigestValue><!--${sha256(FORGED)}-->`),
      false,
      { signed: FORGED },
    ),
    row(
      'CVE-2025-29775: a comment that changes nothing',
      changed(genuine, /<DigestValue>/, '<DigestValue><!---->'),
      true,
      stricter,
    ),
    row('a digest in a CDATA section', changed(genuine, sha256(DOCUMENT), `<![CDATA[${sha256(DOCUMENT)}]]>`), true, stricter),
    row('an instruction inside SignedInfo', changed(genuine, '<Reference', '<?x y?><Reference'), false),
    row('two signatures, both genuine', inside(DOCUMENT, lab.sign({ references: wholeDocument() }).repeat(2)), false),
    row('a document type', changed(genuine, '<Signature ', '<!DOCTYPE Signature [<!ENTITY x "y">]><Signature '), true, stricter),
    row(
      'an XPath transform leaves the amount out',
      inside(
        FORGED,
        lab.sign({ references: referenceTo('', sha256(withoutAmount), { transforms: transform(ENVELOPED) + xpath }) }),
      ),
      true,
      {
        ...stricter,
        signed: FORGED,
      },
    ),
    row(
      'an XSLT transform makes all documents one',
      lab.sign({ references: referenceTo(FILE, sha256('<?xml version="1.0"?>\n<same/>\n'), { transforms: xslt }) }),
      true,
      {
        ...stricter,
        signed: FORGED,
      },
    ),
    row(
      'a reference to another host',
      lab.sign({ references: referenceTo('http://127.0.0.1:9/1.xml', sha256(DOCUMENT)) }),
      false,
    ),
    row(
      'a reference to a file of the machine',
      lab.sign({ references: referenceTo('file:///etc/hostname', sha256(DOCUMENT)) }),
      false,
    ),
    row(
      'a reference to a file in another folder',
      lab.sign({ references: referenceTo('../secret.xml', sha256(DOCUMENT)) }),
      false,
    ),
    row(
      'HMAC with the public key as its secret',
      lab.sign({
        references: overFile(FORGED),
        method: 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256',
        value: text => createHmac('sha256', publicKey).update(text).digest('base64'),
      }),
      false,
      { signed: FORGED },
    ),
    row(
      'RSA with SHA-1',
      lab.sign({
        references: overFile(),
        method: `${DSIG}rsa-sha1`,
        value: text => createSign('sha1').update(text).sign(sealKey, 'base64'),
      }),
      true,
      old,
    ),
    row(
      'a digest by SHA-1',
      lab.sign({
        references: referenceTo(FILE, createHash('sha1').update(DOCUMENT).digest('base64'), { digestMethod: `${DSIG}sha1` }),
      }),
      true,
      old,
    ),
    row(
      'the RSA signature said to be ECDSA',
      lab.sign({ references: overFile(), method: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256' }),
      false,
    ),
    row('no reference at all', lab.sign({ references: '' }), false),
    row('a second reference to the same file', lab.sign({ references: overFile() + overFile() }), true, stricter),
    row(
      'the document alone signed in part: a reference by id to its root',
      inside(
        invoice(100, { id: 'root' }),
        lab.sign({
          references: referenceTo('#root', sha256(canonicalOf(invoice(100, { id: 'root' }))), {
            transforms: transform(ENVELOPED),
          }),
        }),
      ),
      true,
      { ...stricter, signed: invoice(100, { id: 'root' }) },
    ),
    row(
      'an enveloped signature that is not the document’s own child',
      inside(`${invoice(100, { inside: '<Extensions></Extensions>' })}`, '').replace(
        '<Extensions></Extensions>',
        `<Extensions>${lab.sign({ references: referenceTo('', sha256(canonicalOf(invoice(100, { inside: '<Extensions></Extensions>' }))), { transforms: transform(ENVELOPED) }) })}</Extensions>`,
      ),
      true,
      { ...stricter, signed: invoice(100, { inside: '<Extensions></Extensions>' }) },
    ),
    row(
      'a relative namespace, which has no canonical form',
      insertLast(
        '<Invoice xmlns="relative"></Invoice>',
        lab.sign({
          references: referenceTo('', sha256(''), { transforms: transform(ENVELOPED) }),
        }),
      ),
      false,
      { signed: '<Invoice xmlns="relative"></Invoice>' },
    ),
    row(
      'properties that no reference covers',
      changed(lab.seal(), '</KeyInfo>', `</KeyInfo>${unsignedProperties}`),
      true,
      stricter,
    ),
    row(
      'the digest of another kind than declared',
      lab.sign({ references: changed(overFile(), SHA256, 'http://www.w3.org/2001/04/xmlenc#sha512') }),
      false,
    ),
  ];
}

const unsignedProperties =
  '<Object><xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#signature"><xades:SignedProperties Id="p">' +
  '<xades:SignedSignatureProperties><xades:SigningTime>2026-02-03T10:10:00Z</xades:SigningTime></xades:SignedSignatureProperties>' +
  '</xades:SignedProperties></xades:QualifyingProperties></Object>';
