import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { lazyClient } from './client.ts';

/**
 * The document client. The SDK retries throttles and lost answers itself; contention between writers is `store/transact.ts`.
 * Four attempts: a throttle that lasts ends a read after 4 seconds at most, well within what an API call may take (eight took 41).
 */
export const dynamodb = lazyClient(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), { marshallOptions: { removeUndefinedValues: true } }),
);
