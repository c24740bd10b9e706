import type { StoredUpload } from './store.ts';

/** An entry of an inbox as `GET /_local/taxauth/inbox` shows it. */
export interface InboxMessage {
  messageId: string;
  at: string;
  /** Whose inbox it is in. */
  cif: string;
  /** The tax id of the sender: a supplier, or the buyer who answers an invoice. */
  from: string;
  kind: 'invoice' | 'credit_note' | 'buyer_message';
  number: string | null;
  /** How often it was downloaded since the start. */
  downloads: number;
}

/** @param downloads numbers of downloads by the id of the message */
export const inboxMessage = (entry: StoredUpload, downloads: ReadonlyMap<string, number>): InboxMessage => {
  const { downloadId, at, cif, sellerCif, buyerCif, standard, number } = entry;
  const messageId = String(downloadId);
  const isAnswer = standard === 'RASP';
  return {
    ...{ messageId, at, cif, from: isAnswer ? buyerCif : sellerCif },
    kind: isAnswer ? 'buyer_message' : standard === 'CN' ? 'credit_note' : 'invoice',
    ...{ number, downloads: downloads.get(messageId) ?? 0 },
  };
};
