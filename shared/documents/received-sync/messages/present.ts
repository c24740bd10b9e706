import type * as z from 'zod';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { inKeyOrder } from '#shared/base/kernel/records.ts';
import { presentNumber } from '#shared/base/kernel/money.ts';
import type { SyncFailure } from '../state.ts';
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

/** The synchronization log, newest first: an entry for each message that was processed, and for each run that failed. */
export const presentLog = (
  { cif, messages, failures }: { cif: string; messages: MessageRow[]; failures: readonly SyncFailure[] },
  most: number,
): z.infer<typeof syncLogSchema> =>
  [
    ...failures.map(({ at, message }) => ({
      ...{ invoiceId: null, cif, syncedAt: presentInstant(at), status: 'failed' as const, error: message },
    })),
    ...messages.map(({ invoice, listed, processedAt, receivedAt, outcome, problem }) => ({
      invoiceId: invoice?.id ?? null,
      cif: (listed.type === 'received' ? listed.sellerCif : listed.buyerCif) ?? null,
      syncedAt: presentInstant(processedAt ?? receivedAt),
      status: outcome ?? 'skipped',
      error: outcome === 'failed' ? problem : null,
    })),
  ]
    .sort((a, b) => (a.syncedAt < b.syncedAt ? 1 : a.syncedAt > b.syncedAt ? -1 : 0))
    .slice(0, most);
