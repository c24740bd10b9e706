import { GetObjectCommand } from '@aws-sdk/client-s3';
import { now } from '../kernel/clock.ts';
import { environment } from './environment.ts';
import { s3 } from './s3.ts';

/**
 * Files past the functions, straight to and from the bucket: what is larger than a function may take or give (6 MB of payload).
 * Anyone who has such an address may use it until it expires, so it is made for one file, for one caller, for a short time.
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
