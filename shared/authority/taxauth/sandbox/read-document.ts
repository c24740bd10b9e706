import { attributeOf, localName, textOf, type XmlElement, XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { parseXml } from '#shared/authority/einvoice/xml/parse.ts';

/** What the simulator reads in an upload. Pure. */

export const ROOTS = { UBL: 'Invoice', CN: 'CreditNote' } as const;
export type Standard = keyof typeof ROOTS;

export interface DocumentFacts {
  /** BT-1; '' when it is missing. */
  number: string;
  /** BT-13: what the document asks of the simulator (outcomes.ts). */
  orderReference: string;
  /** Digits of every identifier of the seller, and of the buyer. */
  sellerIds: string[];
  buyerIds: string[];
}

/** A buyer's message about an invoice. */
export interface BuyerMessageFacts {
  invoiceIndex: number;
  message: string;
}

/** A message about a transport: the declarant, the root's only element, and the identifier that it names. */
export interface TransportFacts {
  declarant: string;
  reference: string | null;
  content: string;
  uit: string | null;
}

export interface NotRead {
  refused: string;
}

const invalid = (reason: string): NotRead => ({
  refused: `Fisierul transmis nu este valid. org.xml.sax.SAXParseException; ${reason}`,
});

function rootOf(xml: string): XmlElement | NotRead {
  try {
    return parseXml(xml).root;
  } catch (error) {
    if (error instanceof XmlError) return invalid(error.message);
    throw error;
  }
}

const unknownRoot = (root: XmlElement): NotRead =>
  invalid(`cvc-elt.1.a: Cannot find the declaration of element '${localName(root)}'.`);

const find = (element: XmlElement, [name, ...rest]: readonly string[]): XmlElement[] =>
  name === undefined
    ? [element]
    : element.children.filter(child => localName(child) === name).flatMap(child => find(child, rest));

/** Reads an invoice or credit note, or gives the text of its refusal. */
export function readDocument(xml: string, standard: Standard): DocumentFacts | NotRead {
  const root = rootOf(xml);
  if ('refused' in root) return root;
  if (localName(root) !== ROOTS[standard]) return unknownRoot(root);
  const texts = (path: string): string[] => find(root, path.split('/')).map(element => textOf(element).trim());
  const ids = (party: string): string[] =>
    ['PartyTaxScheme', 'PartyLegalEntity'].flatMap(part =>
      texts(`${party}/Party/${part}/CompanyID`).map(id => id.replace(/^RO\s*/i, '')),
    );
  return {
    number: texts('ID')[0] ?? '',
    orderReference: texts('OrderReference/ID')[0] ?? '',
    sellerIds: ids('AccountingSupplierParty'),
    buyerIds: ids('AccountingCustomerParty'),
  };
}

/** Reads a buyer's message, or gives the text of its refusal. */
export function readBuyerMessage(xml: string): BuyerMessageFacts | NotRead {
  const root = rootOf(xml);
  if ('refused' in root) return root;
  const index = attributeOf(root, 'index_incarcare') ?? '';
  if (localName(root) !== 'header') return unknownRoot(root);
  if (!/^\d{1,16}$/.test(index))
    return invalid("cvc-complex-type.4: Attribute 'index_incarcare' must appear on element 'header'.");
  return { invoiceIndex: Number(index), message: attributeOf(root, 'message') ?? '' };
}

/** Reads a message about a transport, or gives the text of its refusal. */
export function readTransport(xml: string): TransportFacts | NotRead {
  const root = rootOf(xml);
  if ('refused' in root) return root;
  const [content] = root.children;
  if (localName(root) !== 'eTransport' || !content) return unknownRoot(root);
  const corrected = find(content, ['corectie'])[0];
  return {
    declarant: attributeOf(root, 'codDeclarant') ?? '',
    reference: attributeOf(root, 'refDeclarant') ?? null,
    content: localName(content),
    uit: attributeOf(corrected ?? content, 'uit') ?? null,
  };
}
