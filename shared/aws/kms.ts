import { KMSClient } from '@aws-sdk/client-kms';
import { lazyClient } from './client.ts';

export const kms = lazyClient(() => new KMSClient({ maxAttempts: 5 }));
