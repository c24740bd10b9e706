import type { Message } from '../../taxauth/client/protocol.ts';
import { messageIdOf } from '../../taxauth/message-ids.ts';

/** A message of the tax authority, as a company keeps it (completions-documents §10). Item `C#<company>` / `TAXMSG#<id>`. */

export const MESSAGE_TYPES = ['response', 'notification', 'error', 'warning', 'info'] as const;
export const MESSAGE_STATUSES = ['ok', 'error', 'warning', 'pending'] as const;
export const LOG_STATUSES = ['success', 'failed', 'skipped'] as const;

export interface TaxauthMessage {
  id: string;
  companyId: string;
  /** The message as the authority lists it. */
  listed: Message & { id: string };
  messageType: (typeof MESSAGE_TYPES)[number];
  status: (typeof MESSAGE_STATUSES)[number];
  /** ISO instant: when the authority made it. */
  receivedAt: string;
  /** `open`: to be downloaded and stored, in this run or a later one. */
  state: 'open' | 'done' | 'failed';
  /** Runs that failed on it. */
  tries: number;
  /** The last of those runs: each tries once. */
  triedBy: string | null;
  /** What the last run that dealt with it did. */
  outcome: (typeof LOG_STATUSES)[number] | null;
  processedAt: string | null;
  /** Why it could not be stored, or what the authority says is wrong. */
  problem: string | null;
  /** What a buyer says in it; absent on messages of the authority itself. */
  text?: string | null;
  /** The document that it is about. */
  invoice: { id: string; number: string; date: string; client: string | null; total: string } | null;
}

/** What the list shows of a message. */
export type MessageRow = TaxauthMessage;

/** Runs in which a message that cannot be read is tried. */
export const MOST_TRIES = 3;

const TYPE_OF: Record<Message['type'], TaxauthMessage['messageType']> = {
  received: 'notification',
  sent: 'response',
  errors: 'error',
  buyer_message_received: 'info',
  buyer_message_sent: 'info',
  other: 'info',
};

/** A message that was listed for the first time. Pure. @param at the present instant, for a message without a time */
export const newMessage = (companyId: string, listed: Message & { id: string }, at: string): TaxauthMessage => ({
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

/** A message that was dealt with for good. Pure. */
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

/** A message whose archive did not come: it stays open, and no try is counted. The next run asks again. Pure. */
export const undeliveredMessage = (message: TaxauthMessage, runId: string, problem: string, at: string): TaxauthMessage => ({
  ...message,
  ...{ triedBy: runId, status: 'error', outcome: 'failed', problem, processedAt: at },
});

/** A message that could not be read: it stays open until three runs have tried. Pure. */
export function failedMessage(message: TaxauthMessage, runId: string, problem: string, at: string): TaxauthMessage {
  const tries = message.tries + 1;
  const state = tries < MOST_TRIES ? 'open' : 'failed';
  return { ...message, tries, triedBy: runId, state, status: 'error', outcome: 'failed', problem, processedAt: at };
}
