import { readCompany } from '#shared/platform/access/records.ts';
import { log } from '#shared/base/kernel/log.ts';
import { changeItem } from '#shared/platform/store/change-item.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import { failing } from './failed/fail.ts';
import { emailPrefix, type FailingKind } from './kind.ts';
import type { DocumentEmail } from './model.ts';
import { emailNotification, isNotified } from './notifications.ts';
import { readReadings, recorded, withReadings } from '../tracking/kept-readings.ts';
import { afterSignal, type SesEvent, signalOf } from './signals.ts';
import { suppressionWrites } from './suppression.ts';

/**
 * Applies an event of the mail service to the record of its mail. Events arrive at least once and in any order; each counts once
 * (signals.ts). Events of other mails, or of a company that no longer exists, are ignored.
 */
export async function noteMailEvent(event: SesEvent, kinds: readonly FailingKind[]): Promise<void> {
  const signal = signalOf(event);
  const tag = (name: string): string | undefined => event.mail.tags[name]?.[0];
  const kind = kinds.find(({ item }) => tag(`${item}Id`));
  const [companyId, documentId, emailId] = [event.mail.tags.companyId?.[0], kind && tag(`${kind.item}Id`), tag('emailId')];
  if (!signal || !kind || !companyId || !documentId || !emailId) return;
  // For operators: whose mails endanger the reputation of all (docs/operations/mail.md, "Mails that bounce").
  if (signal.type === 'complaint' || (signal.type === 'bounce' && signal.permanent))
    log.warn('mail returned', { companyId, documentId, emailId, result: signal.type });
  const key = companyKey(companyId, `${emailPrefix(kind, documentId)}${emailId}`);
  await changeItem<DocumentEmail>(key, async data => {
    const isReading = signal.type === 'open' || signal.type === 'click';
    const kept = isReading ? await readReadings(key) : undefined;
    const before = withReadings(data, kept);
    const after = afterSignal(before, signal);
    const failed = await failureOf(kind, before, after);
    const stored = isReading ? recorded(key, after, kept) : { after, also: [] };
    const also = [
      ...(stored.also ?? []),
      ...suppressionWrites(before, signal),
      ...(await notifications(kind, before, after)),
      ...(failed?.also ?? []),
    ];
    return after === before && (isReading || also.length === 0) ? null : { after: stored.after, also };
  });
}

/** What follows when the mail service has rejected a mail that it had taken, such as one with malware in a file. */
async function failureOf(kind: FailingKind, before: DocumentEmail, after: DocumentEmail) {
  if (after.deliveryStatus !== 'failed' || before.deliveryStatus === 'failed') return undefined;
  const reason = after.bounceReason ?? 'The mail service rejected the message';
  return failing(kind, after, { error: new Error(reason), reason, isTemporary: false });
}

/** Webhooks of OUT-56. The entry of a failure in the timeline carries its own. */
async function notifications(
  kind: FailingKind,
  { deliveryStatus: known }: DocumentEmail,
  after: DocumentEmail,
): Promise<Write[]> {
  const { deliveryStatus, companyId } = after;
  if (deliveryStatus === known || deliveryStatus === 'failed' || !isNotified(deliveryStatus)) return [];
  // Tells whether it has webhooks: without one the event need not be published (access/webhook-flag.ts).
  await readCompany(companyId);
  return [notify(companyId, emailNotification(kind, after, deliveryStatus))];
}
