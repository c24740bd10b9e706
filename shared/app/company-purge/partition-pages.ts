import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { type Item, tableName } from '#shared/platform/store/table.ts';

/**
 * All items of a partition, expired ones too, page by page in the order of their sort keys. A caller that removes the items of a
 * page before it asks for the next one can stop at any time: a later call returns the remaining items.
 *
 * @param most items of a page
 * @param prefix of sort keys; by default all items
 */
export async function* pagesOfPartition(
  partition: string,
  most: number,
  prefix = '',
): AsyncGenerator<(Item & Record<string, unknown>)[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: `pk = :p${prefix && ' AND begins_with(sk, :prefix)'}`,
        ExpressionAttributeValues: { ':p': partition, ...(prefix && { ':prefix': prefix }) },
        ConsistentRead: true,
        Limit: most,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    yield (page.Items ?? []) as (Item & Record<string, unknown>)[];
    start = page.LastEvaluatedKey;
  } while (start);
}
