import { SQSClient } from '@aws-sdk/client-sqs';
import { lazyClient, timeouts } from './client.ts';

export const sqs = lazyClient(() => new SQSClient({ maxAttempts: 5, ...timeouts(6) }));
