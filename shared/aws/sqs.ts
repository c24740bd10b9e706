import { SQSClient } from '@aws-sdk/client-sqs';
import { lazyClient } from './client.ts';

export const sqs = lazyClient(() => new SQSClient({ maxAttempts: 5 }));
