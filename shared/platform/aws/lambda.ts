import { LambdaClient } from '@aws-sdk/client-lambda';
import { lazyClient, timeouts } from './client.ts';

/** An invocation answers when the function does: the renderer may take 60 seconds. Callers give up earlier by a signal of their own. */
export const lambda = lazyClient(() => new LambdaClient({ maxAttempts: 3, ...timeouts(65) }));

/** For the functions that hand out rare work, which takes up to 300 seconds (platform/lambda/worker/hand-out.ts). */
export const patientLambda = lazyClient(() => new LambdaClient({ maxAttempts: 3, ...timeouts(310) }));
