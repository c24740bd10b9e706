import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { lazyClient, timeouts } from './client.ts';

/**
 * The document client. The SDK retries throttled requests and lost responses; store/transact.ts retries conflicts between writers.
 * With four attempts a read that stays throttled fails within 4 seconds, well within the time limit of an API call (eight took 41).
 */
export const dynamodb = lazyClient(() =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4, ...timeouts(6) }), {
    marshallOptions: { removeUndefinedValues: true },
  }),
);
