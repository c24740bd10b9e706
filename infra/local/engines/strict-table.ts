import { Agent, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError, type Engine, presentJsonError, readBody, sendJson, serve } from './http.ts';
import { type BatchItems, itemCall, splitBatch, type WireRequest } from './item-calls.ts';
import { createItemConflicts, type Decision, isItemOperation } from './item-conflicts.ts';

export interface StrictTableOptions {
  /** The key attributes of its tables. */
  keyAttributes: readonly string[];
  /** How long a transaction keeps its items in progress before it is carried out; 5 ms by default. */
  hold?: () => Promise<unknown>;
}

/** On AWS a transaction takes 5 to 20 milliseconds; the local table needs less than one, and calls would hardly ever meet. */
const TRANSACTION_MILLIS = 5;
const IDLE_MILLIS = 5_000;
const BODY_LIMIT = 16 * 1024 * 1024;
const TARGET = 'DynamoDB_20120810.';
const ERRORS = 'com.amazonaws.dynamodb.v20120810#';

const MESSAGES: Record<string, string> = {
  TransactionConflictException: 'Transaction is ongoing for the item',
  TransactionInProgressException: 'The transaction with the given request token is already in progress.',
  IdempotentParameterMismatchException: 'The request uses the same client token as a previous, but non-identical request.',
};

/**
 * Refuses calls that overlap with a transaction, as DynamoDB does: a server in front of the one at `table`, so that it holds for
 * every client. Calls that it does not refuse are sent on as they came.
 */
export async function startStrictTable(
  table: string,
  { keyAttributes, hold = () => sleep(TRANSACTION_MILLIS) }: StrictTableOptions,
): Promise<Engine> {
  // Idle connections end here before the engine ends them, lest a request be sent on one that is closing.
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MILLIS });
  const conflicts = createItemConflicts();
  const { hostname, port } = new URL(table);

  /** Asks the engine; `body` replaces that of the request. */
  const forward = ({ headers, method, url }: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = sendRequest(
        { hostname, port, agent, method, path: url, headers: { ...headers, 'content-length': body.length } },
        resolve,
      );
      outgoing.once('error', error => reject(new EngineGone(error)));
      outgoing.end(body);
    });

  const answer = (from: IncomingMessage, to: ServerResponse): void => {
    to.writeHead(from.statusCode ?? 500, from.headers);
    from.pipe(to);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const operation = target.startsWith(TARGET) ? target.slice(TARGET.length) : '';
    const body = await readBody(request, BODY_LIMIT);
    if (!isItemOperation(operation)) return answer(await forward(request, body), response);

    const input = JSON.parse(body.toString()) as WireRequest;
    const decision = conflicts.begin(itemCall(operation, input, keyAttributes));
    if (decision.kind === 'cancel' || decision.kind === 'refuse') return refuse(decision, response);
    let succeeded = false;
    try {
      if (decision.kind === 'sendPart') return await sendPart(request, response, input, decision.unprocessed);
      if (decision.holds) await hold();
      const answered = await forward(request, body);
      succeeded = answered.statusCode === 200;
      answer(answered, response);
    } finally {
      decision.ended(succeeded);
    }
  };
  const proxy = await serve(
    (request, response) =>
      handle(request, response).catch((error: unknown) => {
        if (!(error instanceof EngineGone)) throw error;
        response.destroy();
      }),
    presentJsonError,
  );

  /** Sends what no transaction is in the way of, and adds the rest to what the engine left unprocessed. */
  async function sendPart(request: IncomingMessage, response: ServerResponse, input: WireRequest, places: Set<number>) {
    const [unprocessed, left] = splitBatch(input, places);
    if (Object.keys(left).length === 0) return sendJson(response, 200, { UnprocessedItems: unprocessed }, JSON_1_0);
    const answered = await forward(request, Buffer.from(JSON.stringify({ ...input, RequestItems: left })));
    if (answered.statusCode !== 200 || places.size === 0) return answer(answered, response);
    const output = JSON.parse((await readBody(answered, BODY_LIMIT)).toString()) as { UnprocessedItems?: BatchItems };
    const both = { ...output.UnprocessedItems };
    for (const [table, writes] of Object.entries(unprocessed)) both[table] = [...(both[table] ?? []), ...writes];
    sendJson(response, 200, { ...output, UnprocessedItems: both }, JSON_1_0);
  }

  return {
    endpoint: proxy.endpoint,
    async stop() {
      await proxy.stop();
      agent.destroy();
    },
  };
}

/** The engine's answer was lost: the caller's connection ends too, as it would without this server between them. */
class EngineGone extends Error {
  constructor(cause: Error) {
    super('The connection to the table broke.', { cause });
    this.name = 'EngineGone';
  }
}

const JSON_1_0 = { 'content-type': 'application/x-amz-json-1.0' };

function refuse(decision: Extract<Decision, { kind: 'cancel' | 'refuse' }>, response: ServerResponse): void {
  if (decision.kind === 'refuse') {
    return presentJsonError(new AwsError(`${ERRORS}${decision.error}`, 400, MESSAGES[decision.error] ?? ''), response);
  }
  const { reasons } = decision;
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.join(', ')}]`;
  const CancellationReasons = reasons.map(Code =>
    Code === 'None' ? { Code } : { Code, Message: MESSAGES['TransactionConflictException'] },
  );
  sendJson(
    response,
    400,
    { __type: `${ERRORS}TransactionCanceledException`, Message: message, message, CancellationReasons },
    JSON_1_0,
  );
}
