import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { handOverDue } from '#shared/platform/store/hand-over.ts';
import type { RecurringHeader } from '../model.ts';
import { DUE_TEMPLATES, templateKey } from '../store.ts';

/** Queues the templates that are due. A template may be queued repeatedly; each date still has only one document. */
export const queueDueTemplates = (): Promise<void> =>
  handOverDue<RecurringHeader>({
    work: DUE_TEMPLATES,
    keyOf: templateKey,
    send: ({ companyId, id }) => sendMessage({ queue: 'recurring-invoices', body: { companyId, id } }),
  });
