import { bytesOfItem, type WireItem } from '../../../infra/local/engines/dynamodb/item-size.ts';
import { INDEXES, PROJECTED } from '#shared/platform/store/table.ts';
import type { Write, WrittenItem } from './recorded-table.ts';

const KILOBYTE = 1024;

/** The units of an item of so many bytes. */
const unitsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / KILOBYTE));

const bytesOf = (item: WireItem | undefined): number => (item ? bytesOfItem(item) : 0);

/** The larger of the item before and after a write is what is charged. */
const charged = ({ before, after }: WrittenItem): number => Math.max(bytesOf(before), bytesOf(after));

/** Each item of a transaction is charged twice: to prepare it, and to commit it. */
const factor = ({ operation }: Write): number => (operation === 'TransactWriteItems' ? 2 : 1);

/** The units of a call's items by DynamoDB's rules, without indexes; compared with what the engine charges. */
export const modelledUnits = (write: Write): number =>
  write.items.reduce((sum, item) => sum + factor(write) * unitsOf(charged(item)), 0);

/** A key without what is of this run: ids, hashes, days. */
const pattern = (key: string): string =>
  key
    .replaceAll(/\d{4}-\d{2}-\d{2}(T[\d:.]+Z?|-\d+)?/g, '<time>')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>')
    .replaceAll(/[\w-]{20,}/g, '<id>')
    .replaceAll(/#\d+(?=$|#)/g, '#<n>');

const text = (item: WireItem | undefined, name: string): string => String((item?.[name] as { S?: string } | undefined)?.S ?? '');

const keyOf = ({ before, after }: WrittenItem, name: 'pk' | 'sk'): string => text(after, name) || text(before, name);

/** What a write does with an item. */
const doing = ({ before, after }: WrittenItem): string => {
  if (JSON.stringify(before) === JSON.stringify(after)) return 'check';
  return before ? (after ? 'change' : 'delete') : 'create';
};

/** Indexes by name, for a line; empty if there are none. */
const indexText = (units: Record<string, number>): string =>
  Object.entries(units)
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => ` ${name} ${count}`)
    .join('');

/** Texts by their words, and their figures by size: 99 bytes come before 271. */
const byNumbers = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/**
 * The lines of a ledger: each call with its units and those of its indexes, and below it each item with its bytes, its units, and how many
 * bytes it may grow before it takes one more. Calls by function, since those of one life run at once.
 */
export function ledgerLines(writes: readonly Write[]): string[] {
  const block = (write: Write): string => {
    const total = write.tableUnits + Object.values(write.indexUnits).reduce((sum, units) => sum + units, 0);
    const name = `${write.by} ${write.operation}${write.done ? '' : ', refused'}: ${total}${indexText(write.indexUnits)}`;
    const items = write.items
      .map(item => {
        const bytes = charged(item);
        const units = factor(write) * unitsOf(bytes);
        const what = pattern(keyOf(item, 'sk')) || 'no item';
        // Which of the shards of a counter it is follows from a random id: another document may have written the same one before.
        if (what.startsWith('COUNT#')) return `  add to ${what}: ${units}`;
        return `  ${doing(item)} ${what}: ${units}, ${bytes} bytes, room ${unitsOf(bytes) * KILOBYTE - bytes}`;
      })
      .toSorted(byNumbers);
    return [name, ...items].join('\n');
  };
  return writes.map(block).toSorted(byNumbers);
}

/** The units of each partition, with those of its items in indexes: what bounds how much one company can write in a second. */
export function partitionUnits(writes: readonly Write[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const write of writes)
    for (const item of write.items) {
      // What a refused write looked for may not be there.
      const partition = pattern(keyOf(item, 'pk')) || 'no item';
      sums[partition] = (sums[partition] ?? 0) + factor(write) * unitsOf(charged(item));
    }
  return sums;
}

/** Transactions of one item: a plain call does the same for half. */
export const lonelyTransactions = (writes: readonly Write[]): string[] =>
  writes
    .filter(({ operation, items }) => operation === 'TransactWriteItems' && items.length === 1)
    .map(({ by, items }) => `${by}: ${items.map(item => pattern(keyOf(item, 'sk'))).join()}`);

/** Attributes that place an item in an index. */
const PLACES = Object.values(INDEXES).flatMap(({ partition, sort }) => [partition, sort]);

/** Items whose place in an index was changed although their row, which is what an index shows, is the same as before. */
export function equalRows(writes: readonly Write[]): string[] {
  const same = (names: readonly string[], { before, after }: WrittenItem): boolean =>
    names.every(name => JSON.stringify(before?.[name]) === JSON.stringify(after?.[name]));
  return writes.flatMap(({ by, items }) =>
    items
      .filter(item => item.before?.['row'] && item.after?.['row'] && same(PROJECTED, item) && !same(PLACES, item))
      .map(item => `${by}: ${pattern(keyOf(item, 'sk'))}`),
  );
}
