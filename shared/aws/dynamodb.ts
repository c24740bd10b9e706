import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { lazyClient } from './client.ts';

/** The document client. The SDK retries throttles and lost answers itself; contention between writers is `store/transact.ts`. */
export const dynamodb = lazyClient(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 8 }), { marshallOptions: { removeUndefinedValues: true } }),
);
