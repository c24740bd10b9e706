import { log } from '../../kernel/log.ts';
import { changeItem } from '../../store/change-item.ts';
import { companyKey, companyScope } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import { notification } from '../../webhooks/notification.ts';
import { notify } from '../../webhooks/notify.ts';
import { emailPrefix, type MailKind } from './kind.ts';
import type { DocumentEmail } from './model.ts';
import { afterSignal, type SesEvent, signalOf } from './signals.ts';
import { suppressionWrites } from './suppression.ts';

/**
 * Applies an event of the mail service to the record of its mail. Events arrive at least once and in any order; each counts once
 * (signals.ts). Events of other mails, or of a company that no longer exists, are ignored.
 */
export async function noteMailEvent(event: SesEvent, kinds: readonly MailKind[]): Promise<void> {
  const signal = signalOf(event);
  const tag = (name: string): string | undefined => event.mail.tags[name]?.[0];
  const kind = kinds.find(({ item }) => tag(`${item}Id`));
  const [companyId, documentId, emailId] = [tag('companyId'), kind && tag(`${kind.item}Id`), tag('emailId')];
  if (!signal || !kind || !companyId || !documentId || !emailId) return;
  // For operators: whose mails endanger the reputation of all (docs/operations.md, "Mails that bounce").
  if (signal.type === 'complaint' || (signal.type === 'bounce' && signal.permanent))
    log.warn('mail returned', { companyId, documentId, emailId, result: signal.type });
  const key = companyKey(companyScope(companyId), `${emailPrefix(kind, documentId)}${emailId}`);
  await changeItem<DocumentEmail>(key, before => {
    const after = afterSignal(before, signal);
    const also = [...suppressionWrites(before, signal), ...notifications(kind, before, after)];
    return after === before && also.length === 0 ? null : { after, also };
  });
}

const NOTIFIED = { delivered: 'email.delivered', bounced: 'email.bounced' } as const;

/** Webhooks of completions-documents §7.5. */
function notifications({ mailCategory }: MailKind, before: DocumentEmail, after: DocumentEmail): Write[] {
  const { deliveryStatus } = after;
  if (deliveryStatus === before.deliveryStatus || (deliveryStatus !== 'delivered' && deliveryStatus !== 'bounced')) return [];
  const { id, documentId, to, bounceReason, companyId } = after;
  return [
    notify(
      companyScope(companyId),
      notification(NOTIFIED[deliveryStatus], {
        emailId: id,
        documentType: mailCategory,
        documentUuid: documentId,
        to,
        deliveryStatus,
        ...(bounceReason !== null && { bounceReason }),
      }),
    ),
  ];
}
