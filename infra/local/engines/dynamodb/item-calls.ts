import type { ItemCall, ItemOperation } from './item-conflicts.ts';

/** Extracts the affected items from requests of DynamoDB's wire protocol. */

type Attributes = Record<string, unknown>;
interface ItemRequest {
  TableName?: string;
  Item?: Attributes;
  Key?: Attributes;
}
interface BatchWrite {
  PutRequest?: { Item?: Attributes };
  DeleteRequest?: { Key?: Attributes };
}
/** The parts of a request that identify its items. */
export interface WireRequest extends ItemRequest {
  TransactItems?: Record<string, ItemRequest>[];
  RequestItems?: Record<string, BatchWrite[]>;
  ClientRequestToken?: string;
}

/**
 * The items of a call, in the order of its request.
 * @param keyAttributes of every table behind the endpoint
 */
export function itemCall(operation: ItemOperation, request: WireRequest, keyAttributes: readonly string[]): ItemCall {
  const name = (table: string | undefined, attributes: Attributes | undefined): string =>
    JSON.stringify([tableName(table), ...keyAttributes.map(key => attributes?.[key])]);
  const nameOf = (item: ItemRequest | undefined): string => name(item?.TableName, item?.Key ?? item?.Item);
  if (operation === 'BatchWriteItem') {
    const items = batchWrites(request).map(({ table, write }) => name(table, write.PutRequest?.Item ?? write.DeleteRequest?.Key));
    return { operation, items };
  }
  if (operation !== 'TransactWriteItems' && operation !== 'TransactGetItems') return { operation, items: [nameOf(request)] };
  const { TransactItems = [], ClientRequestToken: token } = request;
  const items = TransactItems.map(action => nameOf(Object.values(action)[0]));
  return { operation, items, ...(token !== undefined && { token, content: JSON.stringify(TransactItems) }) };
}

/** A table may be named by its ARN. */
const tableName = (name = ''): string => name.slice(name.lastIndexOf('/') + 1);

/** The writes of a batch with their tables, in the order of the request. */
const batchWrites = ({ RequestItems = {} }: WireRequest): { table: string; write: BatchWrite }[] =>
  Object.entries(RequestItems).flatMap(([table, writes]) => writes.map(write => ({ table, write })));

/** Splits a batch into the writes at these places and the others. */
export function splitBatch(request: WireRequest, places: ReadonlySet<number>): [taken: BatchItems, left: BatchItems] {
  const taken: BatchItems = {};
  const left: BatchItems = {};
  batchWrites(request).forEach(({ table, write }, place) => {
    const side = places.has(place) ? taken : left;
    (side[table] ??= []).push(write);
  });
  return [taken, left];
}
export type BatchItems = Record<string, BatchWrite[]>;
