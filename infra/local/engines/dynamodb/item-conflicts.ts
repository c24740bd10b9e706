/**
 * Which concurrent calls on the same item DynamoDB refuses ("Transaction conflict handling", DynamoDB Developer Guide). The
 * caller of this module says when a call begins and ends.
 *
 * | a call | that overlaps with | result |
 * |---|---|---|
 * | TransactWriteItems | TransactWriteItems, or a plain write | cancelled, reason TransactionConflict |
 * | TransactGetItems | TransactWriteItems, or a plain write | cancelled, reason TransactionConflict |
 * | PutItem, UpdateItem, DeleteItem | TransactWriteItems | TransactionConflictException |
 * | BatchWriteItem | TransactWriteItems | that item is returned as unprocessed |
 *
 * Plain reads and plain writes among themselves never conflict, and nothing fails because of a TransactGetItems. ConditionCheck counts
 * as a write: DynamoDB prepares the item like any other of the transaction.
 */

const PLAIN_WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'] as const;
const OPERATIONS = ['TransactWriteItems', 'TransactGetItems', 'BatchWriteItem', ...PLAIN_WRITES] as const;
export type ItemOperation = (typeof OPERATIONS)[number];

export const isItemOperation = (name: string): name is ItemOperation => (OPERATIONS as readonly string[]).includes(name);

/** A call with its items, in the order of its request. */
export interface ItemCall {
  operation: ItemOperation;
  /** Items as strings of table and key. */
  items: string[];
  /** The `ClientRequestToken` of TransactWriteItems, and what identifies the request sent with it. */
  token?: string;
  content?: string;
}

export type Decision =
  /** Send the call, and call `ended` after its response. `holds`: a transaction, whose items stay in progress for some time. */
  | { kind: 'send'; holds: boolean; ended(succeeded: boolean): void }
  /** Send the call without these items (indexes in the request), and return them as unprocessed. */
  | { kind: 'sendPart'; unprocessed: Set<number>; ended(succeeded: boolean): void }
  /** Respond with TransactionCanceledException; the reasons have the order of the request. */
  | { kind: 'cancel'; reasons: ('TransactionConflict' | 'None')[] }
  | { kind: 'refuse'; error: 'TransactionConflictException' | 'TransactionInProgressException' }
  | { kind: 'refuse'; error: 'IdempotentParameterMismatchException' };

/** DynamoDB remembers a ClientRequestToken for ten minutes after its transaction (milliseconds). */
const TOKEN_KEPT = 600_000;

interface Token {
  content: string | undefined;
  /** When its transaction was committed; undefined while it is in progress. */
  committedAt?: number;
}

export interface ItemConflicts {
  /** Decides about a call that begins now. */
  begin(call: ItemCall): Decision;
}

/** @param now a monotonic clock, in milliseconds */
export function createItemConflicts(now: () => number = () => performance.now()): ItemConflicts {
  const inTransaction = new Set<string>();
  const written = new Map<string, number>();
  const tokens = new Map<string, Token>();

  const isBusy = (item: string): boolean => inTransaction.has(item) || written.has(item);
  const send = (holds: boolean, ended: (succeeded: boolean) => void): Decision => ({ kind: 'send', holds, ended });

  const beginPlainWrites = (items: string[]): (() => void) => {
    for (const item of items) written.set(item, (written.get(item) ?? 0) + 1);
    return () => {
      for (const item of items) {
        const left = (written.get(item) ?? 1) - 1;
        if (left === 0) written.delete(item);
        else written.set(item, left);
      }
    };
  };

  const forgetOldTokens = (): void => {
    for (const [name, { committedAt }] of tokens)
      if (committedAt !== undefined && committedAt <= now() - TOKEN_KEPT) tokens.delete(name);
      else if (committedAt !== undefined) return;
  };

  /** The decision that follows from a request token alone; undefined if there is none. */
  const byToken = ({ token, content }: ItemCall): Decision | undefined => {
    forgetOldTokens();
    const known = token === undefined ? undefined : tokens.get(token);
    if (!known) return undefined;
    if (known.content !== content) return { kind: 'refuse', error: 'IdempotentParameterMismatchException' };
    // The table recognizes a committed token, and writes nothing again.
    if (known.committedAt !== undefined) return send(false, () => {});
    return { kind: 'refuse', error: 'TransactionInProgressException' };
  };

  const beginTransaction = (call: ItemCall): Decision => {
    const { items, token, content } = call;
    const decided = byToken(call);
    if (decided) return decided;
    // A malformed request: the table returns the error.
    if (new Set(items).size < items.length) return send(false, () => {});
    if (items.some(isBusy)) return cancelled(items, isBusy);
    items.forEach(item => inTransaction.add(item));
    if (token !== undefined) tokens.set(token, { content });
    return send(true, succeeded => {
      items.forEach(item => inTransaction.delete(item));
      if (token === undefined) return;
      // Moved to the end, so that the oldest tokens come first.
      tokens.delete(token);
      if (succeeded) tokens.set(token, { content, committedAt: now() });
    });
  };

  return {
    begin(call) {
      const { operation, items } = call;
      if (operation === 'TransactWriteItems') return beginTransaction(call);
      if (operation === 'TransactGetItems') return items.some(isBusy) ? cancelled(items, isBusy) : send(false, () => {});
      const unprocessed = new Set(items.flatMap((item, place) => (inTransaction.has(item) ? [place] : [])));
      if (operation === 'BatchWriteItem')
        return { kind: 'sendPart', unprocessed, ended: beginPlainWrites(items.filter((_, place) => !unprocessed.has(place))) };
      return unprocessed.size > 0
        ? { kind: 'refuse', error: 'TransactionConflictException' }
        : send(false, beginPlainWrites(items));
    },
  };
}

const cancelled = (items: string[], isBusy: (item: string) => boolean): Decision => ({
  kind: 'cancel',
  reasons: items.map(item => (isBusy(item) ? 'TransactionConflict' : 'None')),
});
