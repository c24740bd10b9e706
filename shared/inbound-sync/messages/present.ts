import type * as z from 'zod';
import { presentInstant, presentInstantOrNull } from '../../kernel/clock.ts';
import { inKeyOrder } from '../../kernel/key-order.ts';
import { presentNumber } from '../../kernel/money.ts';
import type { MessageRow, TaxauthMessage } from './model.ts';
import type { messageDetailSchema, messageSchema, syncLogSchema } from './schema.ts';

export const presentMessage = (message: MessageRow): z.infer<typeof messageSchema> => ({
  uuid: message.id,
  invoiceId: message.invoice?.id ?? null,
  messageType: message.messageType,
  status: message.status,
  messageId: message.listed.id,
  details: detailsOf(message),
  receivedAt: presentInstant(message.receivedAt),
});

function detailsOf({
  messageType,
  status,
  listed,
  problem,
  text,
  receivedAt,
}: TaxauthMessage): z.infer<typeof messageSchema>['details'] {
  const said = { code: listed.wireType, message: problem ?? text ?? listed.details };
  const at = presentInstant(receivedAt);
  if (messageType === 'response') return { ...said, code: status, uploadIndex: listed.uploadIndex, stateDate: at };
  if (messageType === 'notification') return { ...said, downloadId: listed.id, acceptedDate: at };
  return { ...said, uploadIndex: listed.uploadIndex };
}

export const presentMessageDetail = (message: TaxauthMessage): z.infer<typeof messageDetailSchema> => {
  const { invoice, listed } = message;
  return {
    ...presentMessage(message),
    invoice: invoice && {
      number: invoice.number,
      date: invoice.date,
      client: invoice.client,
      total: presentNumber(invoice.total),
    },
    rawData: inKeyOrder({ ...listed }),
    processedAt: presentInstantOrNull(message.processedAt),
  };
};

/** The synchronization log: one entry for each message that was processed. */
export const presentLog = (messages: MessageRow[]): z.infer<typeof syncLogSchema> =>
  messages.map(({ invoice, listed, processedAt, receivedAt, outcome }) => ({
    invoiceId: invoice?.id ?? null,
    cif: (listed.type === 'received' ? listed.sellerCif : listed.buyerCif) ?? null,
    syncedAt: presentInstant(processedAt ?? receivedAt),
    status: outcome ?? 'skipped',
  }));
