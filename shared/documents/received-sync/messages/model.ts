import type { Message } from '#shared/authority/taxauth/client/protocol.ts';
import { messageIdOf } from '#shared/authority/taxauth/message-ids.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** A company's records of the tax authority's messages (EIN-51 to EIN-53). Item `C#<company>` / `TAXMSG#<id>`. */

export const MESSAGE_TYPES = ['response', 'notification', 'error', 'warning', 'info'] as const;
export const MESSAGE_STATUSES = ['ok', 'error', 'warning', 'pending'] as const;
export const LOG_STATUSES = ['success', 'failed', 'skipped'] as const;

export interface TaxauthMessage {
  id: string;
  companyId: CompanyId;
  /** The message as the authority lists it. */
  listed: Message & { id: string };
  messageType: (typeof MESSAGE_TYPES)[number];
  status: (typeof MESSAGE_STATUSES)[number];
  /** When the authority created the message (ISO instant); when it was first listed, if the authority does not say. */
  receivedAt: string;
  /** `open`: to be processed by this run or a later one; `failed`: could not be read, and is not retried. */
  state: 'open' | 'done' | 'failed';
  /** Number of runs that could not read it. */
  tries: number;
  /** Id of the last run that tried in vain: a run tries a message only once. */
  triedBy: string | null;
  /** The result of the last run that processed it. */
  outcome: (typeof LOG_STATUSES)[number] | null;
  processedAt: string | null;
  /** Why its document could not be stored, a warning about the document, or the errors that the authority reported. */
  problem: string | null;
  /** The text of a buyer's message; absent on all others. */
  text?: string | null;
  /** The company's document that it is about. */
  invoice: { id: string; number: string; date: string; client: string | null; total: string } | null;
}

/** A row of the list of messages. */
export type MessageRow = TaxauthMessage;

/** The number of runs that try a message that cannot be read. */
export const MOST_TRIES = 3;

const TYPE_OF: Record<Message['type'], TaxauthMessage['messageType']> = {
  received: 'notification',
  sent: 'response',
  errors: 'error',
  buyer_message_received: 'info',
  buyer_message_sent: 'info',
  other: 'info',
};

/** The record of a message that was listed for the first time. Pure. @param at the current time (ISO), for a message without one */
export const newMessage = (companyId: CompanyId, listed: Message & { id: string }, at: string): TaxauthMessage => ({
  id: messageIdOf(companyId, listed.id),
  companyId,
  listed,
  messageType: TYPE_OF[listed.type],
  status: 'pending',
  receivedAt: listed.createdAt ?? at,
  state: 'open',
  tries: 0,
  triedBy: null,
  outcome: null,
  processedAt: null,
  problem: null,
  invoice: null,
});

/** The record of a message whose processing is complete. Pure. @param at the current time (ISO) */
export const doneMessage = (
  message: TaxauthMessage,
  { status, outcome, problem = null, invoice = null, text }: Pick<TaxauthMessage, 'status' | 'outcome'> & Partial<TaxauthMessage>,
  at: string,
): TaxauthMessage => ({
  ...message,
  state: 'done',
  status,
  outcome,
  problem,
  invoice,
  ...(text !== undefined && { text }),
  processedAt: at,
});

/** The record of a message whose download failed: it stays open for the next run, and `tries` does not change. Pure. */
export const undeliveredMessage = (message: TaxauthMessage, runId: string, problem: string, at: string): TaxauthMessage => ({
  ...message,
  ...{ triedBy: runId, status: 'error', outcome: 'failed', problem, processedAt: at },
});

/** The record of a message that could not be read: it stays open until `MOST_TRIES` runs have tried. Pure. */
export function failedMessage(message: TaxauthMessage, runId: string, problem: string, at: string): TaxauthMessage {
  const tries = message.tries + 1;
  const state = tries < MOST_TRIES ? 'open' : 'failed';
  return { ...message, tries, triedBy: runId, state, status: 'error', outcome: 'failed', problem, processedAt: at };
}
