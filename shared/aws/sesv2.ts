import { SESv2Client } from '@aws-sdk/client-sesv2';
import { lazyClient } from './client.ts';

/** Never sends again by itself: after a lost answer nobody knows whether the mail went out (mail/outgoing.ts). */
export const sesv2 = lazyClient(() => new SESv2Client({ maxAttempts: 1 }));
