import { currentInvocation } from '../../../infra/local/invocation.ts';
import type { WireItem } from '../../../infra/local/engines/dynamodb/item-size.ts';
import type { TableTransport } from '../../../infra/local/engines/dynamodb/table-transport.ts';
import { contentOf, jsonAnswer, operationOf, targetOf, textOf } from '../../../infra/local/engines/dynamodb/wire-answer.ts';

/** An item that a call wrote, as it was before and as it is after it; undefined where there is none. */
export interface WrittenItem {
  before: WireItem | undefined;
  after: WireItem | undefined;
}

/** A call that wrote, or whose condition did not hold. */
export interface Write {
  /** The function, by its name in the catalogue. */
  by: string;
  operation: string;
  /** Whether it was executed; a refused one writes nothing, and is charged. */
  done: boolean;
  items: WrittenItem[];
  /** The units that the engine charges for the items, without indexes. */
  tableUnits: number;
  /** … and for each index that it wrote to. */
  indexUnits: Record<string, number>;
}

interface ItemRequest {
  Item?: WireItem;
  Key?: WireItem;
}
interface WriteRequest extends ItemRequest {
  TableName?: string;
  TransactItems?: Record<string, ItemRequest & { TableName?: string }>[];
  RequestItems?: Record<string, Record<string, ItemRequest>[]>;
}
interface Capacity {
  Table?: { CapacityUnits?: number };
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
}

/** Operations that write, with the items that a request of each names; a condition check writes nothing and is charged. */
const WRITES: Record<string, (request: WriteRequest) => ItemRequest[]> = {
  PutItem: request => [request],
  UpdateItem: request => [request],
  DeleteItem: request => [request],
  BatchWriteItem: ({ RequestItems = {} }) =>
    Object.values(RequestItems)
      .flat()
      .flatMap(write => Object.values(write)),
  TransactWriteItems: ({ TransactItems = [] }) => TransactItems.flatMap(action => Object.values(action)),
};

/** A table that tells every write, with the items before and after it. It is slow: each item is read twice more. */
export function recordedTable(table: TableTransport, tableName: string, onWrite: (write: Write) => unknown): TableTransport {
  const call = (operation: string, input: object) =>
    table.send({ headers: { 'x-amz-target': targetOf(operation) }, body: JSON.stringify(input) });
  const read = async (Key: WireItem): Promise<WireItem | undefined> =>
    (await contentOf<{ Item?: WireItem }>(await call('GetItem', { TableName: tableName, Key, ConsistentRead: true }))).Item;
  return {
    close: table.close,
    async send(request) {
      const operation = operationOf(request.headers['x-amz-target']);
      const itemsOf = WRITES[operation];
      if (!itemsOf) return table.send(request);
      const input = JSON.parse(textOf(request.body ?? '')) as WriteRequest;
      const keys = itemsOf(input).map(({ Item, Key = Item }) => ({ pk: Key?.['pk'] ?? {}, sk: Key?.['sk'] ?? {} }));
      const before = await Promise.all(keys.map(read));
      const answer = await call(operation, { ...input, ReturnConsumedCapacity: 'INDEXES' });
      const content = await contentOf<{ ConsumedCapacity?: Capacity | Capacity[] }>(answer);
      const after = await Promise.all(keys.map(read));
      const capacity = [content.ConsumedCapacity ?? []].flat();
      const indexUnits: Record<string, number> = {};
      for (const { GlobalSecondaryIndexes = {} } of capacity)
        for (const [name, { CapacityUnits = 0 }] of Object.entries(GlobalSecondaryIndexes))
          indexUnits[name] = (indexUnits[name] ?? 0) + CapacityUnits;
      onWrite({
        by: currentInvocation()?.name ?? '',
        operation,
        done: answer.statusCode === 200,
        items: keys.map((_, at) => ({ before: before[at], after: after[at] })),
        tableUnits: capacity.reduce((sum, { Table }) => sum + (Table?.CapacityUnits ?? 0), 0),
        indexUnits,
      });
      return jsonAnswer(answer.statusCode, content);
    },
  };
}
