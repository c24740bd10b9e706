import { timingSafeEqual } from 'node:crypto';
import type { XmlElement } from 'libxml2-wasm';
import { canonical, DEFAULT_CANONICALIZATION, digest } from './algorithms.ts';
import { mismatch, parseXml } from './elements.ts';
import type { ReadSignature, Reference } from './read-signature.ts';

/** Checks that the references of a signature cover only the submitted document, and all of it; else throws `signature_mismatch`. */

export interface Content {
  /** The file of the authority's archive that is signed. */
  signed: Uint8Array;
  /** The XML as this service sent it. */
  submitted: Uint8Array;
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

const digests = ({ hash, digest: expected }: Reference, content: Uint8Array): boolean => equal(digest(hash, content), expected);

/**
 * Checks the reference to the document, which must cover all of it. References by name or id are never resolved, so that no other
 * file or element can be digested instead. For an enveloped signature the digest leaves out the signature itself.
 */
export function checkDocument(signature: ReadSignature, reference: Reference, { signed, submitted }: Content): void {
  if (!isSame(signed, submitted)) throw mismatch('The signed document is not the one that was submitted.');
  if (!candidates(signature, reference, signed).some(content => digests(reference, content))) {
    throw mismatch('The document was changed after it was signed.');
  }
}

/** The name of a file next to the signature, as the authority writes it; no path and no URL. */
const FILE_NAME = /^[\w-][\w.-]*$/;

/** The byte sequences that the digest may cover, depending on the form of the reference. */
function candidates(signature: ReadSignature, reference: Reference, signed: Uint8Array): Uint8Array[] {
  const { uri, enveloped, canonicalization } = reference;
  if (signature.form === 'enveloped') {
    if (uri !== '' || !enveloped) throw mismatch('The signature in the document does not cover the whole document.');
    return [unsignedForm(signature, reference, signed)];
  }
  const isNamed = uri !== null && uri !== '';
  if (isNamed && (!FILE_NAME.test(uri) || enveloped))
    throw mismatch('The signature refers to something other than the file next to it.');
  if (canonicalization) return [canonicalForm(signed, canonicalization)];
  // A reference without a URI covers the document that the application supplies: its bytes, or its default canonical form.
  return isNamed ? [signed] : [signed, canonicalForm(signed, DEFAULT_CANONICALIZATION)];
}

/** The document that contains the signature, without the signature; it must be equal to the signed document. */
function unsignedForm({ document, element }: ReadSignature, { canonicalization }: Reference, signed: Uint8Array): Uint8Array {
  element.remove();
  if (!equal(canonical(document, DEFAULT_CANONICALIZATION), canonicalForm(signed, DEFAULT_CANONICALIZATION))) {
    throw mismatch('The document that contains the signature is not the signed one.');
  }
  return canonical(document, canonicalization ?? DEFAULT_CANONICALIZATION);
}

function canonicalForm(xml: Uint8Array, method = DEFAULT_CANONICALIZATION): Buffer {
  using document = parseXml(xml);
  return canonical(document, method);
}

/**
 * Whether two files have the same content. The document may have been serialized again, but may not have new comments, which the
 * digest might not cover.
 *
 * @throws SignatureError when one of two different files cannot be parsed
 */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean => {
  if (equal(a, b)) return true;
  const all = { ...DEFAULT_CANONICALIZATION, withComments: true };
  return equal(canonicalForm(a, all), canonicalForm(b, all));
};

/** Checks a reference to an element of the signature itself. */
export function checkElement(reference: Reference, element: XmlElement): void {
  if (reference.enveloped) throw mismatch('A reference has transforms that are not accepted.');
  if (!digests(reference, canonical(element, reference.canonicalization ?? DEFAULT_CANONICALIZATION))) {
    throw mismatch('The signed properties were changed after they were signed.');
  }
}
