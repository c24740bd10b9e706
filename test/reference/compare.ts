import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ensureTable, startDynamoDb } from '../../infra/local/engines/dynamodb/index.ts';
import { openTableTransport, unsigned } from '../../infra/local/engines/dynamodb/table-transport.ts';
import { contentOf, targetOf, type WireAnswer } from '../../infra/local/engines/dynamodb/wire-answer.ts';
import { tableDefinition, TTL_ATTRIBUTE } from '#shared/platform/store/table.ts';
import { type Call, SETUP, TABLE } from './calls/call.ts';
import { CALLS } from './calls/index.ts';
import { JUDGED } from './judged.ts';

/** What a call was answered, without texts and measures, in which implementations may differ. */
interface Seen {
  status: number;
  error: string | undefined;
  content: unknown;
}

export interface Comparison {
  /** A table of the differences, and its summary. */
  lines: string[];
  /** Differences without a judgement, and judgements of differences that are gone. */
  unjudged: number;
}

/** Sends all calls to the local table, as functions reach it, and to the reference. */
export async function compareEngines(reference: string): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'reference-'));
  const engine = await startDynamoDb({ dataDir: folder });
  try {
    const ours = await prepared(engine.endpoint, openTableTransport(engine.endpoint).send);
    const theirs = await prepared(reference, plainly(reference));
    const rows: string[] = [];
    const open = new Set(Object.keys(JUDGED));
    let unjudged = 0;
    for (const call of CALLS) {
      const [own, wanted] = [await seen(ours, call), await seen(theirs, call)];
      if (isDeepStrictEqual(own, wanted)) continue;
      const judgement = JUDGED[call.title];
      open.delete(call.title);
      if (judgement === undefined) unjudged += 1;
      rows.push(`${call.title}\n  local:     ${shown(own)}\n  reference: ${shown(wanted)}\n  ${judgement ?? 'NOT JUDGED'}`);
    }
    const gone = [...open].map(title => `${title}: judged, but the engines agree`);
    const summary = `${CALLS.length} calls, ${CALLS.length - rows.length} the same, ${rows.length} different, ${unjudged} of them not judged`;
    return { lines: [...rows, ...gone, summary], unjudged: unjudged + gone.length };
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Send = (request: { headers: Record<string, string>; body: string }) => Promise<WireAnswer>;

/** As it is, without what infra/local/engines/dynamodb refuses in front of a table. */
const plainly =
  (endpoint: string): Send =>
  async ({ headers, body }) => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        ...headers,
        authorization: unsigned(),
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-date': '20260101T000000Z',
      },
      body,
    });
    return { statusCode: answer.status, headers: {}, body: Buffer.from(await answer.arrayBuffer()) };
  };

async function prepared(endpoint: string, send: Send): Promise<Send> {
  await ensureTable(endpoint, tableDefinition(TABLE), TTL_ATTRIBUTE);
  for (const Item of SETUP) await seen(send, { title: '', operation: 'PutItem', input: { TableName: TABLE, Item } });
  return send;
}

async function seen(send: Send, { operation, input }: Call): Promise<Seen> {
  const answer = await send({ headers: { 'x-amz-target': targetOf(operation) }, body: JSON.stringify(input) });
  const content = await contentOf<Record<string, unknown>>(answer);
  const error = (content['__type'] as string | undefined)?.split('#').at(-1);
  const reasons = (content['CancellationReasons'] ?? []) as { Code: string }[];
  // An invalid action is refused in either way: the local table cancels, the reference refuses the request.
  if (reasons.some(({ Code }) => Code === 'ValidationError')) return { status: 400, error: 'ValidationException', content: {} };
  return { status: answer.statusCode, error, content: comparable(content) };
}

/** Texts of errors, and what is measured, are the business of each implementation. */
const LEFT_OUT = new Set(['__type', 'message', 'Message', 'ConsumedCapacity', 'ItemCollectionMetrics']);

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name));
  // Sets have no order.
  return Object.fromEntries(
    entries.map(([name, part]) => [name, name === 'SS' || name === 'NS' ? (part as string[]).toSorted() : comparable(part)]),
  );
}

const shown = ({ status, error, content }: Seen): string => `${status} ${error ?? ''} ${JSON.stringify(content).slice(0, 200)}`;
