import { Agent, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Engine, presentJsonError, readBody, serve } from '../http.ts';
import { type BatchItems, itemCall, splitBatch, type WireRequest } from './item-calls.ts';
import { createItemConflicts, type Decision, isItemOperation } from './item-conflicts.ts';
import type { LateReads } from './late-reads.ts';
import { asDynamoDb } from './refusals.ts';
import { shuffledAnswers } from './shuffle.ts';
import { contentOf, type Forward, jsonAnswer, operationOf, textOf, type WireAnswer } from './wire-answer.ts';

export interface StrictTableOptions {
  /** The names of all key attributes of the tables. */
  keyAttributes: readonly string[];
  /** How long a transaction keeps its items in progress before it is sent; 5 ms by default. */
  hold?: () => Promise<unknown>;
  /** Makes reads see an earlier state; by default none does. */
  late?: LateReads | undefined;
  /** Determines in which order maps have their keys, which is another one at each read; by default 1. */
  seed?: number | undefined;
}

/** As strict as DynamoDB: refuses calls that overlap with a transaction, and returns maps in any order. */
export interface StrictTable {
  /**
   * Sends a call, or refuses it if DynamoDB would, or if it conflicts with a call in progress.
   *
   * @param target the call's header `x-amz-target`
   * @param body the call's body, JSON of the wire protocol
   * @param forward sends the call to the engine, with another body if one is given
   */
  send(target: string | undefined, body: Uint8Array | string, forward: Forward): Promise<WireAnswer>;
}

/** The strict table with an HTTP server, for clients in other processes. */
export interface StrictTableServer extends Engine, StrictTable {}

/** On AWS a transaction takes 5 to 20 milliseconds; the local table needs less than one, so calls would hardly ever overlap. */
const TRANSACTION_MILLIS = 5;
const IDLE_MILLIS = 5_000;
const BODY_LIMIT = 16 * 1024 * 1024;
const ERRORS = 'com.amazonaws.dynamodb.v20120810#';

const MESSAGES: Record<string, string> = {
  TransactionConflictException: 'Transaction is ongoing for the item',
  TransactionInProgressException: 'The transaction with the given request token is already in progress.',
  IdempotentParameterMismatchException: 'The request uses the same client token as a previous, but non-identical request.',
};

/** A strict table without a server. Accepted calls are forwarded unchanged. */
export function createStrictTable({
  keyAttributes,
  hold = () => sleep(TRANSACTION_MILLIS),
  late,
  seed,
}: StrictTableOptions): StrictTable {
  const conflicts = createItemConflicts();
  const table: StrictTable = {
    async send(target, body, toEngine) {
      const forward: Forward = late ? other => late.send(target, other ?? body, another => toEngine(another ?? other)) : toEngine;
      const operation = operationOf(target);
      if (!isItemOperation(operation)) return forward();
      const input = JSON.parse(textOf(body)) as WireRequest;
      const decision = conflicts.begin(itemCall(operation, input, keyAttributes));
      if (decision.kind === 'cancel' || decision.kind === 'refuse') return refusal(decision);
      let succeeded = false;
      try {
        if (decision.kind === 'sendPart') return await sendPart(input, decision.unprocessed, forward);
        if (decision.holds) await hold();
        const answered = await forward();
        succeeded = answered.statusCode === 200;
        return answered;
      } finally {
        decision.ended(succeeded);
      }
    },
  };
  const shuffled = shuffledAnswers(seed);
  return {
    send: async (target, body, toEngine) =>
      shuffled(await asDynamoDb(target, body, other => table.send(target, other ?? body, another => toEngine(another ?? other)))),
  };
}

/** Sends the items of a batch that no transaction blocks, and adds the others to the unprocessed items of the response. */
async function sendPart(input: WireRequest, places: Set<number>, forward: Forward): Promise<WireAnswer> {
  if (places.size === 0) return forward();
  const [unprocessed, left] = splitBatch(input, places);
  if (Object.keys(left).length === 0) return jsonAnswer(200, { UnprocessedItems: unprocessed });
  const answered = await forward(JSON.stringify({ ...input, RequestItems: left }));
  if (answered.statusCode !== 200) return answered;
  const output = await contentOf<{ UnprocessedItems?: BatchItems }>(answered);
  const both = { ...output.UnprocessedItems };
  for (const [table, writes] of Object.entries(unprocessed)) both[table] = [...(both[table] ?? []), ...writes];
  return jsonAnswer(200, { ...output, UnprocessedItems: both });
}

function refusal(decision: Extract<Decision, { kind: 'cancel' | 'refuse' }>): WireAnswer {
  if (decision.kind === 'refuse')
    return jsonAnswer(400, { __type: `${ERRORS}${decision.error}`, message: MESSAGES[decision.error] ?? '' });
  const { reasons } = decision;
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.join(', ')}]`;
  const CancellationReasons = reasons.map(Code =>
    Code === 'None' ? { Code } : { Code, Message: MESSAGES['TransactionConflictException'] },
  );
  return jsonAnswer(400, { __type: `${ERRORS}TransactionCanceledException`, Message: message, message, CancellationReasons });
}

/** Starts a strict table as a proxy for the server at `table`, so that it applies to every client. */
export async function startStrictTable(table: string, options: StrictTableOptions): Promise<StrictTableServer> {
  // Closes idle connections before the engine does, so that no request is sent on a closing one.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MILLIS });
  const { hostname, port } = new URL(table);
  const strict = createStrictTable(options);

  const forward = ({ headers, method, url }: IncomingMessage, body: Buffer | string): Promise<WireAnswer> =>
    new Promise((resolve, reject) => {
      const outgoing = sendRequest(
        { hostname, port, agent, method, path: url, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
        answered => resolve({ statusCode: answered.statusCode ?? 500, headers: answered.headers, body: answered }),
      );
      outgoing.once('error', error => reject(new EngineGone(error)));
      outgoing.end(body);
    });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request, BODY_LIMIT);
    const target = request.headers['x-amz-target'];
    const answered = await strict.send(target?.toString(), body, other => forward(request, other ?? body));
    response.writeHead(answered.statusCode, answered.headers);
    if (answered.body instanceof Uint8Array) response.end(answered.body);
    else (answered.body as IncomingMessage).pipe(response);
  };
  const server = await serve(
    (request, response) =>
      handle(request, response).catch((error: unknown) => {
        if (!(error instanceof EngineGone)) throw error;
        response.destroy();
      }),
    presentJsonError,
  );
  return {
    send: strict.send,
    endpoint: server.endpoint,
    async stop() {
      await server.stop();
      agent.destroy();
    },
  };
}

/** The connection to the engine broke: the caller's connection is closed too, as it would be without this proxy. */
class EngineGone extends Error {
  constructor(cause: Error) {
    super('The connection to the table broke.', { cause });
    this.name = 'EngineGone';
  }
}
