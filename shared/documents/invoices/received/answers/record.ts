import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { changeDocument, type Outcome } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { BuyerAnswer, Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import { transact, type Write } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { INVOICES } from '../../store.ts';
import { uploadIndexWrite } from '../../submission/upload-index.ts';
import type { AnswerTask } from './model.ts';

/** Records the steps of sending an answer on its document. Idempotent: a repeated step finds it recorded, and writes nothing. */

/** The ids that identify the answer of a document; undefined when it has none. */
export const answerTask = ({ companyId, id, answer }: Pick<Invoice, 'companyId' | 'id' | 'answer'>): AnswerTask | undefined =>
  answer && { companyId, invoiceId: id, answerId: answer.id };

/** A step in the sending of an answer. */
export type AnswerStep =
  { to: 'attempted' } | { to: 'sent'; uploadIndex: string } | { to: 'delivered' } | { to: 'failed'; error: string };

/** The answer after a step; undefined when its status does not allow the step. Pure. */
export function stepped(answer: BuyerAnswer, step: AnswerStep, at: string): BuyerAnswer | undefined {
  const { status, attemptedAt } = answer;
  if (status === 'delivered' || status === 'failed') return undefined;
  switch (step.to) {
    case 'attempted':
      return status === 'pending' && attemptedAt === null ? { ...answer, attemptedAt: at } : undefined;
    case 'sent':
      return status === 'pending' ? { ...answer, status: 'sent', uploadIndex: step.uploadIndex, sentAt: at } : undefined;
    case 'delivered':
      return { ...answer, status: 'delivered', sentAt: answer.sentAt ?? at };
    case 'failed':
      return { ...answer, status: 'failed', error: step.error };
  }
}

const DETAILS: Partial<Record<AnswerStep['to'], string>> = {
  sent: 'The answer was sent to the tax authority',
  delivered: 'The tax authority has accepted the answer for delivery to the supplier',
  failed: 'The answer could not be sent',
};

/** Records a step of an answer. @param also further writes, which are made even when the step is recorded already */
export const recordStep = (task: AnswerTask, step: AnswerStep, also: Write[] = []): Promise<BuyerAnswer | undefined> => {
  const company = task.companyId;
  return changeDocument(
    INVOICES,
    { company, id: task.invoiceId },
    {
      commit: async (writes, { document }) => {
        await transact(writes);
        return document.answer;
      },
    },
    async stored => {
      const before = stored?.document;
      const answer = before?.answer?.id === task.answerId ? stepped(before.answer, step, instant()) : undefined;
      if (!before || !answer) {
        if (also.length > 0) await transact(also);
        return { unchanged: before?.answer };
      }
      const index = step.to === 'sent' ? [uploadIndexWrite(company, step.uploadIndex, before.id)] : [];
      return { ...outcome({ ...before, answer, updatedAt: instant() }, step), also: { writes: [...index, ...also] } };
    },
  );
};

function outcome(after: InvoiceDocument, step: AnswerStep): Outcome<Invoice> {
  const details = DETAILS[step.to];
  if (details === undefined) return { after };
  const { id: answerId, uploadIndex, error } = after.answer!;
  return {
    after,
    event: newEvent('updated', null, details, SYSTEM, { answerId, uploadIndex, error }),
    notifications: [invoiceNotification('invoice.updated', after)],
  };
}
