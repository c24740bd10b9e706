import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { DamagedItem, unpacked } from '#shared/platform/store/packing/packed.ts';
import { ownerOf, tableName } from '#shared/platform/store/table.ts';
import type { Stored } from './match.ts';

/** Items of a page, which a run after a crash has to process again. */
const MOST = 200;

/**
 * Scans the whole table, page by page. Only commands of operators do so: a person can be a client of any company, and no index contains
 * companies or addresses. An item that was damaged outside of the service stops none of the others: it is left out, and named without data.
 */
export async function* pagesOfTable(): AsyncGenerator<Stored[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new ScanCommand({ TableName: tableName(), ConsistentRead: true, Limit: MOST, ...(start && { ExclusiveStartKey: start }) }),
    );
    yield ((page.Items ?? []) as Stored[]).flatMap(readable);
    start = page.LastEvaluatedKey;
  } while (start);
}

function readable(item: Stored): Stored[] {
  try {
    return [unpacked(item)];
  } catch (error) {
    if (!(error instanceof DamagedItem)) throw error;
    const { companyId = 'none' } = ownerOf(item.pk);
    process.stderr.write(
      `Left out, as it cannot be read: an item of kind ${item.kind}, company ${companyId}. Look at it by hand.\n`,
    );
    return [];
  }
}
