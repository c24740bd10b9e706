import {
  type Listed,
  listRequest,
  parseListAnswer,
  parseStateAnswer,
  parseUploadAnswer,
  type Refused,
  type State,
  stateRequest,
  type Taken,
  type TransportRequest,
  type Unreadable,
  uploadRequest,
} from '../../etransport/protocol.ts';
import { TaxauthAnswerLost, TaxauthUnavailable } from './errors.ts';
import { refusal } from './refusals.ts';
import { call, type TaxauthConnection } from './transport.ts';

/**
 * The tax authority's service for transport declarations: one call per function and no retries, like the client of the e-invoice service
 * beside it. Every function throws the errors of errors.ts. A `cif` is given with or without its `RO`.
 */
export interface TransportClient {
  /** @throws `TaxauthAnswerLost` when it is not known whether the message was taken */
  upload(cif: string, xml: string): Promise<Taken>;
  state(uploadId: string): Promise<State>;
  /** The messages of the last `days` (1 to 60). */
  list(cif: string, days: number): Promise<Listed[]>;
}

const MAX_ANSWER_BYTES = 5_000_000;

/** A client for one token. No connection is made before the first call. */
export function transportClient(connection: TaxauthConnection): TransportClient {
  const ask = async (request: TransportRequest, body?: string): Promise<string> => {
    const answer = await call(connection, { ...request, ...(body !== undefined && { body }), maxAnswerBytes: MAX_ANSWER_BYTES });
    return new TextDecoder().decode(answer);
  };
  return {
    upload: async (cif, xml) => accepted(parseUploadAnswer(await ask(uploadRequest(cif), xml)), TaxauthAnswerLost),
    state: async uploadId => accepted(parseStateAnswer(await ask(stateRequest(uploadId))), TaxauthUnavailable),
    list: async (cif, days) => accepted(parseListAnswer(await ask(listRequest(cif, days))), TaxauthUnavailable).messages,
  };
}

/** The answer. @throws what a refusal says; `Lost` for one that cannot be read */
function accepted<Answer extends { outcome: string }>(
  answer: Answer | Refused | Unreadable,
  Lost: new (message: string) => Error,
): Answer {
  if (answer.outcome === 'refused') throw refusal((answer as Refused).errors);
  if (answer.outcome === 'unreadable') throw new Lost((answer as Unreadable).reason);
  return answer as Answer;
}
