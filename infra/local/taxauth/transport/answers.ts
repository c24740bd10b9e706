import { headOf, type TransportMessage, uitOf } from '#shared/authority/etransport/message.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import type { Request } from '../http.ts';
import { isProcessed } from '#shared/authority/taxauth/simulator/lists.ts';
import type { Settings } from '../settings.ts';
import type { Grant } from '../store.ts';
import { mayUse } from '../tokens.ts';
import type { TakenOrNot } from '../upload.ts';
import { type Answer, noAccessTo, notANumber } from '#shared/authority/taxauth/simulator/wire.ts';
import { newUit } from '#shared/authority/taxauth/simulator/transport-identifier.ts';
import { errorsOf } from './errors.ts';
import { readMessage } from './read.ts';
import type { DeclarationKind } from '#shared/authority/taxauth/simulator/transport-wire.ts';
import type { DeclarationStore, StoredDeclaration } from './store.ts';
import {
  messageList,
  refusal,
  stateInProcess,
  stateVerdict,
  uploadTaken,
} from '#shared/authority/taxauth/simulator/transport-wire.ts';

const DAY_MS = 86_400_000;

export interface TakenDeclaration extends TakenOrNot {
  /** Whether it used the identifier (UIT) of the settings. */
  tookUit: boolean;
}

/**
 * upload: refusals of the request itself, and of files that are no message, are answered at once and take nothing in; what is wrong with
 * the message is the verdict that the state call gives later.
 */
export function upload(
  store: DeclarationStore,
  settings: Settings,
  grant: Grant,
  { body, tooLarge }: Request,
  [standard, cif = '', version]: readonly string[],
): TakenDeclaration {
  const refused = (error: string): TakenDeclaration => ({ answer: refusal(error), index: null, tookUit: false });
  if (standard !== 'ETRANSP') return refused('Valoarea acceptata pentru parametrul standard este ETRANSP');
  if (version !== '2') return refused('Valoarea acceptata pentru parametrul versiune este 2');
  if (!/^\d+$/.test(cif)) return refused(notANumber(cif));
  if (!mayUse(grant, cif)) return refused(noAccessTo(cif));
  if (tooLarge) return refused('Marime fisier transmis mai mare de 10 MB.');

  const read = readMessage(body);
  const { mode } = settings;
  if ('refused' in read && mode !== 'accept' && mode !== 'reject') return refused(read.refused);
  const message = 'refused' in read ? null : read.message;
  const errors = mode === 'reject' ? settings.errors : mode === 'accept' || !message ? [] : errorsOf(store, cif, message);
  // An unreadable message counts as a first declaration.
  const kind = message ? kindOf(message) : 'NOT';
  const stored = store.add({
    at: instant(),
    cif,
    kind,
    uit: kind === 'NOT' ? (settings.uit ?? newUit()) : ((message && uitOf(message)) ?? ''),
    reference: message && headOf(message).reference,
    sha256: sha256(body),
    verdict: errors.length === 0 ? 'ok' : 'nok',
    errors,
    xml: body,
    checksLeft: settings.processing,
    lost: false,
  });
  return { answer: uploadTaken(stored), index: stored.index, tookUit: kind === 'NOT' && settings.uit !== null };
}

function kindOf(message: TransportMessage): DeclarationKind {
  switch (message.kind) {
    case 'notification':
      return uitOf(message) === null ? 'NOT' : 'COR';
    case 'deletion':
      return 'DEL';
    case 'confirmation':
      return 'CON';
    case 'vehicle_change':
      return 'MVH';
  }
}

/** stareMesaj: "in process" for the message's remaining status checks, then the result. */
export function state(store: DeclarationStore, grant: Grant, [id = '']: readonly string[]): Answer {
  if (!/^\d+$/.test(id)) return refusal(`Id_incarcare introdus= ${id} nu este un numar intreg`);
  const declaration = store.get(Number(id));
  if (!declaration) return refusal(`Nu exista mesaj cu id_incarcare= ${id}`);
  if (!mayUse(grant, declaration.cif)) return refusal('Nu aveti dreptul sa obtineti starea acestui mesaj.');
  if (declaration.checksLeft === 0) return stateVerdict(declaration);
  store.countStateCheck(declaration.index);
  return stateInProcess();
}

/** lista: the processed messages of the last days. */
export function list(store: DeclarationStore, grant: Grant, [days = '', cif = '']: readonly string[]): Answer {
  if (!/^\d+$/.test(days)) return refusal(`Numarul de zile introdus= ${days} nu este un numar intreg`);
  if (Number(days) < 1 || Number(days) > 60) return refusal('Numarul de zile trebuie sa fie intre 1 si 60');
  if (!/^\d+$/.test(cif)) return refusal(notANumber(cif));
  if (!mayUse(grant, cif)) return refusal(noAccessTo(cif));
  const from = new Date(now().getTime() - Number(days) * DAY_MS).toISOString();
  const messages = withoutReplaced(store.since(cif, from).filter(isProcessed));
  if (messages.length === 0) return refusal(`Nu exista mesaje in ultimele ${days} zile`);
  return messageList(messages, cif, Number(days));
}

/** Keeps only the last accepted message about each declaration: its correction or deletion replaces it, as in the authority's list. */
function withoutReplaced(declarations: StoredDeclaration[]): StoredDeclaration[] {
  const isDeclared = ({ kind, verdict }: StoredDeclaration): boolean =>
    verdict === 'ok' && (kind === 'NOT' || kind === 'COR' || kind === 'DEL');
  const last = new Map(declarations.filter(isDeclared).map(each => [each.uit, each.index]));
  return declarations.filter(each => !isDeclared(each) || last.get(each.uit) === each.index);
}
