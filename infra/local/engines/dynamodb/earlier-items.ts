/** An item of DynamoDB's wire protocol. */
export type Image = Record<string, { S?: string }>;

/** The states that items had before they were written within the last `lagMillis`. */
export interface EarlierItems {
  /**
   * Notes the states of items before a write that begins now; undefined: the item did not exist.
   * @returns a function that forgets the write, for one that failed
   */
  note(before: ReadonlyMap<string, Image | undefined>): () => void;
  /** The items that were written within the lag, by name, each as it was before. */
  current(): Map<string, Image | undefined>;
  /** Forgets all writes. */
  clear(): void;
}

interface Written {
  at: number;
  before: Image | undefined;
}

/**
 * @param lagMillis how long a write is remembered
 * @param now the instant in milliseconds
 */
export function createEarlierItems(lagMillis: number, now: () => number): EarlierItems {
  /** The writes of each item, oldest first. */
  const writes = new Map<string, Written[]>();

  const forgetOld = (): void => {
    const from = now() - lagMillis;
    for (const [name, all] of writes) {
      while (all[0] && all[0].at <= from) all.shift();
      if (all.length === 0) writes.delete(name);
    }
  };

  return {
    note(before) {
      forgetOld();
      const at = now();
      const noted = [...before].map(([name, image]) => {
        const written = { at, before: image };
        writes.set(name, [...(writes.get(name) ?? []), written]);
        return [name, written] as const;
      });
      return () => {
        for (const [name, written] of noted)
          writes.set(
            name,
            (writes.get(name) ?? []).filter(one => one !== written),
          );
      };
    },
    current() {
      forgetOld();
      return new Map([...writes].flatMap(([name, [first]]) => (first ? [[name, first.before] as const] : [])));
    },
    clear: () => writes.clear(),
  };
}

/** The definition of an index, as far as reads depend on it. */
export interface Index {
  partition: string;
  sort: string;
  /** All attributes that the index has. */
  attributes: readonly string[];
}

/** A query of the wire protocol on an index; only the fields that `shared/platform/store/read.ts` sends. */
export interface IndexQuery {
  TableName: string;
  IndexName: string;
  KeyConditionExpression: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues: Record<string, { S?: string }>;
  ScanIndexForward?: boolean;
  Limit?: number;
  ExclusiveStartKey?: Image;
  ReturnConsumedCapacity?: string;
}
const KNOWN = new Set<string>([
  ...['TableName', 'IndexName', 'KeyConditionExpression', 'ExpressionAttributeNames', 'ExpressionAttributeValues'],
  ...['ScanIndexForward', 'Limit', 'ExclusiveStartKey', 'ReturnConsumedCapacity'],
]);

/** @throws Error for a field that `lateRows` would not obey */
export function requireKnown(query: object): void {
  const unknown = Object.keys(query).filter(name => !KNOWN.has(name));
  if (unknown.length > 0) throw new Error(`Late reads of indexes do not know ${unknown.join(', ')}.`);
}

const EQUALS = /^(#?\w+) = (:\w+)$/;
const BEGINS = /^begins_with\((#?\w+), (:\w+)\)$/;
const BETWEEN = /^(#?\w+) BETWEEN (:\w+) AND (:\w+)$/;
const COMPARES = /^(#?\w+) [<>]=? (:\w+)$/;
/** By operator, whether the order of a key and a value fits. */
const ORDERS: Readonly<Record<string, (order: number) => boolean>> = {
  '<': order => order < 0,
  '<=': order => order <= 0,
  '>': order => order > 0,
  '>=': order => order >= 0,
};

/** The order of DynamoDB's keys: by UTF-8 bytes, not by UTF-16 units. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Whether an item belongs to the range of a query. @throws Error for another condition than those of shared/platform/store/read.ts */
export function isInRange(query: RangeQuery): (item: Image) => boolean {
  const value = (name: string): string => query.ExpressionAttributeValues[name]?.S ?? '';
  const attribute = (item: Image, name: string): string | undefined => item[query.ExpressionAttributeNames?.[name] ?? name]?.S;
  // Only the first AND is between two conditions; a later one belongs to BETWEEN.
  const [onPartition = '', ...onSort] = query.KeyConditionExpression.split(' AND ');
  const conditions = onSort.length > 0 ? [onPartition, onSort.join(' AND ')] : [onPartition];
  const tests = conditions.map(text => {
    const [, name = '', first = '', last = ''] =
      EQUALS.exec(text) ?? BEGINS.exec(text) ?? BETWEEN.exec(text) ?? COMPARES.exec(text) ?? [];
    if (name === '') throw new Error(`Late reads of indexes do not know the condition ${text}.`);
    const fits = (is: string): boolean => {
      const fitting = ORDERS[/[<>]=?/.exec(text)?.[0] ?? ''];
      if (fitting) return fitting(compareBytes(is, value(first)));
      if (last !== '') return compareBytes(is, value(first)) >= 0 && compareBytes(is, value(last)) <= 0;
      return text.startsWith('begins_with') ? is.startsWith(value(first)) : is === value(first);
    };
    return (item: Image): boolean => {
      const is = attribute(item, name);
      return is !== undefined && fits(is);
    };
  });
  return item => tests.every(test => test(item));
}

/** The parts of a query that make its range. */
interface RangeQuery extends Pick<IndexQuery, 'KeyConditionExpression' | 'ExpressionAttributeValues'> {
  ExpressionAttributeNames?: Record<string, string> | undefined;
}

/** An item as an index has it: none if it lacks the keys of the index. */
export const inIndex = (item: Image, { partition, sort, attributes }: Index): Image[] =>
  item[partition] && item[sort] ? [Object.fromEntries(Object.entries(item).filter(([name]) => attributes.includes(name)))] : [];

/** The page of a query from all rows of its range, in any order. */
export function pageOf(
  rows: readonly Image[],
  query: IndexQuery,
  { partition, sort }: Index,
): { Items: Image[]; Count: number; ScannedCount: number; LastEvaluatedKey?: Image } {
  const keys = [sort, 'pk', 'sk'];
  const direction = query.ScanIndexForward === false ? -1 : 1;
  const compare = (a: Image, b: Image): number => {
    for (const key of keys) {
      const [left, right] = [a[key]?.S ?? '', b[key]?.S ?? ''];
      if (left !== right) return left < right ? -direction : direction;
    }
    return 0;
  };
  const start = query.ExclusiveStartKey;
  const left = rows.filter(row => !start || compare(row, start) > 0).toSorted(compare);
  const Items = left.slice(0, query.Limit ?? left.length);
  const last = Items.length < left.length ? Items.at(-1) : undefined;
  const counts = { Items, Count: Items.length, ScannedCount: Items.length };
  if (!last) return counts;
  const lastKey = Object.entries(last).filter(([name]) => [partition, ...keys].includes(name));
  return { ...counts, LastEvaluatedKey: Object.fromEntries(lastKey) };
}
