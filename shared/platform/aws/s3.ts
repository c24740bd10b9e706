import { S3Client } from '@aws-sdk/client-s3';
import { lazyClient, timeouts } from './client.ts';

export const s3 = lazyClient(() => new S3Client({ maxAttempts: 5, ...timeouts(20), forcePathStyle: true }));
