import { timingSafeEqual } from 'node:crypto';
import type { XmlElement } from 'libxml2-wasm';
import { canonical, DEFAULT_CANONICALIZATION, digest } from './algorithms.ts';
import { mismatch, parseXml } from './elements.ts';
import type { ReadSignature, Reference } from './read-signature.ts';

/** Whether the references digest what they should: the document that was submitted, and nothing beside it. */

export interface Content {
  /** The file of the authority's archive that the signature is over. */
  signed: Uint8Array;
  /** The XML as this service sent it. */
  submitted: Uint8Array;
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);

const digests = ({ hash, digest: expected }: Reference, content: Uint8Array): boolean => equal(digest(hash, content), expected);

/**
 * Checks the reference to the document. It must be to all of it; references by name or by id are never followed, so that neither
 * another file nor another element can be what was signed. After an enveloped signature the file no longer holds the signature.
 */
export function checkDocument(signature: ReadSignature, reference: Reference, { signed, submitted }: Content): void {
  if (!isSame(signed, submitted)) throw mismatch('The signed document is not the one that was submitted.');
  if (!candidates(signature, reference, signed).some(content => digests(reference, content))) {
    throw mismatch('The document was changed after it was signed.');
  }
}

/** A file beside the signature, as the authority names it; a path or an address is none. */
const FILE_NAME = /^[\w-][\w.-]*$/;

/** What the digest may be over, given how the reference is written. */
function candidates(signature: ReadSignature, reference: Reference, signed: Uint8Array): Uint8Array[] {
  const { uri, enveloped, canonicalization } = reference;
  if (signature.form === 'enveloped') {
    if (uri !== '' || !enveloped) throw mismatch('The signature in the document is not over all of the document.');
    return [unsignedForm(signature, reference, signed)];
  }
  const isNamed = uri !== null && uri !== '';
  if (isNamed && (!FILE_NAME.test(uri) || enveloped))
    throw mismatch('The signature is over something else than the file beside it.');
  if (canonicalization) return [canonicalForm(signed, canonicalization)];
  // Without a name the reference is ours to fill: the bytes as they are, or the form that a document has by default.
  return isNamed ? [signed] : [signed, canonicalForm(signed, DEFAULT_CANONICALIZATION)];
}

/** The document that the signature stands in, without it, which must be the signed one. */
function unsignedForm({ document, element }: ReadSignature, { canonicalization }: Reference, signed: Uint8Array): Uint8Array {
  element.remove();
  if (!equal(canonical(document, DEFAULT_CANONICALIZATION), canonicalForm(signed, DEFAULT_CANONICALIZATION))) {
    throw mismatch('The document around the signature is another one.');
  }
  return canonical(document, canonicalization ?? DEFAULT_CANONICALIZATION);
}

function canonicalForm(xml: Uint8Array, method = DEFAULT_CANONICALIZATION): Buffer {
  using document = parseXml(xml);
  return canonical(document, method);
}

// On its way a document may be written anew, but neither may comments come in, which its digest might not see.
const isSame = (a: Uint8Array, b: Uint8Array): boolean => {
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
