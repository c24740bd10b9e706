import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { type Key, tableName } from '#shared/platform/store/table.ts';

/** Bytes that no packed attribute has. */
export const UNREADABLE = Uint8Array.of(1, 7, 7);

/** Makes an attribute of an item unreadable, as somebody with access to the table would. */
export const damage = async ({ pk, sk }: Key, attribute: 'data' | 'row' | 'webhooks'): Promise<void> =>
  void (await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { pk, sk },
      UpdateExpression: 'SET #attribute = :bytes',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#attribute': attribute },
      ExpressionAttributeValues: { ':bytes': UNREADABLE },
    }),
  ));
