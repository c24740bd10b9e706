import * as z from 'zod';
import type { Actor } from '#shared/platform/access/model.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { changeDocument, type Outcome } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { conflict, found, invalidFields } from '#shared/base/kernel/errors.ts';
import { optionalText } from '#shared/base/kernel/fields.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { BUYER_RESPONSES, type BuyerAnswer, type Invoice, type InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { owesOtherwise } from '#shared/model/roles.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import type { StoredInvoice } from '../../read.ts';
import { INVOICES } from '../../store.ts';
import { answerTaskWrite } from './model.ts';

/** POST /api/v1/invoices/{uuid}/answer: the company accepts or refuses a document that it received from a supplier. */

const MOST_REASON = 1000;

export const answerBody = z
  .object({ response: z.enum(BUYER_RESPONSES), reason: optionalText(MOST_REASON) })
  .meta({ id: 'BuyerAnswerInput' });
export type AnswerBody = z.output<typeof answerBody>;

/** @throws 409 for a document that the company did not receive from a supplier, and while an earlier answer is not delivered yet */
export function refuseUnanswerable(
  document: Pick<Invoice, 'status' | 'direction' | 'answer' | 'purchase'> & Parameters<typeof owesOtherwise>[0],
): void {
  const { status, direction, answer, purchase } = document;
  if (status !== 'synced' || direction !== 'incoming' || purchase || owesOtherwise(document))
    throw conflict('Only documents that were received from a supplier can be answered.', { status, reason: 'not_received' });
  if (answer?.status === 'pending' || answer?.status === 'sent')
    throw conflict('The earlier answer is still being sent: wait until it is delivered or has failed.', {
      status,
      reason: 'answer_pending',
    });
}

/**
 * The document with a new answer, and the write of the task that sends it. Pure except for id and time.
 *
 * @throws as `refuseUnanswerable`; 422 for a refusal without a reason
 */
export function answered(before: InvoiceDocument, { response, reason = null }: AnswerBody, by: Actor): Outcome<Invoice> {
  refuseUnanswerable(before);
  if (response === 'refuse' && !reason) throw invalidFields({ reason: ['must say why the document is refused'] });
  const at = instant();
  const answer: BuyerAnswer = {
    ...{ id: newId(), response, reason, status: 'pending', answeredAt: at },
    ...{ attemptedAt: null, sentAt: null, uploadIndex: null, error: null },
  };
  const after = { ...before, answer, updatedAt: at };
  const details = response === 'accept' ? 'Accepted by the company' : 'Refused by the company';
  return {
    after,
    event: newEvent('updated', null, details, personOf(by), { answerId: answer.id, response, reason }),
    notifications: [invoiceNotification('invoice.updated', after)],
    also: { writes: [answerTaskWrite(before.companyId, before.id, answer)] },
  };
}

/**
 * Answers a received document; the answer is sent in the background.
 *
 * @throws as `answered`; 404 when the document no longer exists
 */
export const answerDocument = (
  loaded: StoredInvoice,
  body: AnswerBody,
  by: Actor,
  commit: Commit<StoredInvoice>,
): Promise<StoredInvoice> =>
  changeDocument(INVOICES, { company: loaded.document.companyId, id: loaded.document.id, loaded }, { commit }, stored =>
    answered(found(stored, KINDS.invoice.title).document, body, by),
  );
