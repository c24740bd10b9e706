import { sendMessage } from '../../aws/send-message.ts';
import { handOverDue } from '../../store/hand-over.ts';
import type { RecurringHeader } from '../model.ts';
import { DUE_TEMPLATES, templateKey } from '../store.ts';

/** Hands the templates whose date has come to the queue. Each date has one document, however often a template is handed over. */
export const queueDueTemplates = (): Promise<void> =>
  handOverDue<RecurringHeader>({
    work: DUE_TEMPLATES,
    keyOf: templateKey,
    send: ({ companyId, id }) => sendMessage({ queue: 'recurring-invoices', body: { companyId, id } }),
  });
