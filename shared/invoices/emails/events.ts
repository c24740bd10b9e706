import { notification } from '../../webhooks/notification.ts';
import { notify } from '../../webhooks/notify.ts';
import { companyScope } from '../../store/table.ts';
import { put, type Write } from '../../store/transact.ts';
import { changeEmail, emailKey, type InvoiceEmail, unwantedKey } from './model.ts';
import { afterSignal, type SesEvent, type Signal, signalOf } from './signals.ts';

/**
 * Takes what the mail service tells of a mail into its record. Delivered at least once and in any order, each signal counts once
 * (signals.ts). Mails that are none of ours, or of a company that is gone, are passed over.
 */
export async function noteMailEvent(event: SesEvent): Promise<void> {
  const signal = signalOf(event);
  const [companyId, invoiceId, emailId] = ['companyId', 'invoiceId', 'emailId'].map(tag => event.mail.tags[tag]?.[0]);
  if (!signal || !companyId || !invoiceId || !emailId) return;
  await changeEmail(emailKey(companyScope(companyId), invoiceId, emailId), before => {
    const after = afterSignal(before, signal);
    const also = [...unwanted(before, signal), ...notifications(before, after)];
    return after === before && also.length === 0 ? null : { after, also };
  });
}

/** Whom this company does not mail again by itself. */
function unwanted({ companyId }: InvoiceEmail, { type, permanent, addresses, at }: Signal): Write[] {
  const reason = type === 'complaint' ? 'complaint' : type === 'bounce' && permanent ? 'bounce' : undefined;
  if (!reason) return [];
  return [...new Set(addresses)].map(address =>
    put({ ...unwantedKey(companyScope(companyId), address), kind: 'unwanted-address', data: { address, reason, at } }),
  );
}

const NOTIFIED = { delivered: 'email.delivered', bounced: 'email.bounced' } as const;

/** Webhooks of completions-documents §7.5. */
function notifications(before: InvoiceEmail, after: InvoiceEmail): Write[] {
  const { deliveryStatus } = after;
  if (deliveryStatus === before.deliveryStatus || (deliveryStatus !== 'delivered' && deliveryStatus !== 'bounced')) return [];
  const { id, invoiceId, to, bounceReason, companyId } = after;
  return [
    notify(
      companyScope(companyId),
      notification(NOTIFIED[deliveryStatus], {
        emailId: id,
        documentType: 'invoice',
        documentUuid: invoiceId,
        to,
        deliveryStatus,
        ...(bounceReason !== null && { bounceReason }),
      }),
    ),
  ];
}
