import { randomBytes } from 'node:crypto';
import { now } from '#shared/base/kernel/clock.ts';
import { changed, changeItem, hasVersion, type ItemChange, type VersionedItem } from './change-item.ts';
import type { Key } from './table.ts';
import { type Condition, put, type Write } from './transact.ts';

/**
 * A lease gives one process the exclusive right to do the work of an item for a number of seconds. It is taken by a conditional
 * write, so only one of two concurrent processes gets it. If the holder dies, the lease expires and another process takes it over.
 * Writes of the holder are conditional on the lease, so those of a slow process that has lost it are dropped. A lease lasts longer
 * than its function may run, so it is never renewed.
 */
export interface Lease {
  /** A random id of the holder; null if nobody holds the lease. */
  lease: string | null;
  /** Milliseconds since the epoch until which the holder has it. */
  leaseUntil: number;
}

/** The fields of an item that nobody holds. */
export const NO_LEASE: Lease = { lease: null, leaseUntil: 0 };

/** A new lease held by this process, starting now. */
export const newLease = (seconds: number): Lease & { lease: string } => ({
  lease: randomBytes(12).toString('base64url'),
  leaseUntil: now().getTime() + seconds * 1000,
});

export const isLeased = ({ leaseUntil }: Lease): boolean => leaseUntil >= now().getTime();

/** A condition: the lease of the item, stored in top-level attributes, has expired. */
export const leaseIsOver = (): Condition => ({
  expression: 'leaseUntil < :leaseNow',
  values: { ':leaseNow': now().getTime() },
});

/** A condition: the item still has this lease. */
export const leaseIs = ({ lease }: Lease): Condition => ({ expression: 'lease = :lease', values: { ':lease': lease } });

/** Another process holds the lease. The queue will deliver the message again. */
export class LeaseTaken extends Error {
  override name = 'LeaseTaken';
}

export interface Work<T> {
  /** Whether the work is already done; this is checked before the lease. */
  isDone(data: T): boolean;
  /** The change that is made together with taking the lease. Computed again if another process changed the item in between. */
  begin(data: T): ItemChange<T> | Promise<ItemChange<T>>;
}

/**
 * Takes the lease of an item and removes its mark in the index of due work (outbox.ts): from then on the queue delivers the message
 * again until the work is done.
 *
 * @param seconds longer than the function's timeout, and at most the visibility timeout of its message
 * @param loaded the item if the caller has just read it, so that the first try needs no read
 * @returns the item after the change; undefined if there is none or its work is done
 * @throws `LeaseTaken` if another process holds the lease
 */
export const takeLease = <T extends Lease>(
  key: Key,
  seconds: number,
  { isDone, begin }: Work<T>,
  loaded?: VersionedItem<T>,
): Promise<VersionedItem<T> | undefined> =>
  changeItem<T>(
    key,
    async data => {
      if (isDone(data)) return null;
      if (isLeased(data)) throw new LeaseTaken('Another process is doing this.');
      const { after, ...more } = await begin(data);
      // No lease is needed if no work is left.
      return { due: null, ...more, after: isDone(after) ? after : { ...after, ...newLease(seconds) } };
    },
    loaded,
  );

/**
 * The writes that end the work on an item whose lease this process holds, to be committed with others in one transaction.
 *
 * @throws `LeaseTaken` when the transaction is committed, if the lease expired and another process took the work over
 */
export const writesOfLeased = <T extends Lease>(item: VersionedItem<T>, change: ItemChange<T>): Write[] => [
  put({ ...changed(item, { ...change, after: { ...change.after, ...NO_LEASE } }) }, hasVersion(item.version), () => {
    return new LeaseTaken('Another process took this over.');
  }),
  ...(change.also ?? []),
];

type Decide<T> = (data: T) => ItemChange<T> | null | Promise<ItemChange<T> | null>;

/**
 * Changes an item whose lease this process holds. Needs no read unless another process has changed the item meanwhile.
 *
 * @param decide computes the change; null for no change
 * @returns the item after the change; undefined if another process holds the lease by now, or nothing was changed
 */
export const changeLeased = <T extends Lease>(item: VersionedItem<T>, decide: Decide<T>): Promise<VersionedItem<T> | undefined> =>
  changeItem<T>(item, data => (data.lease === item.data.lease ? decide(data) : null), item);

/** Like `changeLeased`, and releases the lease. */
export const endLease = <T extends Lease>(item: VersionedItem<T>, decide: Decide<T>): Promise<VersionedItem<T> | undefined> =>
  changeLeased(item, async data => {
    const change = await decide(data);
    return change && { ...change, after: { ...change.after, ...NO_LEASE } };
  });
