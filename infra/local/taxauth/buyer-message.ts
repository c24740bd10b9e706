import { XmlDocument } from 'libxml2-wasm';
import { decoded, invalid } from './document.ts';
import type { StoredUpload } from './store.ts';
import { writeXml } from '../xml.ts';

/** A buyer's message (RASP): its text, and the upload index of its invoice. */
export interface BuyerMessageFacts {
  invoiceIndex: number;
  message: string;
}

const NAMESPACE = 'mfp:anaf:dgti:spv:reqMesaj:v1';

/** Reads the upload of a buyer's message, or gives the text of its refusal. */
export function readBuyerMessage(bytes: Uint8Array): BuyerMessageFacts | { refused: string } {
  let document: XmlDocument;
  try {
    document = XmlDocument.fromString(decoded(bytes));
  } catch (error) {
    return invalid((error as Error).message.trim());
  }
  try {
    const { root } = document;
    if (root.name !== 'header' || root.namespaceUri !== NAMESPACE)
      return invalid(`cvc-elt.1.a: Cannot find the declaration of element '${root.name}'.`);
    const index = root.attr('index_incarcare')?.value ?? '';
    if (!/^\d{1,15}$/.test(index))
      return invalid("cvc-complex-type.4: Attribute 'index_incarcare' must appear on element 'header'.");
    return { invoiceIndex: Number(index), message: root.attr('message')?.value ?? '' };
  } finally {
    document.dispose();
  }
}

/** The file of a buyer's message. */
export const buyerMessageXml = (invoiceIndex: number, message: string): string =>
  writeXml(
    { header: { '@': { xmlns: NAMESPACE, index_incarcare: invoiceIndex, message } } },
    { headless: true, invalidCharReplacement: '\ufffd' },
  );

/** The errors of a buyer's message: the sender must have received the invoice that it refers to. */
export function buyerMessageErrors(
  { invoiceIndex, message }: BuyerMessageFacts,
  about: Pick<StoredUpload, 'buyerCif' | 'verdict' | 'standard'> | null,
  cif: string,
): string[] {
  const errors: string[] = [];
  if (about?.verdict !== 'ok' || about.standard === 'RASP') errors.push(`Nu exista factura cu id_incarcare=${invoiceIndex}`);
  else if (about.buyerCif !== cif) errors.push(`CIF=${cif} nu este beneficiarul facturii cu id_incarcare=${invoiceIndex}`);
  if (message.trim() === '') errors.push('Mesajul nu contine niciun text');
  return errors;
}
