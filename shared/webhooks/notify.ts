import { awaitsPublication } from '../access/webhook-flag.ts';
import { epochSeconds } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { type CompanyId, companyKey } from '../store/table.ts';
import { create, type Write } from '../store/transact.ts';
import type { Notification } from './notification.ts';

/** Notifications of what stands in no document's timeline; those of documents go with their events (documents/timeline.ts). */

const KEPT_SECONDS = 30 * 86_400;

/** The write that notifies a company's webhooks, in the transaction that gives rise to it. */
export function notify(company: CompanyId, notification: Notification): Write {
  const id = newId();
  return create({
    ...companyKey(company, `NOTIFY#${id}`),
    kind: 'notification',
    webhooks: [notification],
    expiresAt: epochSeconds() + KEPT_SECONDS,
    ...awaitsPublication(company, id),
  });
}
