import { unzipSync } from 'fflate';
import { isUtf8, xmlText } from '#shared/authority/einvoice/xml/decode.ts';
import { attributeOf, localName, type XmlElement, XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { parseXml, rootOf } from '#shared/authority/einvoice/xml/parse.ts';
import { duplicateOf, TaxauthAnswerLost, TaxauthArchiveUnusable } from './errors.ts';
import { errorMessages } from './protocol.ts';

/**
 * The answer archive: `<index>.xml`, which is the invoice or, after a refusal, the authority's list of errors, and
 * `semnatura_<index>.xml`, the Ministry's signature of it. Members are recognized by their root elements. Only an enveloped
 * signature, whose file has the same root element as the document, is recognized by its file name.
 */
const ERRORS_NAMESPACE = 'mfp:anaf:dgti:efactura:mesajEroriFactuta:v1';
const BUYER_MESSAGE_NAMESPACE = 'mfp:anaf:dgti:spv:reqMesaj:v1';
const XMLDSIG_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

const MAX_MEMBERS = 10;
// An upload has at most 10 MB, and the file of an enveloped signature contains the document once more.
const MAX_UNPACKED_BYTES = 25_000_000;

export interface AnswerArchive {
  /** XML of the document, as the authority stores it; absent when the archive contains errors instead. */
  document?: string;
  /** Local name of the document's root: `Invoice`, `CreditNote`, or `header` for a buyer's message. */
  documentRoot?: string;
  /** Absent unless the document is a buyer's message. */
  buyerMessage?: BuyerMessage;
  /** The authority's error texts; empty for a document. */
  errors: string[];
  /** The earlier upload's index, when an error says that the document was sent before; else null. */
  duplicateOf: string | null;
  /** Text of the signature file; absent when the archive has none. */
  signature?: string;
  /** The exact bytes of the document or of the error list, over which a detached signature's digest is computed. */
  signedBytes: Uint8Array;
  /** Digits; from the error list, else from the members' names; '' when neither contains it. */
  uploadIndex: string;
}

/** A buyer's message to the seller (RASP). */
export interface BuyerMessage {
  /** Upload index (digits) of the invoice that it is about; '' when it names none. */
  invoiceUploadIndex: string;
  text: string;
}

interface Member {
  name: string;
  bytes: Uint8Array;
  text: string;
  root: XmlElement;
}

/**
 * Reads an answer archive.
 *
 * @throws TaxauthArchiveUnusable when it is truncated, is no ZIP, has too many members or unpacked bytes, or does not contain
 *   exactly one document or error list
 */
export function readAnswerArchive(zip: Uint8Array): AnswerArchive {
  const members = xmlMembers(zip);
  const signature = members.find(isSignature);
  const content = members.filter(member => member !== signature);
  const [main, ...others] = content;
  if (!main) throw unreadable('it holds no document');
  if (others.length > 0) throw unreadable('it holds more than one document');

  const isErrorList = main.root.name === `{${ERRORS_NAMESPACE}}header`;
  const errors = isErrorList ? errorList(main) : [];
  return {
    ...(isErrorList ? {} : { document: main.text, documentRoot: localName(main.root) }),
    ...(main.root.name === `{${BUYER_MESSAGE_NAMESPACE}}header` ? { buyerMessage: buyerMessageOf(main.root) } : {}),
    errors,
    duplicateOf: duplicateOf(errors),
    ...(signature ? { signature: signature.text } : {}),
    signedBytes: main.bytes,
    uploadIndex:
      (isErrorList && digits(attributeOf(main.root, 'Index_incarcare'))) || digits(main.name) || digits(signature?.name),
  };
}

const isSignature = ({ name, root }: Member): boolean =>
  root.name === `{${XMLDSIG_NAMESPACE}}Signature` || /(^|\/)semnatura/i.test(name);

const buyerMessageOf = (root: XmlElement): BuyerMessage => ({
  invoiceUploadIndex: digits(attributeOf(root, 'index_incarcare')),
  text: (attributeOf(root, 'message') ?? '').trim(),
});

function errorList(member: Member): string[] {
  try {
    const errors = errorMessages(parseXml(member.text).root);
    // An error list is a refusal even if it gives no reason; callers would take an empty list for acceptance.
    return errors.length > 0 ? errors : ['refused without a reason'];
  } catch (error) {
    throw unreadable((error as Error).message);
  }
}

function xmlMembers(zip: Uint8Array): Member[] {
  return Object.entries(unpackAnswer(zip))
    .filter(([name]) => /\.xml$/i.test(name))
    .map(([name, bytes]) => {
      const text = textOf(bytes);
      try {
        return { name, bytes, text, root: rootOf(text) };
      } catch (error) {
        if (error instanceof XmlError) throw unreadable(`${name.slice(0, 60)}: ${error.message}`);
        throw error;
      }
    });
}

/** The text of a member. Valid UTF-8 keeps its byte order mark, so that it encodes to the same bytes; else as the XML declares. */
function textOf(bytes: Uint8Array): string {
  const asUtf8 = (): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (isUtf8(bytes)) return asUtf8();
  try {
    return xmlText(bytes);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    // The code that reads the document reports why its bytes cannot be decoded.
    return asUtf8();
  }
}

/**
 * The members of an answer archive by name, whatever they are.
 *
 * @throws TaxauthArchiveUnusable when it is truncated, is no ZIP, has too many members or unpacked bytes, or two of one name
 */
export function unpackAnswer(zip: Uint8Array): Record<string, Uint8Array> {
  const names = new Set<string>();
  let unpacked = 0;
  try {
    return unzipSync(zip, {
      // Called before each member is unpacked. Unpacking stops at the size declared here, so a false size cannot exceed the limit.
      filter: ({ name, size, originalSize }) => {
        if (names.has(name)) throw unreadable('two members have the same name');
        if (names.add(name).size > MAX_MEMBERS) throw unreadable(`it holds more than ${MAX_MEMBERS} members`);
        unpacked += Math.max(size, originalSize);
        if (unpacked > MAX_UNPACKED_BYTES) throw unreadable(`it unpacks to more than ${MAX_UNPACKED_BYTES} bytes`);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TaxauthAnswerLost) throw error;
    throw unreadable('it is truncated or is no ZIP');
  }
}

const digits = (text: string | undefined): string => /\d{1,20}/.exec(text ?? '')?.[0] ?? '';

const unreadable = (why: string): TaxauthArchiveUnusable =>
  new TaxauthArchiveUnusable(`The tax authority's archive is not usable: ${why}.`);
