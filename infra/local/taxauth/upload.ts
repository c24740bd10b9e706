import { instant } from '#shared/base/kernel/clock.ts';
import { badRequest } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { buyerMessageErrors, buyerMessageXml, readBuyerMessage } from './buyer-message.ts';
import { basicErrors, invalid, isStandard, readDocument } from './document.ts';
import type { DocumentFacts, Standard } from './document.ts';
import type { Request } from './http.ts';
import type { Settings } from './settings.ts';
import type { Grant, Store, StoredUpload } from './store.ts';
import { mayUse } from './tokens.ts';
import {
  failure,
  noAccessTo,
  notANumber,
  sentBefore,
  uploadRefused,
  uploadTaken,
} from '#shared/authority/taxauth/simulator/wire.ts';
import type { Answer } from '#shared/authority/taxauth/simulator/wire.ts';

/** The rule set's findings on a document, as the authority would word them; empty when it is valid. */
export type Validate = (xml: string, standard: Standard) => Promise<string[]>;

export interface TakenOrNot {
  answer: Answer;
  index: number | null;
}

/**
 * upload and uploadb2c. Refusals of the request itself are answered at once and take nothing in; what is wrong with the
 * document is the verdict that the status call gives later. `index` is null when nothing was taken.
 */
export async function upload(
  store: Store,
  settings: Settings,
  validate: Validate | undefined,
  grant: Grant,
  { path, query, body, tooLarge }: Request,
): Promise<TakenOrNot> {
  const standard = query.get('standard');
  const cif = query.get('cif');
  if (standard === null || cif === null)
    return refused(failure(400, 'Bad Request', 'Parametrii standard si cif sunt obligatorii'));
  // The authority also accepts CII, so its message names it; the simulator refuses it, because this service never sends it.
  if (!isStandard(standard) && standard !== 'RASP')
    return refused(uploadRefused('Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP'));
  for (const name of ['extern', 'autofactura', 'executare']) {
    if (query.has(name) && query.get(name) !== 'DA') {
      return refused(uploadRefused(`Daca parametrul ${name} este introdus, valoarea acceptata este DA`));
    }
  }
  if (!/^\d+$/.test(cif)) return refused(uploadRefused(notANumber(cif)));
  if (!mayUse(grant, cif)) return refused(uploadRefused(noAccessTo(cif)));
  if (tooLarge) return refused(uploadRefused('Marime fisier transmis mai mare de 10 MB.'));

  if (standard === 'RASP') return uploadBuyerMessage(store, settings, cif, body);
  const read = readDocument(body, standard);
  const facts = 'refused' in read ? null : read;
  if ('refused' in read && settings.mode !== 'accept' && settings.mode !== 'reject') return refused(uploadRefused(read.refused));

  const errors = await verdictErrors(store, settings, validate, {
    facts,
    cif,
    standard,
    xml: body,
    isSelfBilled: query.has('autofactura'),
  });
  const stored = store.addUpload({
    at: instant(),
    cif,
    standard,
    number: facts?.number ?? null,
    sha256: sha256(body),
    verdict: errors.length === 0 ? 'ok' : 'nok',
    errors,
    xml: body,
    checksLeft: settings.processing,
    lost: false,
    direction: 'sent',
    ...(query.has('autofactura')
      ? { sellerCif: facts?.sellerIds[0] ?? '', buyerCif: cif }
      : { sellerCif: cif, buyerCif: facts?.buyerIds[0] ?? '' }),
    b2c: path.endsWith('/uploadb2c'),
    extern: query.has('extern'),
    autofactura: query.has('autofactura'),
    origin: null,
  });
  if (errors.length === 0) deliver(store, stored);
  return { answer: uploadTaken(stored.index), index: stored.index };
}

/** A valid document is in the list of its other party at once, under an id of its own. Consumers have no list. */
function deliver(store: Store, sent: StoredUpload): void {
  const { index, downloadId: _, ...copy } = sent;
  const { sellerCif, buyerCif, cif, b2c } = sent;
  const partner = cif === sellerCif ? buyerCif : sellerCif;
  if (b2c || !/^\d{2,10}$/.test(partner) || partner === cif) return;
  store.addUpload({ ...copy, cif: partner, direction: 'received', checksLeft: 0, lost: false, origin: index });
}

/** A buyer's message about an invoice that it received: the seller gets it, under an id of its own. */
function uploadBuyerMessage(
  store: Store,
  { mode, errors: refusals, processing }: Settings,
  cif: string,
  body: Buffer,
): TakenOrNot {
  const message = readBuyerMessage(body);
  if ('refused' in message) return refused(uploadRefused(message.refused));
  const about = store.upload(message.invoiceIndex);
  const errors = mode === 'reject' ? refusals : buyerMessageErrors(message, about, cif);
  const stored = store.addUpload({
    ...{ at: instant(), cif, standard: 'RASP', number: null, sha256: sha256(body), xml: body },
    ...{ verdict: errors.length === 0 ? ('ok' as const) : ('nok' as const), errors, checksLeft: processing, lost: false },
    ...{ direction: 'sent' as const, sellerCif: about?.sellerCif ?? '', buyerCif: cif },
    ...{ b2c: false, extern: false, autofactura: false, origin: null },
  });
  if (errors.length === 0) deliver(store, stored);
  return { answer: uploadTaken(stored.index), index: stored.index };
}

/** Under which name the store keeps an archive of a message's own. */
export const archiveName = (downloadId: number): string => `archive ${downloadId}`;

const refused = (answer: Answer): TakenOrNot => ({ answer, index: null });

async function verdictErrors(
  store: Store,
  { mode, errors }: Settings,
  validate: Validate | undefined,
  {
    facts,
    cif,
    standard,
    xml,
    isSelfBilled,
  }: { facts: DocumentFacts | null; cif: string; standard: Standard; xml: Buffer; isSelfBilled: boolean },
): Promise<string[]> {
  if (mode === 'reject') return errors;
  if (mode === 'accept' || !facts) return [];
  const basic = basicErrors(facts, cif, isSelfBilled);
  const found = basic.length > 0 ? basic : ((await validate?.(xml.toString(), standard)) ?? []);
  // Looked up after the last await, so that of two uploads at the same moment the second sees the first.
  const earlier = facts.number === null ? null : store.accepted({ cif, standard, number: facts.number });
  return earlier ? [...found, sentBefore(earlier.index, earlier.at)] : found;
}

/** Puts a message of the buyer of an upload into the seller's list. @throws 400 for an upload that no buyer has received */
export function addBuyerMessage(store: Store, uploadIndex: number, text: string): number {
  const about = store.upload(uploadIndex);
  if (about?.verdict !== 'ok') throw badRequest('uploadIndex: There is no accepted upload of this index.');
  const xml = Buffer.from(buyerMessageXml(uploadIndex, text));
  const { downloadId } = store.addUpload({
    ...{ at: instant(), cif: about.sellerCif, standard: 'RASP', number: null, sha256: sha256(xml), xml },
    ...{ verdict: 'ok' as const, errors: [], checksLeft: 0, lost: false, direction: 'received' as const },
    ...{ sellerCif: about.sellerCif, buyerCif: about.buyerCif, b2c: false, extern: false, autofactura: false, origin: null },
  });
  return downloadId;
}

const NOTHING_READ = { number: null, sellerIds: [] as string[] };

/** As `readDocument`; a file whose bytes cannot be decoded is refused too. */
function readable(bytes: Uint8Array, standard: Standard): ReturnType<typeof readDocument> {
  try {
    return readDocument(bytes, standard);
  } catch (error) {
    return invalid((error as Error).message);
  }
}

/**
 * Puts a supplier's invoice or credit note into the inbox of `cif`, byte by byte.
 *
 * @param options `raw`: deliver what the authority itself would refuse; `archive`: what the download answers in place of the archive of
 *   the document, in base64, for archives that are broken
 * @throws 400 when the document cannot be read, unless it is `raw`
 */
export function addToInbox(
  store: Store,
  cif: string,
  bytes: Uint8Array,
  { raw = false, archive }: { raw?: boolean | undefined; archive?: string | undefined } = {},
): number {
  // Without the zeros of UTF-16.
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
  const standard: Standard = /<(?:\w+:)?CreditNote[\s>]/.test(text) ? 'CN' : 'UBL';
  const read = readable(bytes, standard);
  const facts = 'refused' in read && raw ? NOTHING_READ : read;
  if ('refused' in facts) throw badRequest(`xml: The document is not a UBL Invoice or CreditNote. ${facts.refused}`);
  const { downloadId } = store.addUpload({
    at: instant(),
    cif,
    standard,
    number: facts.number,
    sha256: sha256(bytes),
    verdict: 'ok',
    errors: [],
    xml: bytes,
    checksLeft: 0,
    lost: false,
    direction: 'received',
    sellerCif: facts.sellerIds[0] ?? '',
    buyerCif: cif,
    ...{ b2c: false, extern: false, autofactura: false, origin: null },
  });
  if (archive) store.keep(archiveName(downloadId), archive);
  return downloadId;
}
