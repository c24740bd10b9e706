import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { apiTokenKey } from '#shared/platform/access/records.ts';
import type { ApiToken } from '#shared/platform/access/model.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { retryPlainWrite } from '#shared/platform/store/transact.ts';
import { log } from '#shared/base/kernel/log.ts';

/**
 * Updates `lastUsedAt` of an API key, at most once a minute (ACC-81). A failed update does not fail the request.
 */
export async function touchApiToken(token: ApiToken | null): Promise<void> {
  if (!token || (token.lastUsedAt !== null && token.lastUsedAt > instantIn(-60))) return;
  try {
    const write = new UpdateCommand({
      TableName: tableName(),
      Key: apiTokenKey(token.userId, token.tokenHash),
      UpdateExpression: 'SET #data.lastUsedAt = :now',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#data': 'data' },
      ExpressionAttributeValues: { ':now': instant() },
    });
    await retryPlainWrite(() => dynamodb().send(write));
  } catch (error) {
    log.warn('use of an API key not noted', { apiTokenId: token.id, error: (error as Error).name });
  }
}
