import type { components } from '../../typescript/src/index.ts';

export type Delivery = components['schemas']['WebhookDeliverySummary'];

/**
 * How far behind the newest delivery a look goes, in milliseconds. A delivery is listed by the instant of its attempt, but only after the
 * attempt has ended (up to 10 seconds) and the list has caught up: it may appear below some that are listed already.
 */
const OVERLAP = 5 * 60_000;

/** Finds the deliveries that were not there at the last look. */
export interface Follower {
  /**
   * Reads a list as far as needed, which may be several pages.
   *
   * @param newestFirst the deliveries of the webhook; one may come twice when others are added while pages are read
   * @returns those that no earlier look returned, oldest first; at the first look the `last` newest
   */
  look(newestFirst: AsyncIterable<Delivery>): Promise<Delivery[]>;
}

/** @param last how many of those made before are returned at first */
export function followDeliveries(last: number): Follower {
  /** Keys of those that are not older than the overlap, with the instant of the attempt. */
  let seen = new Map<string, number>();
  let newest: number | undefined;
  return {
    async look(newestFirst) {
      const isFirst = newest === undefined;
      // At the first look the time of the newest one is known with the first delivery.
      let horizon = newest === undefined ? undefined : newest - OVERLAP;
      const found = new Map<string, { at: number; delivery: Delivery }>();
      let read = 0;
      for await (const delivery of newestFirst) {
        const at = Date.parse(delivery.deliveredAt);
        horizon ??= at - OVERLAP;
        if (at < horizon && !(isFirst && read < last)) break;
        read++;
        // Each attempt is a delivery of its own.
        if (!seen.has(delivery.uuid)) found.set(delivery.uuid, { at, delivery });
      }
      const made = [...found.values()].toSorted((a, b) => b.at - a.at);
      newest = Math.max(newest ?? 0, made[0]?.at ?? 0);
      const end = newest - OVERLAP;
      seen = new Map([...seen, ...[...found].map(([key, { at }]) => [key, at] as const)].filter(([, at]) => at >= end));
      return (isFirst ? made.slice(0, last) : made).toReversed().map(({ delivery }) => delivery);
    },
  };
}
