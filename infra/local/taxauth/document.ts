import { XmlDocument } from 'libxml2-wasm';

/** The facts that the authority reads from an uploaded document before it applies a rule set. */
export interface DocumentFacts {
  root: 'Invoice' | 'CreditNote';
  /** BT-1, or null. */
  number: string | null;
  /** BT-24, or null. */
  customization: string | null;
  /** Digits of every identifier that the seller carries (BT-30, BT-31, BT-32). */
  sellerIds: string[];
  buyerIds: string[];
}

const CIUS_RO = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';
const ROOTS = { UBL: 'Invoice', CN: 'CreditNote' } as const;

export type Standard = keyof typeof ROOTS;
export const isStandard = (text: string | null): text is Standard => text !== null && Object.hasOwn(ROOTS, text);

/** The refusal of a file that cannot be read. */
export const invalid = (reason: string): { refused: string } => ({
  refused: `Fisierul transmis nu este valid. org.xml.sax.SAXParseException; ${reason}`,
});

/** Decodes a file by its byte order mark, else by its declared encoding; removes mark and declaration. */
export function decoded(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1').replaceAll('\0', '');
  const wide = bytes[0] === 0xff || bytes[1] === 0 ? 'utf-16le' : bytes[0] === 0xfe || bytes[0] === 0 ? 'utf-16be' : null;
  const declared = /encoding=["']([\w.-]{1,40})["']/.exec(start)?.[1];
  return new TextDecoder(wide ?? declared).decode(bytes).replace(/^<\?xml[^>]{0,200}\?>/, '');
}

/**
 * Parses an upload. For a file that the authority rejects at once (not well-formed, with a document type, or with another
 * root element than the standard's) it returns the text of the rejection.
 */
export function readDocument(bytes: Uint8Array, standard: Standard): DocumentFacts | { refused: string } {
  const text = decoded(bytes);
  if (text.includes('<!DOCTYPE')) return invalid('DOCTYPE is disallowed when the feature is set to true.');
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(text);
  } catch (error) {
    return invalid((error as Error).message.trim());
  }
  try {
    const root = ROOTS[standard];
    const namespaces = {
      doc: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    };
    if (document.root.name !== root || document.root.namespaceUri !== namespaces.doc) {
      return invalid(`cvc-elt.1.a: Cannot find the declaration of element '${document.root.name}'.`);
    }
    const texts = (path: string): string[] => document.find(path, namespaces).map(node => node.content.trim());
    const ids = (party: string): string[] => {
      const base = `/doc:${root}/cac:${party}/cac:Party`;
      return [...texts(`${base}/cac:PartyTaxScheme/cbc:CompanyID`), ...texts(`${base}/cac:PartyLegalEntity/cbc:CompanyID`)].map(
        id => id.replace(/^RO\s*/i, ''),
      );
    };
    return {
      root,
      number: texts(`/doc:${root}/cbc:ID`)[0] ?? null,
      customization: texts(`/doc:${root}/cbc:CustomizationID`)[0] ?? null,
      sellerIds: ids('AccountingSupplierParty'),
      buyerIds: ids('AccountingCustomerParty'),
    };
  } finally {
    document.dispose();
  }
}

/**
 * The findings that need no rule engine, in the authority's wording where it is known. Empty when there are none.
 *
 * @param isSelfBilled the upload says `autofactura=DA`
 */
export function basicErrors(facts: DocumentFacts, cif: string, isSelfBilled: boolean): string[] {
  const errors: string[] = [];
  if (facts.customization !== CIUS_RO) {
    errors.push(`[BR-RO-001]-Identificatorul specificatiei (BT-24) trebuie sa fie ${CIUS_RO}. #Specification identifier (BT-24)`);
  }
  if (!/\d/.test(facts.number ?? '')) {
    errors.push('[BR-RO-010]-Numarul facturii (BT-1) trebuie sa contina cel putin o cifra. #Invoice number (BT-1)');
  }
  // The uploader must be the issuer: the seller, or with autofactura=DA the buyer.
  if (!isSelfBilled && !facts.sellerIds.includes(cif)) {
    errors.push(`Identificatorul vanzatorului (BT-31, BT-32) din fisier nu corespunde cu CIF=${cif}`);
  }
  if (isSelfBilled && !facts.buyerIds.includes(cif)) {
    errors.push(`Identificatorul cumparatorului (BT-47, BT-48) din fisier nu corespunde cu CIF=${cif}`);
  }
  return errors;
}
