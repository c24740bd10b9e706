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
} from '#shared/authority/etransport/protocol.ts';
import { type AuthorityCall, digitsOf } from '#shared/authority/calls/limits.ts';
import { TaxauthAnswerLost, TaxauthUnavailable } from './errors.ts';
import { refusal } from './refusals.ts';
import { call, type TaxauthConnection } from './transport.ts';

/**
 * The tax authority's service for transport declarations: one call per function and no retries, like the client of the e-invoice
 * service in client.ts. Every function throws the errors of errors.ts. A `cif` is given with or without its `RO`.
 */
export interface TransportClient {
  /** @throws `TaxauthAnswerLost` when it is unknown whether the authority accepted the message */
  upload(cif: string, xml: string): Promise<Taken>;
  state(uploadId: string): Promise<State>;
  /** The messages of the last `days` (1 to 60). */
  list(cif: string, days: number): Promise<Listed[]>;
}

const MAX_ANSWER_BYTES = 5_000_000;

/** A client for one token. No connection is made before the first call. */
export function transportClient(connection: TaxauthConnection): TransportClient {
  const ask = async (counted: AuthorityCall, request: TransportRequest, body?: string): Promise<string> => {
    const answer = await call(connection, {
      ...{ ...request, counted, maxAnswerBytes: MAX_ANSWER_BYTES },
      ...(body !== undefined && { body }),
    });
    return new TextDecoder().decode(answer);
  };
  return {
    async upload(cif, xml) {
      const answer = await ask({ operation: 'upload', subject: digitsOf(cif) }, uploadRequest(cif), xml);
      return accepted(parseUploadAnswer(answer), TaxauthAnswerLost);
    },
    async state(uploadId) {
      // The prefix keeps the counts apart: an upload of the e-invoice service may have the same number.
      const answer = await ask({ operation: 'status', subject: `transport-${uploadId}` }, stateRequest(uploadId));
      return accepted(parseStateAnswer(answer), TaxauthUnavailable);
    },
    async list(cif, days) {
      const answer = await ask({ operation: 'list', subject: digitsOf(cif) }, listRequest(cif, days));
      return accepted(parseListAnswer(answer), TaxauthUnavailable).messages;
    },
  };
}

/** Returns an answer that is neither refused nor unreadable. @throws the error of `refusal`; `Lost` for an unreadable answer */
function accepted<Answer extends { outcome: string }>(
  answer: Answer | Refused | Unreadable,
  Lost: new (message: string) => Error,
): Answer {
  if (answer.outcome === 'refused') throw refusal((answer as Refused).errors);
  if (answer.outcome === 'unreadable') throw new Lost((answer as Unreadable).reason);
  return answer as Answer;
}
