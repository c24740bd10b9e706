import type { Outgoing } from '../../invocation.ts';

type Item = Record<string, Record<string, unknown>>;

/**
 * The write units of a call that failed, which the local engine does not count: DynamoDB charges a conditional write whose condition does
 * not hold, and a cancelled transaction, by the larger of the stored and the new item. Only the new one is known here, so an update or a
 * deletion counts one unit.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalUpdate
 *
 * @param outgoing a call of the table, its items in the format of the wire protocol
 */
export function unitsOfFailedWrite({ input }: Pick<Outgoing, 'input'>, error: unknown): number {
  const name = error instanceof Error ? error.name : '';
  if (name === 'ConditionalCheckFailedException') return unitsOf(input);
  if (name !== 'TransactionCanceledException') return 0;
  const actions = (input['TransactItems'] ?? []) as Record<string, Record<string, unknown>>[];
  // Each is charged twice: to prepare the transaction, and to commit it.
  return actions.reduce((sum, action) => sum + 2 * unitsOf(Object.values(action)[0] ?? {}), 0);
}

const unitsOf = ({ Item: item = {} }: { Item?: unknown }): number => Math.max(1, Math.ceil(bytesOf(item as Item) / 1024));

/** Names and values of attributes; the letter of a value's type is not stored. */
const bytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOfValue(Object.values(value)[0]), 0);

function bytesOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.reduce((sum: number, one: object) => sum + bytesOfValue(Object.values(one)[0]), 3);
  if (value instanceof Uint8Array) return value.length;
  return typeof value === 'object' && value !== null ? bytesOf(value as Item) + 3 : 1;
}
