import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { changeItem } from '#shared/platform/store/change-item.ts';
import { dueItems } from '#shared/platform/store/due-work.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { FAILED_MAILS } from './fail.ts';
import type { DocumentEmail, EmailItem } from '../model.ts';

/**
 * Mails with documents that failed for a reason that may have passed, such as an outage of the mail service. They stay in the index of due
 * work until an operator has them sent after all (`npm run redrive -- failed-mails`).
 */

/** Sort key after every instant, so that all are listed. */
const ALL = '9';

/** The mails, at most 1,000 of each partition of the index, oldest first. */
export const failedMails = async (): Promise<(Key & { kind: ItemKind })[]> =>
  (await dueItems(FAILED_MAILS, 1000, ALL)) as unknown as (Key & { kind: ItemKind })[];

const DAY_SECONDS = 86_400;
/** As long as dead letters: what failed before is no longer waited for. */
const KEPT_DAYS = 14;
/** As for missed days of reminders (OUT-89): what they say would no longer be true. */
const REMINDER_DAYS = 2;

/** Whether what a mail says is too old to be sent. Pure, except for the clock. */
export const isStale = ({ sentAt, metadata }: Pick<DocumentEmail, 'sentAt' | 'metadata'>): boolean =>
  sentAt < instantIn(-DAY_SECONDS * (metadata?.reminderType === undefined ? KEPT_DAYS : REMINDER_DAYS));

/**
 * Has a failed mail sent after all, with all its tries; one that is stale, was sent nevertheless, or was sent again by hand is only taken
 * out of the index.
 *
 * @returns whether it will be sent
 */
export async function requeue(key: Key): Promise<boolean> {
  const item = await changeItem<DocumentEmail>(key, async mail => {
    if (mail.state !== 'failed' || mail.messageId !== null || isStale(mail) || (await isReplaced(key, mail)))
      return { after: mail, due: null };
    const { notBefore: _, postponement: __, ...rest } = mail;
    const fresh = { state: 'pending', tries: 0, deliveryStatus: 'queued', bounceReason: null, requeuedAt: instant() } as const;
    return { after: { ...rest, ...fresh }, due: awaitsDispatch(mail.id) };
  });
  return item?.data.state === 'pending';
}

/** Whether a later mail with the document to the same address has not failed. One query. */
async function isReplaced({ pk, sk }: Key, { id, to, sentAt }: DocumentEmail): Promise<boolean> {
  const mails = await queryItems<EmailItem>({ partition: pk, beginsWith: sk.slice(0, -id.length) });
  return mails.some(({ data }) => data.to === to && data.sentAt > sentAt && data.deliveryStatus !== 'failed');
}
