import { changeItem } from '#shared/platform/store/change-item.ts';
import { accountMailOf } from './account-tags.ts';
import type { SesEvent } from './documents/signals.ts';
import { type Mail, mailKey } from './requests.ts';

/**
 * Marks an account mail as sent when the mail service reports that it accepted it: the worker that sent it may have died, or lost
 * the service's answer, and the next worker would send it again. Other events, and mails that no longer exist, are ignored.
 */
export async function noteAccountMailEvent({ eventType, mail: { messageId, tags, timestamp } }: SesEvent): Promise<void> {
  const named = accountMailOf(name => tags[name]?.[0]);
  if (eventType !== 'Send' || !named) return;
  await changeItem<Mail>(mailKey(named.partition, named.id), mail =>
    mail.state === 'sent' ? null : { after: { ...mail, state: 'sent', messageId, sentAt: timestamp } },
  );
}
