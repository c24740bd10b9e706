import { SFNClient } from '@aws-sdk/client-sfn';
import { lazyClient, timeouts } from './client.ts';

export const sfn = lazyClient(() => new SFNClient({ maxAttempts: 5, ...timeouts(6) }));
