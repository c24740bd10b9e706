import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { type Key, tableName } from '#shared/platform/store/table.ts';

/**
 * Forgets all attempts that count against limits. When the clock is set back, those that were made in what is now the future would count
 * until the clock is there again.
 */
export async function forgetCounts(): Promise<void> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new ScanCommand({
        TableName: tableName(),
        // Counts that were made just now are forgotten too.
        ConsistentRead: true,
        ProjectionExpression: 'pk, sk',
        FilterExpression: 'begins_with(pk, :limits)',
        ExpressionAttributeValues: { ':limits': 'RATE#' },
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    const counts = (page.Items ?? []) as Key[];
    await Promise.all(counts.map(Key => dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { ...Key } }))));
    start = page.LastEvaluatedKey;
  } while (start);
}
