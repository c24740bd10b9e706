import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '../../shared/aws/dynamodb.ts';
import { tableName } from '../../shared/store/table.ts';
import type { Stored } from './match.ts';

/** Items of a page: what a process that dies has to do again. */
const MOST = 200;

/**
 * All items of the table, page by page. A command of the operator may read it whole, since a person can be a client of any company and no
 * index knows companies or addresses; the service itself never does.
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
