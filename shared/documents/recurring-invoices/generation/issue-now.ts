import type { Actor } from '#shared/platform/access/model.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import type { StoredInvoice } from '#shared/documents/invoices/read.ts';
import type { Company } from '#shared/model/company.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import type { RecurringInvoice } from '../model.ts';
import { readTemplate } from '../store.ts';
import { issueFromTemplate, queueOf } from './issue.ts';

/**
 * Issues a document from a template immediately, dated today, even if the template is switched off. Its next date does not change.
 *
 * @throws 404 when the template no longer exists; 409 when another document was generated from it concurrently; 422 when the
 * document cannot be issued; 402 when the plan, changed since the template was added, allows no more invoices in this month
 */
export async function issueNow(
  loaded: RecurringInvoice,
  { company, by, commit }: { company: Company; by: Actor; commit: Commit<StoredInvoice> },
): Promise<StoredInvoice> {
  return withTicket(queueOf(loaded), async (attempt, more) => {
    const template = attempt === 0 ? loaded : await readTemplate(company.id, loaded.id);
    if (template.lastInvoiceId !== loaded.lastInvoiceId)
      throw conflict('A document was generated from this recurring invoice at the same moment.', {
        reason: 'generation_in_progress',
        lastInvoiceId: template.lastInvoiceId,
      });
    return issueFromTemplate(template, {
      ...{ company, by: personOf(by), scheduled: today(), then: {}, commit },
      also: () => more,
    });
  });
}
