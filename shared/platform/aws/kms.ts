import { KMSClient } from '@aws-sdk/client-kms';
import { lazyClient, timeouts } from './client.ts';

export const kms = lazyClient(() => new KMSClient({ maxAttempts: 5, ...timeouts(6) }));
