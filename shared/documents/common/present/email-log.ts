import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { person } from './parts.ts';

/** Mails with proformas and delivery notes as the contract shows them (DLN-50, PRO-26). */

const listed = (addresses: string[]): string[] | null => (addresses.length > 0 ? addresses : null);

export const presentAcceptedLog = (email: DocumentEmail) => ({
  id: email.id,
  to: email.to,
  cc: listed(email.cc),
  bcc: listed(email.bcc),
  subject: email.subject,
  attachments: email.attachments,
  sentAt: presentInstant(email.sentAt),
  deliveryStatus: email.deliveryStatus,
});

export const presentEmailLog = (email: DocumentEmail) => ({
  ...presentAcceptedLog(email),
  openedAt: presentInstantOrNull(email.openedAt),
  clickedAt: presentInstantOrNull(email.clickedAt),
  bouncedAt: presentInstantOrNull(email.bouncedAt),
  bounceReason: email.bounceReason,
  sentBy: person(email.sentBy),
});
