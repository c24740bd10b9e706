import type { S3Client } from '@aws-sdk/client-s3';
import { clockOffset } from '#shared/base/kernel/clock.ts';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/**
 * Files that callers post with a form, before the service has read them. A form can be posted again until it expires, so they are stored in a
 * bucket of their own without versions: each post replaces the file of the one before. The bucket deletes every file after a day
 * (infra/stacks/data.ts).
 */

/** A multipart form that uploads one file: POST to `url`, with all `fields` before the part `file`. */
export interface UploadTarget {
  url: string;
  fields: Record<string, string>;
}

/** A form that stores one file of 1 to `maxBytes` bytes under this key, nothing else (S3 POST policy). Expires after `seconds`. */
export async function uploadTarget(key: string, maxBytes: number, seconds: number): Promise<UploadTarget> {
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
  const client = s3();
  // The library reads the system clock and adds this offset (milliseconds).
  const config = { ...client.config, systemClockOffset: clockOffset() };
  return createPresignedPost(Object.create(client, { config: { value: config } }) as S3Client, {
    Bucket: environment('uploadsBucket'),
    Key: key,
    Conditions: [['content-length-range', 1, maxBytes]],
    Expires: seconds,
  });
}
