/** The places of the list of events, pure. */

export type Order = 'asc' | 'desc';

/** A place in the list of events. */
export interface Cursor {
  order: Order;
  /** The items with events up to this id, in the order of the list, are done with; null: none is. */
  after: string | null;
  /** Those of the events beyond it that were returned already, by `markOf`. */
  seen: string[];
}

/** What tells an event from the others of a few minutes: 62 bits, most of them random. */
export const markOf = (eventId: string): string => eventId.slice(19).replace('-', '');

const NONE = '00000000-0000-0000-0000-000000000000';
const ORDERS: Record<Order, number> = { asc: 1, desc: 2 };
const HEAD = 17;
const MARK = 8;

/** A cursor as an opaque text: it fits into a query. */
export const toText = ({ order, after, seen }: Cursor): string =>
  Buffer.concat([
    Uint8Array.of(ORDERS[order]),
    Buffer.from((after ?? NONE).replaceAll('-', ''), 'hex'),
    ...seen.map(mark => Buffer.from(mark, 'hex')),
  ]).toString('base64url');

/** The cursor of a text; undefined for what is none. */
export function fromText(text: string): Cursor | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const order = bytes[0] === ORDERS.asc ? 'asc' : bytes[0] === ORDERS.desc ? 'desc' : undefined;
  if (!order || bytes.length < HEAD || (bytes.length - HEAD) % MARK !== 0 || bytes.toString('base64url') !== text)
    return undefined;
  const hex = bytes.toString('hex');
  const id = [hex.slice(2, 10), hex.slice(10, 14), hex.slice(14, 18), hex.slice(18, 22), hex.slice(22, 34)].join('-');
  const seen = Array.from({ length: (bytes.length - HEAD) / MARK }, (_, place) =>
    hex.slice((HEAD + place * MARK) * 2, (HEAD + (place + 1) * MARK) * 2),
  );
  return { order, after: id === NONE ? null : id, seen };
}
