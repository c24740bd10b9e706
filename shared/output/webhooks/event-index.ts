import { type CompanyId, companyPartition } from '#shared/platform/store/table.ts';
import type { Notification } from './notification.ts';

/**
 * The events of a company in the order of their time: the items that contain them, which are written with the change anyway, have keys of
 * the index gsi1. That costs one write unit for an item, and no other item.
 */

/** What the index says about an item with events. */
export interface EventRow {
  /** The document that the events are about: kind and id. */
  kind?: string;
  id?: string;
  /** The names of its events, in their order. */
  types?: string[];
}

export const eventsPartition = (company: CompanyId): string => `${companyPartition(company)}#EVENTS`;

/**
 * Index attributes of an item with events.
 *
 * @param id of the item, a UUID v7: the order of the list
 * @param document the document that they are about
 */
export const eventIndex = (
  company: CompanyId,
  id: string,
  notifications: readonly Notification[],
  document?: { kind: string; id: string },
): { gsi1pk: string; gsi1sk: string; row: EventRow } => ({
  gsi1pk: eventsPartition(company),
  gsi1sk: id,
  row: { ...document, types: notifications.map(({ type }) => type) },
});
