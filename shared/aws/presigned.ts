import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { clockOffset, now } from '../kernel/clock.ts';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/**
 * Files past the functions, straight to and from the bucket: what is larger than a function may take or give (6 MB of payload).
 * Whoever has such an address may use it until it expires, so it is made for one file, for one caller, for a short time.
 */

export interface DownloadOptions {
  /** What the file is served as, whatever it was stored as. */
  contentType: string;
  disposition: string;
  seconds: number;
}

/** An address under which a file can be fetched. */
export async function downloadUrl(key: string, { contentType, disposition, seconds }: DownloadOptions): Promise<string> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  const command = new GetObjectCommand({
    Bucket: environment('documentsBucket'),
    Key: key,
    ResponseContentType: contentType,
    ResponseContentDisposition: disposition,
    ResponseCacheControl: 'no-store',
  });
  return getSignedUrl(s3(), command, { expiresIn: seconds, signingDate: now() });
}

/** A form that one file can be posted with: to `url`, with all `fields` before the part `file`. */
export interface UploadTarget {
  url: string;
  fields: Record<string, string>;
}

/** A form that stores one file of 1 to `maxBytes` bytes under this key, and nothing else (S3, POST policy). */
export async function uploadTarget(key: string, maxBytes: number, seconds: number): Promise<UploadTarget> {
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
  const client = s3();
  // The library looks at the machine's clock, corrected by this member.
  const config = { ...client.config, systemClockOffset: clockOffset() };
  return createPresignedPost(Object.create(client, { config: { value: config } }) as S3Client, {
    Bucket: environment('documentsBucket'),
    Key: key,
    Conditions: [['content-length-range', 1, maxBytes]],
    Expires: seconds,
  });
}
