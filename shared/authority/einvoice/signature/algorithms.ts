import { createHash, type KeyObject, verify } from 'node:crypto';
import { XmlC14NMode, type XmlDocument, type XmlElement } from 'libxml2-wasm';
import { attribute, children, DSIG, is, mismatch } from './elements.ts';

/**
 * The accepted algorithms by URI; all others, and unknown parameters, are refused with `signature_mismatch`. SHA-1 is broken, HMAC
 * would use the public key as a secret, and XPath and XSLT could exclude parts of the document from the digest.
 */
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

type Hash = 'sha256' | 'sha384' | 'sha512';

const DIGESTS: Record<string, Hash> = {
  [`${ENCRYPTION}sha256`]: 'sha256',
  [`${MORE}sha384`]: 'sha384',
  [`${ENCRYPTION}sha512`]: 'sha512',
};

export interface SignatureMethod {
  hash: Hash;
  key: 'rsa' | 'ec';
  /** The name in responses, such as `RSA-SHA256`. */
  name: string;
}

const METHODS: Record<string, SignatureMethod> = Object.fromEntries(
  (['rsa', 'ec'] as const).flatMap(key =>
    (['sha256', 'sha384', 'sha512'] as const).map(hash => {
      const word = key === 'rsa' ? 'rsa' : 'ecdsa';
      return [`${MORE}${word}-${hash}`, { hash, key, name: `${word}-${hash}`.toUpperCase() }];
    }),
  ),
);

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

const CANONICALIZATIONS: Record<string, Pick<Canonicalization, 'mode' | 'withComments'>> = Object.fromEntries(
  (
    [
      ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', '#WithComments', XmlC14NMode.XML_C14N_1_0],
      [EXCLUSIVE, 'WithComments', XmlC14NMode.XML_C14N_EXCLUSIVE_1_0],
      ['http://www.w3.org/2006/12/xml-c14n11', '#WithComments', XmlC14NMode.XML_C14N_1_1],
    ] as const
  ).flatMap(([name, comments, mode]) => [
    [name, { mode, withComments: false }],
    [name + comments, { mode, withComments: true }],
  ]),
);

const algorithmOf = (element: XmlElement): string => attribute(element, 'Algorithm') ?? '';

export function digestMethod(element: XmlElement): Hash {
  const hash = children(element).length === 0 ? DIGESTS[algorithmOf(element)] : undefined;
  if (!hash) throw mismatch(`The digest method ${algorithmOf(element)} is not accepted.`);
  return hash;
}

export function signatureMethod(element: XmlElement): SignatureMethod {
  const method = children(element).length === 0 ? METHODS[algorithmOf(element)] : undefined;
  if (!method) throw mismatch(`The signature method ${algorithmOf(element)} is not accepted.`);
  return method;
}

export interface Canonicalization {
  mode: (typeof XmlC14NMode)[keyof typeof XmlC14NMode];
  withComments: boolean;
  inclusiveNamespacePrefixes?: string[];
}

/** Canonical XML 1.0, the default if none is declared (XMLDSig §4.4.3.2). */
export const DEFAULT_CANONICALIZATION: Canonicalization = { mode: XmlC14NMode.XML_C14N_1_0, withComments: false };

/** The canonicalization that a `CanonicalizationMethod` or `Transform` names; undefined if it names none that is accepted. */
export function canonicalization(element: XmlElement): Canonicalization | undefined {
  const method = CANONICALIZATIONS[algorithmOf(element)];
  if (!method) return undefined;
  const [prefixes, ...others] = children(element);
  const known = !prefixes || (algorithmOf(element).startsWith(EXCLUSIVE) && is(prefixes, 'InclusiveNamespaces', EXCLUSIVE));
  if (!known || others.length > 0) throw mismatch(`${element.name} has parameters that are not accepted.`);
  return {
    ...method,
    ...(prefixes && { inclusiveNamespacePrefixes: (attribute(prefixes, 'PrefixList') ?? '').split(/\s+/).filter(Boolean) }),
  };
}

export function requiredCanonicalization(element: XmlElement): Canonicalization {
  const found = canonicalization(element);
  if (!found) throw mismatch(`The canonicalization ${algorithmOf(element)} is not accepted.`);
  return found;
}

export const isEnvelopedTransform = (element: XmlElement): boolean =>
  algorithmOf(element) === `${DSIG}enveloped-signature` && children(element).length === 0;

/** The canonical form of a document, or of an element in its context, as UTF-8. */
export function canonical(node: XmlDocument | XmlElement, method: Canonicalization): Buffer {
  let form: string;
  try {
    form = node.canonicalizeToString(method);
  } catch (error) {
    throw mismatch('The XML has no canonical form.', error);
  }
  // With an empty form all documents would have the same digest.
  if (form === '') throw mismatch('The XML has no canonical form.');
  return Buffer.from(form);
}

export const digest = (hash: Hash, content: Uint8Array): Buffer => createHash(hash).update(content).digest();

const MIN_RSA_BITS = 2048;
const CURVES = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Whether the type and size of a key are accepted. */
export function isAcceptable({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  return asymmetricKeyType === 'ec' && CURVES.includes(asymmetricKeyDetails?.namedCurve ?? '');
}

/**
 * Whether a signature value is valid for a key. The method determines the required type of key; the key never determines the
 * method.
 */
export function isSignedBy(key: KeyObject, method: SignatureMethod, content: Uint8Array, value: Uint8Array): boolean {
  if (key.asymmetricKeyType !== method.key || !isAcceptable(key)) return false;
  return verify(method.hash, content, { key, dsaEncoding: 'ieee-p1363' }, value);
}
