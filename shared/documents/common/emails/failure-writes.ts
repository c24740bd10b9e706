import type { FailingKind } from '#shared/output/mail/documents/kind.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import type { HeaderType } from '../definition.ts';
import { headerWrites, readHeader } from '../store.ts';
import { newEvent } from '../timeline.ts';

/** How the failure of a mail is entered in the timeline of a document of this type; the entry carries the notification of webhooks. */
export const failureWritesOf =
  <H extends DocumentHeader>(type: HeaderType<H>): FailingKind['failureWrites'] =>
  async ({ companyId, documentId, to, subject, bounceReason: reason }, notification) => {
    const before = await readHeader<H>(type.kind, companyId, documentId);
    if (!before) return [notify(companyId, notification)];
    const event = newEvent('email_failed', null, `Not e-mailed to ${to}`, null, { to, subject, reason });
    return headerWrites(type, [{ before, after: { ...before }, recorded: [{ event, webhooks: [notification] }] }]);
  };
