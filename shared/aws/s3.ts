import { S3Client } from '@aws-sdk/client-s3';
import { lazyClient } from './client.ts';

export const s3 = lazyClient(() => new S3Client({ maxAttempts: 5, forcePathStyle: true }));
