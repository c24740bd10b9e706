import { now } from '#shared/base/kernel/clock.ts';
import { wireTime } from '../client/wire-time.ts';
import { failure, jsonAnswer, listRefused, noAccessTo, notANumber, PAGE_SIZE } from './wire.ts';
import type { Answer } from './wire.ts';

const DAY_MS = 86_400_000;
// An upload is processed, and gets its message, after this time even if nobody polls its status.
const PROCESSED_AFTER_MS = 60_000;

const TYPES = { E: 'ERORI FACTURA', T: 'FACTURA TRIMISA', P: 'FACTURA PRIMITA', R: 'MESAJ CUMPARATOR PRIMIT' } as const;
/** No filter matches this type. */
const BUYER_MESSAGE_SENT = 'MESAJ CUMPARATOR TRANSMIS';
type Filter = keyof typeof TYPES;

/** What the lists say of an upload. */
export interface ListedUpload {
  index: number;
  downloadId: number;
  /** ISO 8601 UTC. */
  at: string;
  cif: string;
  standard: string;
  direction: 'sent' | 'received';
  verdict: 'ok' | 'nok';
  sellerCif: string;
  buyerCif: string;
  /** For the other party's copy: the index of the upload, by which both parties identify the document. */
  origin: number | null;
  /** Status checks that will still answer "in process". */
  checksLeft: number;
  /** The response with the index was dropped: the upload is in the message list at once. */
  lost: boolean;
}

/** Where the lists look. */
export interface Inbox {
  /** Whether the caller has rights for a tax id (digits). */
  mayUse(cif: string): boolean;
  /** What was sent by or came to a tax id between two instants (inclusive), newest first. */
  uploadsOf(cif: string, from: string, to: string): readonly ListedUpload[];
}

/** listaMesajeFactura: everything of the last `zile` days, refused above 500 messages. */
export function listOfDays(inbox: Inbox, query: URLSearchParams): Answer {
  const days = query.get('zile');
  if (days === null || query.get('cif') === null) return failure(400, 'Bad Request', 'Parametrii zile si cif sunt obligatorii');
  if (!/^\d+$/.test(days)) return listRefused(`Numarul de zile introdus= ${days} nu este un numar intreg`);
  if (Number(days) < 1 || Number(days) > 60) return listRefused('Numarul de zile trebuie sa fie intre 1 si 60');
  const end = now().getTime();
  const messages = find(inbox, query, end - Number(days) * DAY_MS, end);
  if (typeof messages === 'string') return listRefused(messages);
  if (messages.length === 0) return listRefused(`Nu exista mesaje in ultimele ${days} zile`);
  if (messages.length > PAGE_SIZE) {
    return listRefused(
      `Lista de mesaje este mai mare decat numarul de ${PAGE_SIZE} elemente permise in pagina. Folositi endpoint-ul cu paginatie.`,
    );
  }
  return jsonAnswer({
    mesaje: messages,
    serial: 'LOCALTEST',
    cui: query.get('cif'),
    titlu: `Lista Mesaje disponibile din ultimele ${days} zile`,
  });
}

/** listaMesajePaginatieFactura: an interval, page by page. */
export function listPage(inbox: Inbox, query: URLSearchParams, pageSize = PAGE_SIZE): Answer {
  for (const name of ['startTime', 'endTime', 'cif', 'pagina']) {
    if (query.get(name) === null) return failure(400, 'Bad Request', `Parametrul ${name} este obligatoriu`);
  }
  const [start, end, page] = ['startTime', 'endTime', 'pagina'].map(name => integer(query.get(name))) as [number, number, number];
  if (!(start >= 0))
    return listRefused(`startTime = ${query.get('startTime')} nu este un numar sau nu are o valoare acceptata de sistem`);
  if (!(end >= 0))
    return listRefused(`endTime = ${query.get('endTime')} nu este un numar sau nu are o valoare acceptata de sistem`);
  if (!(page >= 1))
    return listRefused(`pagina = ${query.get('pagina')} nu este un numar sau nu are o valoare acceptata de sistem`);
  const request = now().getTime();
  if (start < request - 60 * DAY_MS)
    return listRefused(`startTime = ${start} nu poate fi mai vechi de 60 de zile fata de momentul requestului`);
  if (end <= start) return listRefused(`endTime = ${end} nu poate fi <= startTime = ${start}`);
  if (end > request) return listRefused(`endTime = ${end} nu poate fi in viitor fata de momentul requestului`);

  const messages = find(inbox, query, start, end);
  if (typeof messages === 'string') return listRefused(messages);
  if (messages.length === 0) return listRefused('Nu exista mesaje in intervalul selectat');
  const pages = Math.ceil(messages.length / pageSize);
  if (page > pages) return listRefused(`Pagina solicitata ${page} este mai mare decat numarul total de pagini ${pages}`);
  const shown = messages.slice((page - 1) * pageSize, page * pageSize);
  return jsonAnswer({
    mesaje: shown,
    numar_inregistrari_in_pagina: shown.length,
    numar_total_inregistrari_per_pagina: pageSize,
    numar_total_inregistrari: messages.length,
    numar_total_pagini: pages,
    index_pagina_curenta: page,
    serial: 'LOCALTEST',
    cui: query.get('cif'),
    titlu: `Lista Mesaje disponibile din intervalul ${start} - ${end}`,
  });
}

/** Whether an upload is listed: its result was returned, the response to the upload was dropped, or a minute has passed. */
export const isProcessed = ({ lost, checksLeft, at }: Pick<ListedUpload, 'lost' | 'checksLeft' | 'at'>): boolean =>
  lost || checksLeft === 0 || Date.parse(at) + PROCESSED_AFTER_MS <= now().getTime();

interface WireMessage {
  data_creare: string;
  cif: string;
  id_solicitare: string;
  detalii: string;
  tip: (typeof TYPES)[Filter] | typeof BUYER_MESSAGE_SENT;
  id: string;
}

/** The messages, or the text of the error. */
function find({ mayUse, uploadsOf }: Inbox, query: URLSearchParams, from: number, to: number): WireMessage[] | string {
  const cif = query.get('cif') ?? '';
  const filter = query.get('filtru');
  if (filter !== null && !Object.hasOwn(TYPES, filter)) return 'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R';
  if (!/^\d+$/.test(cif)) return notANumber(cif);
  if (!mayUse(cif)) return noAccessTo(cif);
  return uploadsOf(cif, new Date(from).toISOString(), new Date(to).toISOString())
    .filter(isProcessed)
    .map(toMessage)
    .filter(message => filter === null || message.tip === TYPES[filter as Filter]);
}

function toMessage(upload: ListedUpload): WireMessage {
  const { index, downloadId, at, cif, sellerCif, buyerCif, origin, standard } = upload;
  const tip = typeOf(upload);
  // Both parties know a document by the index of its upload.
  const known = origin ?? index;
  const detalii =
    tip === TYPES.E
      ? `Erori de validare identificate la factura primita cu id_incarcare=${known}`
      : standard === 'RASP'
        ? `Mesaj cu id_incarcare=${known} transmis de cif_beneficiar=${buyerCif} pentru cif_emitent=${sellerCif}`
        : `Factura cu id_incarcare=${known} emisa de cif_emitent=${sellerCif} pentru cif_beneficiar=${buyerCif}`;
  return { data_creare: wireTime(new Date(at)), cif, id_solicitare: String(known), detalii, tip, id: String(downloadId) };
}

function typeOf({ standard, direction, verdict }: ListedUpload): WireMessage['tip'] {
  if (direction === 'received') return standard === 'RASP' ? TYPES.R : TYPES.P;
  if (verdict !== 'ok') return TYPES.E;
  return standard === 'RASP' ? BUYER_MESSAGE_SENT : TYPES.T;
}

const integer = (text: string | null): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : NaN);
