import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { unpacked } from '#shared/platform/store/packing/packed.ts';
import { type Item, tableName } from '#shared/platform/store/table.ts';

/** Every item of the table, with its packed attributes unpacked. Only tests and commands of operators scan; the service never does. */
export async function everyItem(): Promise<(Item & Record<string, unknown>)[]> {
  const items: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new ScanCommand({ TableName: tableName(), ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items.map(unpacked) as (Item & Record<string, unknown>)[];
}
