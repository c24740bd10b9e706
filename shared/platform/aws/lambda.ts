import { LambdaClient } from '@aws-sdk/client-lambda';
import { lazyClient, timeouts } from './client.ts';

/** An invocation answers when the function does: the renderer may take 60 seconds. Callers give up earlier by a signal of their own. */
export const lambda = lazyClient(() => new LambdaClient({ maxAttempts: 3, ...timeouts(65) }));
