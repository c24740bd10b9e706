import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { tableName } from '#shared/platform/store/table.ts';
import type { Stored } from './match.ts';

/** Items of a page, which a run after a crash has to process again. */
const MOST = 200;

/**
 * Scans the whole table, page by page: the items as they are stored, packed attributes among them. Only this operator's command does
 * so: a person can be a client of any company, and no index contains companies or addresses.
 */
export async function* pagesOfTable(): AsyncGenerator<Stored[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new ScanCommand({ TableName: tableName(), ConsistentRead: true, Limit: MOST, ...(start && { ExclusiveStartKey: start }) }),
    );
    yield (page.Items ?? []) as Stored[];
    start = page.LastEvaluatedKey;
  } while (start);
}
