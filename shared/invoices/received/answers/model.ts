import type { BuyerAnswer } from '../../../model/invoice.ts';
import { awaitsDispatch, type OutboxRoute } from '../../../store/outbox.ts';
import { type CompanyId, companyKey, type Key } from '../../../store/table.ts';
import { put, type Write } from '../../../store/transact.ts';

/**
 * What the company answers to the supplier of a received document: a message of the buyer (RASP), which the authority delivers. The answer
 * itself is on the document; an item beside it says that it is to be sent.
 */

export interface AnswerTask {
  companyId: string;
  invoiceId: string;
  answerId: string;
}

export const answerTaskKey = (company: CompanyId, invoiceId: string): Key => companyKey(company, `ANSWER#${invoiceId}`);

/** The write that has an answer sent. */
export const answerTaskWrite = (company: CompanyId, invoiceId: string, { id }: BuyerAnswer): Write => {
  const data: AnswerTask = { companyId: company, invoiceId, answerId: id };
  return put({ ...answerTaskKey(company, invoiceId), kind: 'buyer-answer', data, ...awaitsDispatch(id) });
};

/** A new answer is put into the queue. */
export const buyerAnswerRoute: OutboxRoute = {
  kind: 'buyer-answer',
  dispatches: ({ before, after }) => {
    const [earlier, task] = [before?.['data'], after?.['data']] as (AnswerTask | undefined)[];
    return task && task.answerId !== earlier?.answerId ? [{ queue: 'buyer-answers', body: { ...task } }] : [];
  },
};
