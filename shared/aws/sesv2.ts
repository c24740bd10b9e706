import { SESv2Client } from '@aws-sdk/client-sesv2';
import { lazyClient } from './client.ts';

export const sesv2 = lazyClient(() => new SESv2Client({ maxAttempts: 3 }));
