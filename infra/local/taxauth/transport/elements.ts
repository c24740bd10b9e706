import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { NAMESPACE } from '#shared/authority/etransport/xml/write.ts';

/** An element of a transport message: attributes and elements, for the schema has no texts. */
export interface MessageElement {
  /** Without prefix; `{namespace}name` where it is not of the schema's namespace. */
  name: string;
  /** Values with each run of blanks as one. */
  attributes: Readonly<Record<string, string>>;
  children: readonly MessageElement[];
}

/** The root of a file. @throws Error in the words of the XML parser when the file is not well-formed, holds texts or a document type */
export function elementsOf(bytes: Uint8Array): MessageElement {
  if (Buffer.from(bytes).includes('<!DOCTYPE')) throw new Error('DOCTYPE is disallowed when the feature is set to true.');
  const document = XmlDocument.fromBuffer(bytes);
  try {
    if (document.find('//text()[normalize-space()]').length > 0) {
      throw new Error('cvc-complex-type.2.3: An element must have no character children.');
    }
    return read(document.root);
  } finally {
    document.dispose();
  }
}

const read = (element: XmlElement): MessageElement => ({
  name: qualified(element.name, element.namespaceUri, NAMESPACE),
  attributes: Object.fromEntries(
    element.attrs.map(each => [qualified(each.name, each.namespaceUri, ''), each.value.replace(/\s+/g, ' ').trim()]),
  ),
  children: element.find('*').map(child => read(child as XmlElement)),
});

const qualified = (name: string, namespace: string, expected: string): string =>
  namespace === expected ? name : `{${namespace}}${name}`;
