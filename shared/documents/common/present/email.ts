import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import type { DocumentEmail, EmailMetadata, Reading } from '#shared/output/mail/documents/model.ts';
import { person } from './parts.ts';

/** Mails as the contract shows them (OUT-46). */

const joined = (addresses: string[]): string | null => (addresses.length > 0 ? addresses.join(', ') : null);

export const presentAccepted = ({ id, to, cc, subject, attachments, sentAt, deliveryStatus }: DocumentEmail) => ({
  success: true,
  emailId: id,
  to,
  cc: joined(cc),
  subject,
  attachments,
  sentAt: presentInstant(sentAt),
  deliveryStatus,
});

export const presentEmail = (email: DocumentEmail) => ({
  id: email.id,
  to: email.to,
  cc: joined(email.cc),
  bcc: joined(email.bcc),
  subject: email.subject,
  attachments: email.attachments,
  sentAt: presentInstant(email.sentAt),
  deliveryStatus: email.deliveryStatus,
  openedAt: presentInstantOrNull(email.openedAt),
  clickedAt: presentInstantOrNull(email.clickedAt),
  bouncedAt: presentInstantOrNull(email.bouncedAt),
  bounceReason: email.bounceReason,
  sentBy: person(email.sentBy),
  metadata: email.metadata && presentMetadata(email.metadata),
});

/** What is known of a mail; absent fields are left out of the JSON. */
const presentMetadata = ({ userAgent, ipAddress, opens, clicks, automatic, reminderType, offsetDays }: EmailMetadata) => ({
  ...(userAgent !== undefined && { userAgent }),
  ...(ipAddress !== undefined && { ipAddress }),
  ...(opens && { opens: opens.map(presentReading) }),
  ...(clicks && { clicks: clicks.map(presentReading) }),
  ...(automatic !== undefined && { automatic }),
  ...(reminderType !== undefined && { reminderType }),
  ...(offsetDays !== undefined && { offsetDays }),
});

const presentReading = ({ at, userAgent, ipAddress, link }: Reading) => ({
  at,
  ...(userAgent !== undefined && { userAgent }),
  ...(ipAddress !== undefined && { ipAddress }),
  ...(link !== undefined && { link }),
});
