import { environment } from '#shared/platform/aws/environment.ts';
import { putFile } from '#shared/platform/aws/put-file.ts';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { retentionEnd } from './retention.ts';

/**
 * Files that prove what was declared to the tax authority and what it answered: the XML of issued documents and of transport
 * declarations, the XML of received documents, and the authority's archives. S3 Object Lock holds each of them until the law no
 * longer asks for it. Drafts, exports, lists, attachments and PDFs, which can be printed again, are stored by `putFile`.
 */

/**
 * Stores a file and locks it, in one request: there is no moment at which it is stored and not locked. A retry stores the same bytes
 * as another version, which is locked too.
 *
 * @throws Error when the stage does not say for how many years
 */
export const putEvidence = (key: string, body: Uint8Array | string, contentType: string): Promise<void> =>
  putFile(key, body, contentType, { retainUntil: lockedUntil(today(), Number(environment('evidenceRetentionYears'))) });

/**
 * The instant until which a file is locked; undefined for none.
 *
 * Counted from the day on which it is stored. The issue date may be earlier but never later, except in a received document, where
 * others write what they like: a date that has passed would be refused by S3, and a distant one would lock the file for ages.
 *
 * @param day `YYYY-MM-DD` in Romania
 * @param years of the retention period; 0 locks nothing
 */
export const lockedUntil = (day: string, years: number): Date | undefined =>
  years === 0 ? undefined : new Date(localInstant(retentionEnd(day, years), '00:00'));
