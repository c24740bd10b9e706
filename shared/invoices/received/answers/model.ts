import type { BuyerAnswer } from '../../../model/invoice.ts';
import { awaitsDispatch, type OutboxRoute } from '../../../store/outbox.ts';
import { type CompanyId, companyKey, type Key } from '../../../store/table.ts';
import { put, type Write } from '../../../store/transact.ts';

/**
 * The company's answer to the supplier of a received document: a buyer message (RASP), which the authority delivers. The answer is
 * stored on the document; an outbox item requests that it is sent.
 */

export interface AnswerTask {
  companyId: string;
  invoiceId: string;
  answerId: string;
}

export const answerTaskKey = (company: CompanyId, invoiceId: string): Key => companyKey(company, `ANSWER#${invoiceId}`);

/** The write of the outbox item that has an answer sent. It replaces that of an earlier answer. */
export const answerTaskWrite = (company: CompanyId, invoiceId: string, { id }: BuyerAnswer): Write => {
  const data: AnswerTask = { companyId: company, invoiceId, answerId: id };
  return put({ ...answerTaskKey(company, invoiceId), kind: 'buyer-answer', data, ...awaitsDispatch(id) });
};

/** Queues each new answer. */
export const buyerAnswerRoute: OutboxRoute = {
  kind: 'buyer-answer',
  dispatches: ({ before, after }) => {
    const [earlier, task] = [before?.['data'], after?.['data']] as (AnswerTask | undefined)[];
    return task && task.answerId !== earlier?.answerId ? [{ queue: 'buyer-answers', body: { ...task } }] : [];
  },
};
