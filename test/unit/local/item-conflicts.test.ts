import { describe, expect, test } from 'vitest';
import {
  createItemConflicts,
  type Decision,
  type ItemCall,
  type ItemConflicts,
  type ItemOperation,
} from '../../../infra/local/engines/dynamodb/item-conflicts.ts';

/** The calls that DynamoDB rejects because of a conflict on an item: Developer Guide, "Transaction conflict handling in DynamoDB". */

const call = (operation: ItemOperation, ...items: string[]): ItemCall => ({ operation, items });
const transaction = (token: string, content: string, ...items: string[]): ItemCall => ({
  ...call('TransactWriteItems', ...items),
  token,
  content,
});

/** A decision in short: `sent`, the error, or the reasons and items it names. */
function shown(decision: Decision): unknown {
  if (decision.kind === 'cancel') return decision.reasons;
  if (decision.kind === 'refuse') return decision.error;
  if (decision.kind === 'sendPart') return { unprocessed: [...decision.unprocessed] };
  return 'sent';
}

function sent(conflicts: ItemConflicts, first: ItemCall): (succeeded: boolean) => void {
  const decision = conflicts.begin(first);
  if (decision.kind !== 'send' && decision.kind !== 'sendPart') throw new Error(`It was not sent: ${decision.kind}.`);
  return succeeded => decision.ended(succeeded);
}

const CONFLICT = 'TransactionConflict';
const NONE = 'None';

describe('a call that meets another in progress', () => {
  test.each<[ItemCall, ItemCall, unknown]>([
    // Transactions that write.
    [call('TransactWriteItems', 'a', 'b'), call('TransactWriteItems', 'c', 'b', 'd'), [NONE, CONFLICT, NONE]],
    [call('TransactWriteItems', 'a', 'b'), call('TransactWriteItems', 'b', 'a'), [CONFLICT, CONFLICT]],
    [call('TransactWriteItems', 'a', 'b'), call('TransactWriteItems', 'c', 'd'), 'sent'],
    [call('PutItem', 'a'), call('TransactWriteItems', 'b', 'a'), [NONE, CONFLICT]],
    [call('UpdateItem', 'a'), call('TransactWriteItems', 'a'), [CONFLICT]],
    [call('DeleteItem', 'a'), call('TransactWriteItems', 'a'), [CONFLICT]],
    [call('BatchWriteItem', 'a', 'b'), call('TransactWriteItems', 'b'), [CONFLICT]],
    // Plain writes.
    [call('TransactWriteItems', 'a', 'b'), call('PutItem', 'b'), 'TransactionConflictException'],
    [call('TransactWriteItems', 'a', 'b'), call('UpdateItem', 'a'), 'TransactionConflictException'],
    [call('TransactWriteItems', 'a', 'b'), call('DeleteItem', 'a'), 'TransactionConflictException'],
    [call('TransactWriteItems', 'a', 'b'), call('PutItem', 'c'), 'sent'],
    [call('TransactWriteItems', 'a', 'b'), call('BatchWriteItem', 'c', 'a', 'd', 'b'), { unprocessed: [1, 3] }],
    [call('TransactWriteItems', 'a', 'b'), call('BatchWriteItem', 'c'), { unprocessed: [] }],
    // Plain writes do not conflict with each other.
    [call('UpdateItem', 'a'), call('UpdateItem', 'a'), 'sent'],
    [call('PutItem', 'a'), call('DeleteItem', 'a'), 'sent'],
    [call('PutItem', 'a'), call('BatchWriteItem', 'a'), { unprocessed: [] }],
    // Transactions that read.
    [call('TransactWriteItems', 'a', 'b'), call('TransactGetItems', 'c', 'b'), [NONE, CONFLICT]],
    [call('PutItem', 'a'), call('TransactGetItems', 'a'), [CONFLICT]],
    [call('BatchWriteItem', 'a'), call('TransactGetItems', 'a', 'b'), [CONFLICT, NONE]],
    [call('TransactGetItems', 'a'), call('TransactGetItems', 'a'), 'sent'],
    [call('TransactGetItems', 'a'), call('TransactWriteItems', 'a'), 'sent'],
    [call('TransactGetItems', 'a'), call('PutItem', 'a'), 'sent'],
  ])('%j, then %j: %j', (first, second, expected) => {
    const conflicts = createItemConflicts();
    const end = sent(conflicts, first);
    const decided = conflicts.begin(second);
    expect(shown(decided)).toEqual(expected);
    end(true);
    if ('ended' in decided) decided.ended(true);
    // When both have ended, another call is not affected.
    expect(shown(conflicts.begin(second))).toEqual(shown(createItemConflicts().begin(second)));
  });

  test('the item is free also when the transaction failed', () => {
    const conflicts = createItemConflicts();
    sent(conflicts, call('TransactWriteItems', 'a'))(false);
    expect(shown(conflicts.begin(call('PutItem', 'a')))).toBe('sent');
  });

  test('a rejected one does not block items for others', () => {
    const conflicts = createItemConflicts();
    sent(conflicts, call('TransactWriteItems', 'a'));
    expect(shown(conflicts.begin(call('TransactWriteItems', 'a', 'b')))).toEqual([CONFLICT, NONE]);
    expect(shown(conflicts.begin(call('TransactWriteItems', 'b')))).toBe('sent');
  });

  test('two plain writes of an item: a transaction waits for both', () => {
    const conflicts = createItemConflicts();
    const ends = [sent(conflicts, call('PutItem', 'a')), sent(conflicts, call('UpdateItem', 'a'))];
    for (const end of ends) {
      expect(shown(conflicts.begin(call('TransactWriteItems', 'a')))).toEqual([CONFLICT]);
      end(true);
    }
    expect(shown(conflicts.begin(call('TransactWriteItems', 'a')))).toBe('sent');
  });

  test('a transaction that names an item twice is left for the table to reject, and blocks nothing', () => {
    const conflicts = createItemConflicts();
    expect(shown(conflicts.begin(call('TransactWriteItems', 'a', 'a')))).toBe('sent');
    expect(shown(conflicts.begin(call('PutItem', 'a')))).toBe('sent');
  });
});

describe('a ClientRequestToken', () => {
  test('while its transaction is in progress: TransactionInProgressException; with other content: a mismatch', () => {
    const conflicts = createItemConflicts();
    sent(conflicts, transaction('t', 'one', 'a'));
    expect(shown(conflicts.begin(transaction('t', 'one', 'a')))).toBe('TransactionInProgressException');
    expect(shown(conflicts.begin(transaction('t', 'two', 'b')))).toBe('IdempotentParameterMismatchException');
    expect(shown(conflicts.begin(transaction('u', 'one', 'a')))).toEqual([CONFLICT]);
  });

  test('after its commit: forwarded without touching an item, also one in another transaction; with other content: a mismatch', () => {
    const conflicts = createItemConflicts();
    sent(conflicts, transaction('t', 'one', 'a'))(true);
    sent(conflicts, call('TransactWriteItems', 'a'));
    expect(conflicts.begin(transaction('t', 'one', 'a'))).toMatchObject({ kind: 'send', holds: false });
    expect(shown(conflicts.begin(transaction('t', 'two', 'a')))).toBe('IdempotentParameterMismatchException');
  });

  test('of a cancelled transaction is a new one', () => {
    const conflicts = createItemConflicts();
    sent(conflicts, transaction('t', 'one', 'a'))(false);
    expect(conflicts.begin(transaction('t', 'two', 'a'))).toMatchObject({ kind: 'send', holds: true });
  });

  test('is forgotten ten minutes after its commit, not before', () => {
    let at = 0;
    const conflicts = createItemConflicts(() => at);
    sent(conflicts, transaction('t', 'one', 'a'))(true);
    at = 599_999;
    expect(shown(conflicts.begin(transaction('t', 'two', 'a')))).toBe('IdempotentParameterMismatchException');
    at = 600_000;
    expect(shown(conflicts.begin(transaction('t', 'two', 'a')))).toBe('sent');
  });
});
