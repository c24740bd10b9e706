import { log } from '#shared/base/kernel/log.ts';
import { DamagedItem, unpacked } from './packed.ts';
import { type Key, ownerOf } from '../table.ts';

/**
 * Items that somebody has changed outside of the service so that they cannot be read. What walks the items of a company leaves them out
 * and reports them: one of them must stop neither an export nor the evidence about all others.
 */

/** An item with its packed attributes unpacked; as it is stored if that fails, for `isWhole` to find. */
export function unpackedOrStored<T extends Record<string, unknown>>(item: T): T {
  try {
    return unpacked(item);
  } catch (error) {
    if (error instanceof DamagedItem) return item;
    throw error;
  }
}

/** The part of a sort key that has only prefixes and ids: those of some kinds go on with names or addresses. */
const PLAIN = /^[A-Z]+(?:#[\da-f]{8}-[\da-f-]{27})*/;

/**
 * Whether an item that was read by `unpackedOrStored` has an attribute as the service writes it, an object. One that has not is
 * reported: the message of the log line is counted (infra/stacks/observability/log-filters.ts).
 */
export function isWhole(item: object, attribute: 'data' | 'row' | 'webhooks'): boolean {
  const stored = item as Record<string, unknown>;
  const value = stored[attribute];
  if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) return true;
  const { companyId } = ownerOf(String(stored['pk']));
  log.error('Item damaged', `Its ${attribute} ${value === undefined ? 'is missing' : 'cannot be read'}.`, {
    ...(companyId && { companyId }),
    kind: String(stored['kind']),
    item: PLAIN.exec(String(stored['sk']))?.[0],
  });
  return false;
}

/**
 * The result of what is done with one of many documents or items; `damaged` for one that cannot be unpacked, which is reported.
 *
 * @param of the id of the document, or the key of the item
 * @throws any other error
 */
export async function unlessDamaged<T>(of: string | Key, done: Promise<T>): Promise<T | 'damaged'> {
  try {
    return await done;
  } catch (error) {
    if (!(error instanceof DamagedItem)) throw error;
    log.error('Item damaged', error, typeof of === 'string' ? { documentId: of } : { item: PLAIN.exec(of.sk)?.[0] });
    return 'damaged';
  }
}
