import { rareWork } from '#shared/platform/aws/queues.ts';
import { now } from '#shared/base/kernel/clock.ts';
import type { BuyerAnswer } from '#shared/model/invoice.ts';
import { type Lease, NO_LEASE } from '#shared/platform/store/lease.ts';
import { awaitsDispatch, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import { type CompanyId, companyKey, type Key } from '#shared/platform/store/table.ts';
import { put, type Write } from '#shared/platform/store/transact.ts';

/**
 * The company's answer to the supplier of a received document: a buyer message (RASP), which the authority delivers. The answer is
 * stored on the document; an outbox item requests that it is sent.
 */

export interface AnswerTask {
  companyId: CompanyId;
  invoiceId: string;
  answerId: string;
}

/** What the outbox item holds: the answer, and the progress of its messages. */
export interface AnswerWork extends AnswerTask, Lease {
  /**
   * The number of the message that is, or may be, processed. Each message queues the next one; one that was delivered twice must not
   * queue two, nor send the answer beside the first delivery.
   */
  turn: number;
}

export const answerTaskKey = (company: CompanyId, invoiceId: string): Key => companyKey(company, `ANSWER#${invoiceId}`);

/** The write of the outbox item that has an answer sent. It replaces that of an earlier answer. */
export const answerTaskWrite = (company: CompanyId, invoiceId: string, { id }: BuyerAnswer): Write => {
  const data: AnswerWork = { companyId: company, invoiceId, answerId: id, turn: 0, ...NO_LEASE };
  // Higher than any version of an earlier answer's item, so that a late write of its holder fails.
  const version = now().getTime();
  return put({ ...answerTaskKey(company, invoiceId), kind: 'buyer-answer', version, data, ...awaitsDispatch(id) });
};

/** Queues each new answer. */
export const buyerAnswerRoute: OutboxRoute = {
  kind: 'buyer-answer',
  dispatches: ({ before, after }) => {
    const [earlier, task] = [before?.['data'], after?.['data']] as (AnswerTask | undefined)[];
    if (!task || task.answerId === earlier?.answerId) return [];
    const { companyId, invoiceId, answerId } = task;
    return [rareWork('send-buyer-answer', { companyId, invoiceId, answerId } satisfies AnswerTask)];
  },
};
