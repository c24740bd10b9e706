import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { localCaller } from '../engines/dynamodb/local-caller.ts';
import { tableDefinition, TTL_ATTRIBUTE } from '#shared/platform/store/table.ts';
import { ensureTable, startDynamoDb } from '../engines/dynamodb/index.ts';
import { TABLE } from '../environment.ts';

/** The items of a table, taken out of it and put into another one, as a restore to a point in time does. */

const clientAt = (endpoint: string): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...localCaller() }));

export type Item = Record<string, unknown>;

export async function exportItems(endpoint: string): Promise<Item[]> {
  const client = clientAt(endpoint);
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: TABLE, ...(start && { ExclusiveStartKey: start }) }));
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  client.destroy();
  return items;
}

/** The most puts that one BatchWriteItem takes. */
const AT_ONCE = 25;

export async function importItems(dataDir: string, items: readonly Item[]): Promise<void> {
  const engine = await startDynamoDb({ dataDir, onExit: () => {} });
  try {
    await ensureTable(engine.endpoint, tableDefinition(TABLE), TTL_ATTRIBUTE);
    const client = clientAt(engine.endpoint);
    for (let first = 0; first < items.length; first += AT_ONCE) {
      const puts = items.slice(first, first + AT_ONCE).map(Item => ({ PutRequest: { Item } }));
      await client.send(new BatchWriteCommand({ RequestItems: { [TABLE]: puts } }));
    }
    client.destroy();
  } finally {
    await engine.stop();
  }
}
