import { SESv2Client } from '@aws-sdk/client-sesv2';
import { lazyClient, timeouts } from './client.ts';

/**
 * Version 2 of the API, for mails above 10 MB (docs/adr/0030-mail-by-ses-v2.md). Without retries: after a lost response it is unknown
 * whether the mail was sent (mail/outgoing.ts).
 */
export const sesv2 = lazyClient(() => new SESv2Client({ maxAttempts: 1, ...timeouts(20) }));
