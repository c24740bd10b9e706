import { getAnchorFile } from '#shared/platform/aws/anchors-bucket/read.ts';
import { putAnchorFile } from '#shared/platform/aws/anchors-bucket/put.ts';
import { log } from '#shared/base/kernel/log.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { anchorKey, stampKey } from './store.ts';

/**
 * Stores a time stamp of the anchor of a day beside it, if the stage has a time-stamping authority (`TIMESTAMP_URL`): it proves to
 * somebody who does not trust the account's owner when the anchor existed. Idempotent, also when run concurrently: the first stamp stays.
 * A day that gets none is covered by the next stamp, since each anchor has the digest of the one before.
 *
 * @throws TimestampFailed
 */
export async function stampAnchor(company: CompanyId, day: string): Promise<void> {
  const url = setting('TIMESTAMP_URL');
  if (url === undefined) return;
  const [anchor, stamp] = await Promise.all([getAnchorFile(anchorKey(company, day)), getAnchorFile(stampKey(company, day))]);
  if (anchor === undefined || stamp !== undefined) return;
  // Imported here: most stages have no authority, and its ASN.1 library is large.
  const { requestTimestamp } = await import('./timestamp-authority.ts');
  const { response, at } = await requestTimestamp(url, Buffer.from(anchor));
  if (await putAnchorFile(stampKey(company, day), response, 'application/timestamp-reply'))
    log.info('Anchor stamped', { day, at: at.toISOString() });
}
