import { newEvent, SYSTEM } from '#shared/documents/common/timeline.ts';
import { changeDocument } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { answerTask, recordStep } from '#shared/documents/invoices/received/answers/record.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { invoiceOfUpload } from '#shared/documents/invoices/submission/upload-index.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { BuyerMessage } from '#shared/authority/taxauth/client/archive.ts';
import { notification } from '#shared/output/webhooks/notification.ts';
import { doneMessage, type TaxauthMessage } from './messages/model.ts';
import { messageWrite } from './messages/store.ts';

/** Messages of buyers to sellers about invoices (RASP): from the company to its suppliers, and from its clients to the company. */

/** The data of a document that are stored in the record of a message. */
export const about = (document: Invoice): NonNullable<TaxauthMessage['invoice']> => ({
  id: document.id,
  number: document.number,
  date: document.issueDate,
  client: document.client?.name ?? document.receiverName,
  total: document.total,
});

/**
 * Links a buyer's message to its document. A message of a client is entered in the timeline of the company's document; a message
 * that the company sent to a supplier is marked as delivered.
 */
export async function noteBuyerMessage(message: TaxauthMessage, { invoiceUploadIndex, text }: BuyerMessage): Promise<void> {
  const known = await invoiceOfUpload(message.companyId, invoiceUploadIndex);
  const invoice = known ? about(known) : null;
  const done = messageWrite(
    message,
    doneMessage(message, { status: 'ok', outcome: 'success', invoice, text: text || null }, instant()),
  );
  const isReceived = message.listed.type === 'buyer_message_received';
  const answered = known?.answer?.uploadIndex === message.listed.uploadIndex && answerTask(known);
  if (known && isReceived) await enterInTimeline(known, message, text, done);
  else if (answered) await recordStep(answered, { to: 'delivered' }, [done]);
  else await transact([done]);
}

const enterInTimeline = (
  { companyId, id }: Invoice,
  { listed, receivedAt }: TaxauthMessage,
  text: string,
  done: ReturnType<typeof messageWrite>,
): Promise<void> =>
  changeDocument(INVOICES, { company: companyId, id }, { commit: transact }, async stored => {
    if (!stored) {
      await transact([done]);
      return { unchanged: undefined };
    }
    const { document } = stored;
    const metadata = { message: text, messageId: listed.id, uploadIndex: listed.uploadIndex, receivedAt };
    const data = { invoiceUuid: id, invoiceNumber: document.number, message: text, messageId: listed.id };
    return {
      after: { ...document, updatedAt: instant() },
      event: newEvent('updated', null, `Message of the buyer: ${text}`, SYSTEM, metadata),
      notifications: [notification('invoice.buyer_message', data)],
      also: { writes: [done] },
    };
  });
