import {
  createEarlierItems,
  type Image,
  inIndex,
  type Index,
  type IndexQuery,
  isInRange,
  pageOf,
  requireKnown,
} from './earlier-items.ts';
import { itemCall, type WireRequest } from './item-calls.ts';
import { isItemOperation } from './item-conflicts.ts';
import { contentOf, type Forward, jsonAnswer, operationOf, targetOf, textOf, type WireAnswer } from './wire-answer.ts';

/**
 * How late reads are that DynamoDB does not promise to be consistent, in milliseconds: an index usually follows the table "within a
 * fraction of a second" (Developer Guide, "Using Global Secondary Indexes"), so this is late, but nothing unusual.
 */
export const LATE_MILLIS = 1_000;

export interface LateReadsOptions {
  /** The key attributes of all tables. */
  keyAttributes: readonly string[];
  indexes: Readonly<Record<string, Index>>;
  /** The instant in milliseconds. */
  now: () => number;
  /** Whether the caller of the call that is sent now reads late; the others read the table as it is. */
  isLate: () => boolean;
  /** Sends a call of its own to the engine. */
  ask: (target: string, body: string) => Promise<WireAnswer>;
}

/**
 * Queries of indexes, and reads of items that are not `ConsistentRead`, see the table as it was `LATE_MILLIS` ago. DynamoDB may answer
 * so at any time; the local engine alone never would.
 */
export interface LateReads {
  /** @param target the call's header `x-amz-target` */
  send(target: string | undefined, body: Uint8Array | string, forward: Forward): Promise<WireAnswer>;
  /** Makes all reads see the table as it is now. */
  catchUp(): void;
}

type BatchGet = Record<string, { Keys?: Image[]; ConsistentRead?: boolean }>;

export function createLateReads({ keyAttributes, indexes, now, isLate, ask }: LateReadsOptions): LateReads {
  const earlier = createEarlierItems(LATE_MILLIS, now);
  /** As `itemCall` names items. */
  const nameOf = (table: string, item: Image): string => JSON.stringify([table, ...keyAttributes.map(key => item[key])]);

  /** The items of a write as they are now. */
  const before = async (names: Set<string>): Promise<Map<string, Image | undefined>> => {
    const found = new Map<string, Image | undefined>([...names].map(name => [name, undefined]));
    let wanted: BatchGet = {};
    for (const name of names) {
      const [table, ...values] = JSON.parse(name) as [string, ...Image[string][]];
      const request = (wanted[table] ??= { Keys: [], ConsistentRead: true });
      request.Keys?.push(Object.fromEntries(keyAttributes.map((key, place) => [key, values[place] ?? {}])));
    }
    while (Object.keys(wanted).length > 0) {
      const answer = await ask(targetOf('BatchGetItem'), JSON.stringify({ RequestItems: wanted }));
      // A malformed write: the engine refuses it too.
      if (answer.statusCode !== 200) return found;
      const read = await contentOf<{ Responses?: Record<string, Image[]>; UnprocessedKeys?: BatchGet }>(answer);
      for (const [table, items] of Object.entries(read.Responses ?? {}))
        for (const item of items) found.set(nameOf(table, item), item);
      wanted = read.UnprocessedKeys ?? {};
    }
    return found;
  };

  const write = async (names: Set<string>, forward: Forward): Promise<WireAnswer> => {
    const forget = earlier.note(await before(names));
    try {
      const answer = await forward();
      if (answer.statusCode !== 200) forget();
      return answer;
    } catch (error) {
      forget();
      throw error;
    }
  };

  const query = async (input: IndexQuery, forward: Forward): Promise<WireAnswer> => {
    const { TableName, IndexName, ScanIndexForward: _, Limit: _limit, ExclusiveStartKey: _start, ...whole } = input;
    const index = indexes[IndexName];
    if (!index) return forward();
    const answer = await forward();
    const written = earlier.current();
    if (answer.statusCode !== 200 || written.size === 0) return answer;
    requireKnown(input);
    const content = await contentOf<{ Items: Image[] }>(answer);
    const isWritten = (row: Image): boolean => written.has(nameOf(TableName, row));
    const inRange = isInRange(input);
    const were = [...written.values()].flatMap(item => (item && inRange(item) ? inIndex(item, index) : []));
    if (were.length === 0 && !content.Items.some(isWritten)) return jsonAnswer(200, content);
    const rows: Image[] = [];
    let start: Image | undefined;
    do {
      const asked = { ...whole, TableName, IndexName, ...(start && { ExclusiveStartKey: start }) };
      const page = await forward(JSON.stringify(asked)).then(contentOf<{ Items: Image[]; LastEvaluatedKey?: Image }>);
      rows.push(...page.Items);
      start = page.LastEvaluatedKey;
    } while (start);
    const { LastEvaluatedKey: _last, ...kept } = content as { LastEvaluatedKey?: Image };
    return jsonAnswer(200, { ...kept, ...pageOf([...rows.filter(row => !isWritten(row)), ...were], input, index) });
  };

  /** Responses without the items of `tables` that were written, and with what they were. */
  const items = async (input: { RequestItems?: BatchGet }, forward: Forward): Promise<WireAnswer> => {
    const answer = await forward();
    const written = earlier.current();
    const late = Object.entries(input.RequestItems ?? {}).filter(([, { ConsistentRead }]) => ConsistentRead !== true);
    if (answer.statusCode !== 200 || written.size === 0 || late.length === 0) return answer;
    const content = await contentOf<{ Responses?: Record<string, Image[]> }>(answer);
    const Responses = { ...content.Responses };
    for (const [table, { Keys = [] }] of late) {
      const names = Keys.map(key => nameOf(table, key)).filter(name => written.has(name));
      const others = (Responses[table] ?? []).filter(item => !written.has(nameOf(table, item)));
      Responses[table] = [...others, ...names.map(name => written.get(name)).filter(item => item !== undefined)];
    }
    return jsonAnswer(200, { ...content, Responses });
  };

  return {
    async send(target, body, forward) {
      const operation = operationOf(target);
      if (isItemOperation(operation)) {
        if (operation === 'TransactGetItems') return forward();
        const call = itemCall(operation, JSON.parse(textOf(body)) as WireRequest, keyAttributes);
        return write(new Set(call.items), forward);
      }
      if (operation !== 'Query' && operation !== 'BatchGetItem') return forward();
      if (!isLate()) return forward();
      const input = JSON.parse(textOf(body)) as IndexQuery & { RequestItems?: BatchGet };
      if (operation === 'BatchGetItem') return items(input, forward);
      return input.IndexName === undefined ? forward() : query(input, forward);
    },
    catchUp: () => earlier.clear(),
  };
}

/** The indexes of a table's definition. @throws Error for a projection that `INCLUDE` does not name */
export function indexesOf(definition: {
  KeySchema?: { AttributeName: string | undefined }[] | undefined;
  GlobalSecondaryIndexes?:
    | {
        IndexName: string | undefined;
        KeySchema: { AttributeName: string | undefined; KeyType: string | undefined }[] | undefined;
        Projection: { NonKeyAttributes?: string[] | undefined } | undefined;
      }[]
    | undefined;
}): Record<string, Index> {
  const keys = (definition.KeySchema ?? []).flatMap(key => key.AttributeName ?? []);
  return Object.fromEntries(
    (definition.GlobalSecondaryIndexes ?? []).map(({ IndexName = '', KeySchema = [], Projection }) => {
      const of = (type: string): string => KeySchema.find(key => key.KeyType === type)?.AttributeName ?? '';
      const [partition, sort] = [of('HASH'), of('RANGE')];
      return [IndexName, { partition, sort, attributes: [...keys, partition, sort, ...(Projection?.NonKeyAttributes ?? [])] }];
    }),
  );
}
