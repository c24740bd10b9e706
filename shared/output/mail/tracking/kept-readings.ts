import { hasVersion, type ItemChange, type VersionedItem } from '#shared/platform/store/change-item.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item, Key } from '#shared/platform/store/table.ts';
import { create, put } from '#shared/platform/store/transact.ts';
import type { DocumentEmail, EmailMetadata } from '../documents/model.ts';

/**
 * Opens and clicks of a mail, in an item of their own beside that of the mail: DynamoDB removes it 90 days after the mail (docs/adr/0047).
 * Each write of it is on condition of its version and of the mail's, which were read before: so none is lost, and none is stored of a
 * mail that is not tracked any more.
 */

/** How long a mail is tracked, and leads to other sites: long enough for who reads it late. */
export const DAYS_TRACKED = 90;

type Readings = Pick<EmailMetadata, 'userAgent' | 'ipAddress' | 'opens' | 'clicks'>;

export interface ReadingsItem extends Item {
  version: number;
  data: Readings & {
    /** Whose they may be: by these, the erasure of a person finds them. */
    recipients: string[];
  };
}

const SUFFIX = '#READ';

export const readingsKey = ({ pk, sk }: Key): Key => ({ pk, sk: `${sk}${SUFFIX}` });

export const readReadings = (mail: Key): Promise<ReadingsItem | undefined> => getItem<ReadingsItem>(readingsKey(mail));

/** A mail with its opens and clicks. Pure. */
export function withReadings(email: DocumentEmail, kept: ReadingsItem | undefined): DocumentEmail {
  if (!kept) return email;
  const { recipients: _, ...readings } = kept.data;
  return { ...email, metadata: { ...readings, ...email.metadata } };
}

/** The mails among items, each with its opens and clicks, in the order of the items. Pure. */
export function mailsWithReadings(items: readonly (VersionedItem<DocumentEmail> | ReadingsItem)[]): DocumentEmail[] {
  const kept = new Map(items.filter(isReadings).map(item => [item.sk, item]));
  return items.flatMap(item => (isReadings(item) ? [] : [withReadings(item.data, kept.get(readingsKey(item).sk))]));
}

const isReadings = (item: Item): item is ReadingsItem => item.kind === 'mail-readings';

/**
 * The change of a mail's item after an open or a click, with the write that stores its opens and clicks. Pure.
 *
 * @param kept what was stored of them before
 */
export function recorded(mail: Key, email: DocumentEmail, kept: ReadingsItem | undefined): ItemChange<DocumentEmail> {
  const { opens, clicks, userAgent, ipAddress, ...metadata } = email.metadata ?? {};
  const readings = {
    ...(userAgent && { userAgent }),
    ...(ipAddress && { ipAddress }),
    ...(opens && { opens }),
    ...(clicks && { clicks }),
  };
  const item: ReadingsItem = {
    ...readingsKey(mail),
    kind: 'mail-readings',
    version: (kept?.version ?? 0) + 1,
    data: { recipients: [email.to, ...email.cc, ...email.bcc], ...readings },
    expiresAt: Math.floor(Date.parse(email.sentAt) / 1000) + DAYS_TRACKED * 86_400,
  };
  return {
    after: { ...email, metadata: Object.keys(metadata).length > 0 ? metadata : null },
    also: [kept ? put({ ...item }, hasVersion(kept.version)) : create({ ...item })],
  };
}
