import { GetObjectCommand } from '@aws-sdk/client-s3';
import { now } from '#shared/base/kernel/clock.ts';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/**
 * Presigned S3 URLs, for files that are larger than the 6 MB that a Lambda function may return.
 * Anyone who has such a URL can use it until it expires, so make it for one file, for one caller, for a short time.
 */

export interface DownloadOptions {
  /** The `Content-Type` of the response, whatever type the file was stored with. */
  contentType: string;
  disposition: string;
  seconds: number;
}

/** A presigned URL that downloads a file; it expires after `seconds`. */
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
