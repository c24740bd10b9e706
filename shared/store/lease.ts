import { randomBytes } from 'node:crypto';
import { now } from '../kernel/clock.ts';
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
  /** Names the holder; null: nobody has taken it, or it was given back. */
  lease: string | null;
  /** Milliseconds since the epoch until which the holder has it. */
  leaseUntil: number;
}

/** Not taken, or given back. */
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

/** Another process has the item's work. A queue delivers the message again later. */
export class LeaseTaken extends Error {
  override name = 'LeaseTaken';
}

export interface Work<T> {
  /** The work is done already, also where another process holds the lease. */
  isDone(data: T): boolean;
  /** What is changed when the lease is taken. Made again when somebody else changed the item in between. */
  begin(data: T): ItemChange<T> | Promise<ItemChange<T>>;
}

/**
 * Takes the lease of an item. From then on it does not wait to be dispatched any more (outbox.ts): the message that brought it here
 * comes again until the work is done.
 *
 * @param seconds longer than the function may run, and no longer than its message stays hidden from others
 * @param loaded the item as it was just read: the first try reads nothing
 * @returns the item as it is now; undefined when there is none, or its work is done
 * @throws `LeaseTaken` when another process has it
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
      // Where nothing is left to be done, there is nothing to have a lease of.
      return { due: null, ...more, after: isDone(after) ? after : { ...after, ...newLease(seconds) } };
    },
    loaded,
  );

/**
 * The writes that end the work of an item of which this process has the lease, for a transaction with others.
 *
 * @throws `LeaseTaken` when the transaction is committed, if the lease expired and another process took the work over
 */
export const writesOfLeased = <T extends Lease>(item: VersionedItem<T>, change: ItemChange<T>): Write[] => [
  put({ ...changed(item, { ...change, after: { ...change.after, ...NO_LEASE } }) }, hasVersion(item.version), () => {
    return new LeaseTaken('Another process took this over.');
  }),
  ...(change.also ?? []),
];

/**
 * Changes an item of which this process has the lease. Reads nothing, unless others changed the item meanwhile.
 *
 * @param decide null: nothing is to be changed
 * @returns the item after the change; undefined when the lease is another's by now, or nothing was changed
 */
export const changeLeased = <T extends Lease>(
  item: VersionedItem<T>,
  decide: (data: T) => ItemChange<T> | null,
): Promise<VersionedItem<T> | undefined> =>
  changeItem<T>(item, data => (data.lease === item.data.lease ? decide(data) : null), item);

/** `changeLeased` that gives the lease back. */
export const endLease = <T extends Lease>(
  item: VersionedItem<T>,
  decide: (data: T) => ItemChange<T> | null,
): Promise<VersionedItem<T> | undefined> =>
  changeLeased(item, data => {
    const change = decide(data);
    return change && { ...change, after: { ...change.after, ...NO_LEASE } };
  });
