import * as z from 'zod';
import { attributeOf, localName, type XmlElement, XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { parseXml } from '#shared/authority/einvoice/xml/parse.ts';
import { TaxauthAnswerLost, TaxauthArchiveUnusable } from './errors.ts';
import { refusal, saysEmptyList } from './refusals.ts';
import { parseWireTime } from './wire-time.ts';

/**
 * Parsers of the authority's answers. A refusal has HTTP status 200 and the format of its endpoint, so each parser either returns
 * the content or throws the error of errors.ts that matches the refusal's text; for an unreadable answer it throws
 * TaxauthAnswerLost. Sources: the authority's API descriptions for upload, stareMesaj, descarcare and the message lists.
 */
const UPLOAD_NAMESPACE = 'mfp:anaf:dgti:spv:respUploadFisier:v1';
const STATUS_NAMESPACE = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';

export interface UploadAnswer {
  /** Decimal digits. */
  uploadIndex: string;
}

export interface StatusAnswer {
  state: 'in_process' | 'ok' | 'nok';
  /** Decimal digits; null while in process, and when the file was refused at upload. */
  downloadId: string | null;
}

export const MESSAGE_TYPES = {
  'FACTURA TRIMISA': 'sent',
  'FACTURA PRIMITA': 'received',
  'ERORI FACTURA': 'errors',
  'MESAJ CUMPARATOR PRIMIT': 'buyer_message_received',
  'MESAJ CUMPARATOR TRANSMIS': 'buyer_message_sent',
} as const;
export type MessageType = (typeof MESSAGE_TYPES)[keyof typeof MESSAGE_TYPES];

export interface Message {
  /** The message's id, for `downloadAnswer`; null in the rare entries without one (then check the status of `uploadIndex`). */
  id: string | null;
  uploadIndex: string;
  /** Tax id whose list this is, digits. */
  cif: string;
  /** `other` for a type that this service does not know; `wireType` has the authority's word for it. */
  type: MessageType | 'other';
  wireType: string;
  /** ISO 8601 UTC, to the minute; null when the authority's time cannot be read. */
  createdAt: string | null;
  details: string;
  /** Tax ids, digits, read from `details`; null where they are not named there. */
  sellerCif: string | null;
  buyerCif: string | null;
}

export interface MessagePage {
  messages: Message[];
  /** 1 for the list without pages; 0 when there are no messages. */
  totalPages: number;
}

/** Reads the answer of upload and uploadb2c. Throws TaxauthRefused, …Unauthorized, …RateLimited, …Unavailable, …AnswerLost. */
export function parseUploadAnswer(xml: string): UploadAnswer {
  const { root, errors } = header(xml, UPLOAD_NAMESPACE);
  const index = attributeOf(root, 'index_incarcare');
  if (attributeOf(root, 'ExecutionStatus') === '0' && index && isDigits(index)) return { uploadIndex: index };
  if (errors.length > 0) throw refusal(errors);
  throw new TaxauthAnswerLost('The tax authority answered the upload without an upload index.');
}

const STATES: Record<string, StatusAnswer['state']> = {
  'in prelucrare': 'in_process',
  ok: 'ok',
  nok: 'nok',
  // The file was refused at upload and has no archive.
  'XML cu erori nepreluat de sistem': 'nok',
};

/** Reads the answer of stareMesaj. Throws like `parseUploadAnswer`; TaxauthRefused for an unknown upload index. */
export function parseStatusAnswer(xml: string): StatusAnswer {
  const { root, errors } = header(xml, STATUS_NAMESPACE);
  const stare = attributeOf(root, 'stare');
  const state = stare !== undefined && Object.hasOwn(STATES, stare) ? STATES[stare] : undefined;
  if (!state) {
    if (errors.length > 0) throw refusal(errors);
    throw new TaxauthAnswerLost('The tax authority answered with an unknown state.');
  }
  const downloadId = attributeOf(root, 'id_descarcare');
  return { state, downloadId: downloadId && isDigits(downloadId) ? downloadId : null };
}

function header(xml: string, namespace: string): { root: XmlElement; errors: string[] } {
  const root = readAnswer(xml);
  if (root.name !== `{${namespace}}header`) {
    throw new TaxauthAnswerLost('The tax authority answered with another kind of document.');
  }
  return { root, errors: errorMessages(root) };
}

/** Limit for the elements of an answer: more than the authority ever sends. */
const MOST_ELEMENTS = 10_000;

function readAnswer(xml: string): XmlElement {
  try {
    const { root, elements } = parseXml(xml);
    if (elements.length > MOST_ELEMENTS) throw new XmlError(`There are more than ${MOST_ELEMENTS} elements.`);
    return root;
  } catch (error) {
    throw new TaxauthAnswerLost(`The tax authority's answer is not readable XML: ${(error as Error).message}`);
  }
}

/** The texts of the `Error` or `Errors` children of an answer's root; runs of white space become one blank. */
export function errorMessages(root: XmlElement): string[] {
  return root.children
    .filter(child => ['Errors', 'Error'].includes(localName(child)))
    .map(child => (attributeOf(child, 'errorMessage') ?? '').replace(/\s+/g, ' ').trim())
    .filter(text => text !== '');
}

const text = () => z.union([z.string(), z.number()]).transform(String);

/** Created on use, not at start: few requests read a list. */
const listSchema = () =>
  z.object({
    mesaje: z
      .array(
        z.object({
          id: text().nullish(),
          id_solicitare: text().nullish(),
          cif: text().nullish(),
          tip: z.string(),
          data_creare: text().nullish(),
          detalii: z.string().nullish(),
        }),
      )
      .nullish(),
    eroare: z.string().nullish(),
    numar_total_pagini: z.coerce.number().int().nonnegative().nullish(),
  });

/**
 * Reads the answer of both message lists. The authority's errors "no messages" and "no such page" become empty pages. Throws like
 * `parseUploadAnswer`.
 */
export function parseMessageList(json: string): MessagePage {
  const read = listSchema().safeParse(parseJson(json));
  if (!read.success) throw new TaxauthAnswerLost("The tax authority's message list does not have its documented form.");
  const { mesaje, eroare, numar_total_pagini } = read.data;
  if (!mesaje) {
    if (!eroare) throw new TaxauthAnswerLost('The tax authority answered without a message list.');
    if (saysEmptyList(eroare)) return { messages: [], totalPages: 0 };
    throw refusal([eroare]);
  }
  const messages = mesaje.map((entry): Message => {
    const details = entry.detalii ?? '';
    const type = Object.hasOwn(MESSAGE_TYPES, entry.tip) ? MESSAGE_TYPES[entry.tip as keyof typeof MESSAGE_TYPES] : 'other';
    return {
      id: entry.id || null,
      uploadIndex: entry.id_solicitare ?? '',
      cif: entry.cif ?? '',
      type,
      wireType: entry.tip,
      createdAt: parseWireTime(entry.data_creare ?? ''),
      details,
      sellerCif: /\bcif_emitent=(\d+)/.exec(details)?.[1] ?? null,
      buyerCif: /\bcif_beneficiar=(\d+)/.exec(details)?.[1] ?? null,
    };
  });
  return { messages, totalPages: numar_total_pagini ?? 1 };
}

/** Checks that a download is an archive. A refusal comes as JSON `{eroare, titlu}` instead. Throws like `parseUploadAnswer`. */
export function parseDownloadAnswer(bytes: Uint8Array): Uint8Array {
  const startsAsZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (startsAsZip) return bytes;
  const error = jsonError(new TextDecoder().decode(bytes.subarray(0, 100_000)));
  if (error) throw refusal([error]);
  throw new TaxauthArchiveUnusable('The tax authority answered the download with something that is not an archive.');
}

/** The error text of a JSON body: `eroare`, or `message` of the form `{timestamp,status,error,message}`; null when it has none. */
export function jsonError(body: string): string | null {
  const read = z.object({ eroare: z.string().optional(), message: z.string().optional() }).safeParse(parseJson(body));
  return (read.success && (read.data.eroare || read.data.message)) || null;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const isDigits = (value: string): boolean => /^\d{1,20}$/.test(value);
