import { SFNClient } from '@aws-sdk/client-sfn';
import { lazyClient } from './client.ts';

export const sfn = lazyClient(() => new SFNClient({ maxAttempts: 5 }));
