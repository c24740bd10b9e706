/** The prefixes of UBL's namespaces in this code, independent of those in a document. */
export const NAMESPACES: Readonly<Record<string, string>> = {
  'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2': 'cac',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2': 'cbc',
  'urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2': 'ext',
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2': 'ubl',
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2': 'cn',
};

export interface XmlAttribute {
  /** Local name, or `{namespace}local` for a qualified attribute. */
  name: string;
  value: string;
}

/** An element. Comments and processing instructions are not stored. */
export interface XmlElement {
  /** `cbc:ID`, `cac:Party`, `ubl:Invoice`…: the prefix stands for the namespace; `{namespace}local` for foreign ones. */
  name: string;
  /** The name in the document, with its prefix. */
  qname: string;
  parent: XmlElement | null;
  children: readonly XmlElement[];
  attributes: readonly XmlAttribute[];
  /** The element's own text, without that of its children. */
  text: string;
  /** The number of pieces into which comments, processing instructions and child elements divide that text. */
  textNodes: number;
}

export interface XmlDocument {
  root: XmlElement;
  /** Every element, in source order. */
  elements: XmlElement[];
}

/** The XML is malformed or refused. The message says where, and what to change. */
export class XmlError extends Error {
  override name = 'XmlError';
}

/** The own text of an element, followed by that of its descendants: not the source order if text and elements are mixed. */
export function textOf(element: XmlElement): string {
  if (element.children.length === 0) return element.text;
  return element.children.reduce((text, child) => text + textOf(child), element.text);
}

/** The name of an element without its namespace. */
export const localName = ({ qname }: XmlElement): string => qname.slice(qname.indexOf(':') + 1);

/** The value of an attribute, or undefined. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  for (const attribute of element.attributes) if (attribute.name === name) return attribute.value;
  return undefined;
}
