import { LambdaClient } from '@aws-sdk/client-lambda';
import { lazyClient } from './client.ts';

export const lambda = lazyClient(() => new LambdaClient({ maxAttempts: 3 }));
