import { wireTime } from '../client/wire-time.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { type Answer, jsonAnswer } from './wire.ts';

/** NOT notification, COR correction, DEL deletion, CON confirmation, MVH change of vehicle: the words of the authority's list. */
export type DeclarationKind = 'NOT' | 'COR' | 'DEL' | 'CON' | 'MVH';

/** What the answers say of a message about a transport that was taken. */
export interface TakenMessage {
  index: number;
  /** ISO 8601 UTC. */
  at: string;
  cif: string;
  kind: DeclarationKind;
  /** Given to a notification; of the other kinds the one that the message names. */
  uit: string;
  /** The declarant's own. */
  reference: string | null;
  verdict: 'ok' | 'nok';
  errors: string[];
}

/** The answers of the e-Transport service as its API description of 2024-07-29 gives them: JSON in a 200, refusals too. */

const answer = (content: object): Answer => jsonAnswer({ dateResponse: wireTime(now()), trace_id: newId(), ...content });

const errorsOf = (errors: readonly string[]): object => ({ Errors: errors.map(errorMessage => ({ errorMessage })) });

export const refusal = (error: string): Answer => answer({ ExecutionStatus: 1, ...errorsOf([error]) });

/** The answer contains the identifier for declarations and corrections; it is valid once the state is `ok`. */
export const uploadTaken = ({ index, kind, uit, reference }: TakenMessage): Answer =>
  answer({
    ...{ ExecutionStatus: 0, index_incarcare: index },
    ...((kind === 'NOT' || kind === 'COR') && { UIT: uit }),
    ...(reference !== null && { ref_declarant: reference }),
    atentie:
      'Verificati starea XML-ului transmis. Codul UIT este valabil din momentul in care apare ca valid dupa apelul de stare',
  });

export const stateInProcess = (): Answer => answer({ stare: 'in prelucrare', ExecutionStatus: 0 });

export const stateVerdict = ({ verdict, errors }: TakenMessage): Answer =>
  answer({ stare: verdict, ExecutionStatus: 0, ...(errors.length > 0 && errorsOf(errors)) });

/** The messages of `days` days. What each says of goods, partners and route is left out: the service does not read it. */
export const messageList = (declarations: readonly TakenMessage[], cif: string, days: number): Answer =>
  answer({
    ExecutionStatus: 0,
    mesaje: declarations.map(listed),
    ...{ serial: 'LOCALTEST', cui: cif, titlu: `Lista Mesaje disponibile din ultimele ${days} zile` },
  });

const listed = ({ kind, verdict, uit, cif, reference, index, at, errors }: TakenMessage): object => ({
  tip: kind,
  stare: verdict === 'ok' ? 'OK' : 'ERR',
  // A declaration that was refused has none.
  ...((verdict === 'ok' || kind !== 'NOT') && { uit }),
  cod_decl: cif,
  ...(reference !== null && { ref_decl: reference }),
  sursa: 'A',
  id_incarcare: index,
  data_creare: wireTime(new Date(at)),
  ...(errors.length > 0 && { mesaje: errors.map(mesaj => ({ tip: 'ERR', mesaj })) }),
});
