import { X509Certificate } from 'node:crypto';
import type { XmlDocument, XmlElement } from 'libxml2-wasm';
import {
  type Canonicalization,
  canonicalization,
  digestMethod,
  isEnvelopedTransform,
  requiredCanonicalization,
  type SignatureMethod,
  signatureMethod,
} from './algorithms.ts';
import { attribute, bytes, children, DSIG, is, mismatch, named, parseXml, refuseHidden } from './elements.ts';
import { SignatureError } from './verdict.ts';

/** `detached`: the signature is the file; `enveloped`: it is the last child of the document that the file is. */
export type SignatureForm = 'detached' | 'enveloped';

export interface Reference {
  uri: string | null;
  type: string | null;
  /** Whether the digest leaves out the signature itself. */
  enveloped: boolean;
  canonicalization: Canonicalization | undefined;
  hash: ReturnType<typeof digestMethod>;
  digest: Buffer;
}

/** A signature with the expected structure; nothing of it is verified yet. */
export interface ReadSignature extends Disposable {
  document: XmlDocument;
  element: XmlElement;
  form: SignatureForm;
  id: string | null;
  signedInfo: XmlElement;
  canonicalization: Canonicalization;
  method: SignatureMethod;
  references: Reference[];
  valueElement: XmlElement;
  value: Buffer;
  /** The certificates of the signature, in their order; they are not trusted. */
  certificates: X509Certificate[];
  objects: XmlElement[];
}

// The document and, in XAdES, the signed properties.
const MAX_REFERENCES = 2;
const MAX_CERTIFICATES = 8;

/**
 * Reads the signature of a file (XMLDSig 1.1 §4). The file must contain one signature, at the position of its form, with one
 * `SignedInfo`: so signature wrapping attacks, which move or duplicate elements, are refused. The caller must dispose of the
 * result.
 *
 * @throws SignatureError `no_signature` if there is none, else `signature_mismatch`
 */
export function readSignature(file: Uint8Array): ReadSignature {
  const document = parseXml(file);
  try {
    return read(document);
  } catch (error) {
    document.dispose();
    throw error;
  }
}

function read(document: XmlDocument): ReadSignature {
  const element = placed(document);
  refuseHidden(element);
  refuseDoubledIds(document);
  if (document.find('//ds:SignedInfo', { ds: DSIG }).length !== 1) throw mismatch('The file holds more than one SignedInfo.');

  const [signedInfo, valueElement, ...rest] = children(element);
  if (!signedInfo || !valueElement || !is(signedInfo, 'SignedInfo') || !is(valueElement, 'SignatureValue')) {
    throw mismatch('Signature does not begin with SignedInfo and SignatureValue.');
  }
  const objects = rest.filter(one => is(one, 'Object'));
  const [keyInfo, ...others] = rest.filter(one => !is(one, 'Object'));
  if ((keyInfo && !is(keyInfo, 'KeyInfo')) || others.length > 0)
    throw mismatch('Signature holds elements that are not accepted.');
  return {
    document,
    element,
    form: element.isSameNode(document.root) ? 'detached' : 'enveloped',
    id: attribute(element, 'Id'),
    signedInfo,
    ...readSignedInfo(signedInfo),
    valueElement,
    value: bytes(valueElement),
    certificates: keyInfo ? readCertificates(keyInfo) : [],
    objects,
    [Symbol.dispose]: () => document.dispose(),
  };
}

/** The only signature of the file, at the position of its form. */
function placed(document: XmlDocument): XmlElement {
  const { root } = document;
  const [first, ...others] = document.find('//ds:Signature', { ds: DSIG }) as XmlElement[];
  if (!first) throw new SignatureError('no_signature', 'The file holds no signature.');
  if (others.length > 0) throw mismatch('The file holds more than one signature.');
  if (!first.isSameNode(root) && !first.parent?.isSameNode(root)) {
    throw mismatch('The signature is neither the root of the file nor a child of the root.');
  }
  return first;
}

/** Many times those of any signature; more are not read one by one. */
const MOST_IDS = 1_000;

/** Refuses duplicate ids, which would make references ambiguous, and files of too many. Checks all usual spellings of the attribute. */
function refuseDoubledIds(document: XmlDocument): void {
  const ids = document
    .find(`(//@*[local-name() = 'Id' or local-name() = 'ID' or local-name() = 'id'])[position() <= ${MOST_IDS + 1}]`)
    .map(({ content }) => content);
  if (ids.length > MOST_IDS) throw mismatch(`The file has more than ${MOST_IDS} ids.`);
  if (new Set(ids).size < ids.length) throw mismatch('Two elements of the file have the same id.');
}

function readSignedInfo(signedInfo: XmlElement): Pick<ReadSignature, 'canonicalization' | 'method' | 'references'> {
  const [canonicalizationMethod, method, ...references] = children(signedInfo);
  if (
    !canonicalizationMethod ||
    !method ||
    !is(canonicalizationMethod, 'CanonicalizationMethod') ||
    !is(method, 'SignatureMethod') ||
    !references.every(one => is(one, 'Reference'))
  ) {
    throw mismatch('The elements of SignedInfo are not in the order of its schema.');
  }
  if (references.length === 0 || references.length > MAX_REFERENCES) throw mismatch('SignedInfo has no references, or too many.');
  return {
    canonicalization: requiredCanonicalization(canonicalizationMethod),
    method: signatureMethod(method),
    references: references.map(readReference),
  };
}

function readReference(reference: XmlElement): Reference {
  const all = children(reference);
  const transforms = all[0] && is(all[0], 'Transforms') ? children(all[0]) : undefined;
  const [method, value, ...others] = transforms ? all.slice(1) : all;
  if (!method || !value || !is(method, 'DigestMethod') || !is(value, 'DigestValue') || others.length > 0) {
    throw mismatch('The elements of a reference are not in the order of its schema.');
  }
  return {
    uri: attribute(reference, 'URI'),
    type: attribute(reference, 'Type'),
    ...readTransforms(transforms ?? []),
    hash: digestMethod(method),
    digest: bytes(value),
  };
}

/** Only the enveloped-signature transform and a canonicalization are allowed: others could exclude content from the digest. */
function readTransforms(transforms: XmlElement[]): Pick<Reference, 'enveloped' | 'canonicalization'> {
  const [first, second, ...others] = transforms;
  const enveloped = first !== undefined && isEnvelopedTransform(first);
  const last = enveloped ? second : first;
  const form = last && canonicalization(last);
  const count = (enveloped ? 1 : 0) + (form ? 1 : 0);
  if (others.length > 0 || count < transforms.length || !transforms.every(one => is(one, 'Transform'))) {
    throw mismatch('A reference has transforms that are not accepted.');
  }
  return { enveloped, canonicalization: form };
}

function readCertificates(keyInfo: XmlElement): X509Certificate[] {
  const elements = named(keyInfo, 'X509Data').flatMap(data => named(data, 'X509Certificate'));
  if (elements.length > MAX_CERTIFICATES) throw mismatch(`The signature carries more than ${MAX_CERTIFICATES} certificates.`);
  return elements.map(element => {
    try {
      const certificate = new X509Certificate(bytes(element));
      // Read here because it throws for unknown types of keys.
      return certificate.publicKey && certificate;
    } catch (error) {
      throw mismatch('A certificate of the signature cannot be read.', error);
    }
  });
}
