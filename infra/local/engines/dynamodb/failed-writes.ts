import type { Outgoing } from '../../invocation.ts';
import { bytesOfItem, type WireItem } from './item-size.ts';

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

const unitsOf = ({ Item: item = {} }: { Item?: unknown }): number => Math.max(1, Math.ceil(bytesOfItem(item as WireItem) / 1024));
