import * as z from 'zod';
import { waitFor } from '../../../authority/waits.ts';
import { readCompany } from '../../../access/records.ts';
import { sendMessage } from '../../../aws/send-message.ts';
import { now } from '../../../kernel/clock.ts';
import { log } from '../../../kernel/log.ts';
import type { Company } from '../../../model/company.ts';
import type { BuyerAnswer, Invoice } from '../../../model/invoice.ts';
import { markDispatched } from '../../../store/outbox.ts';
import { companyScope } from '../../../store/table.ts';
import { readAnswerArchive } from '../../../taxauth/client/archive.ts';
import type { TaxauthClient } from '../../../taxauth/client/client.ts';
import { TaxauthError, TaxauthRateLimited, TaxauthRefused, TaxauthUnauthorized } from '../../../taxauth/client/errors.ts';
import { keptArchive } from '../../../taxauth/message-archives.ts';
import { authorityClient } from '../../../taxauth/connections/authority-client.ts';
import { connectionOf } from '../../../taxauth/connections/find-connection.ts';
import { readInvoiceHeader } from '../../header.ts';
import { answerText, answerXml } from './message.ts';
import { answerTaskKey } from './model.ts';
import { recordStep } from './record.ts';

/** Sends an answer to the authority and then asks for its verdict. Each attempt is a message of the queue. */

export const sendTask = z.object({
  companyId: z.guid(),
  invoiceId: z.guid(),
  answerId: z.guid(),
  /** Number of earlier attempts of the same step. */
  tries: z.int().min(0).default(0),
});
export type SendTask = z.output<typeof sendTask>;

/** Exponential backoff in seconds, up to the longest delay of an SQS message. */
const FIRST_DELAY = 60;
const LONGEST_DELAY = 900;

/**
 * The most attempts to send (about half a day), and the most questions for the verdict (about three hours); after them, the next
 * synchronization of messages finds the verdict.
 */
const MOST_SENDS = 50;
const MOST_QUESTIONS = 14;

/** Performs the next step of an answer. Idempotent: before a message is sent again, the authority is asked whether it arrived. */
export async function sendAnswer(task: SendTask): Promise<void> {
  const scope = companyScope(task.companyId);
  const [document, company] = await Promise.all([
    readInvoiceHeader(scope, task.invoiceId),
    readCompany(task.companyId),
    markDispatched(answerTaskKey(scope, task.invoiceId)),
  ]);
  const answer = document?.answer;
  if (!document || !company || answer?.id !== task.answerId || (answer.status !== 'pending' && answer.status !== 'sent')) return;
  const token = await connectionOf(company.organizationId, company.cif);
  if (!token) return fail(task, 'The company has no valid connection to the tax authority.');
  const client = authorityClient(token);
  try {
    await (answer.status === 'pending' ? send(task, { document, company, answer, client }) : ask(task, answer, client));
  } catch (error) {
    if (!(error instanceof TaxauthError)) throw error;
    await afterError(task, answer, error);
  }
}

interface Sending {
  document: Invoice;
  company: Company;
  answer: BuyerAnswer;
  client: TaxauthClient;
}

async function send(task: SendTask, { document, company, answer, client }: Sending): Promise<void> {
  const about = document.taxauthUploadIndex ?? '';
  const earlier = answer.attemptedAt === null ? null : await findSent(client, company, about, answer, answer.attemptedAt);
  if (answer.attemptedAt === null) await recordStep(task, { to: 'attempted' });
  const { uploadIndex } = earlier ?? (await client.uploadBuyerMessage({ cif: company.cif, xml: answerXml(about, answer) }));
  await recordStep(task, { to: 'sent', uploadIndex });
  await again({ ...task, tries: 0 });
}

/** By how much the authority's clock may be behind, and the age of the oldest messages that it lists. */
const SKEW_MILLIS = 120_000;
const OLDEST_MILLIS = 60 * 86_400_000 - SKEW_MILLIS;

/** Looks for the message of an earlier attempt among the messages that the authority lists since `since`. */
async function findSent(
  client: TaxauthClient,
  { id: companyId, cif }: Company,
  about: string,
  answer: BuyerAnswer,
  since: string,
): Promise<{ uploadIndex: string } | null> {
  const wanted = singleSpaced(answerText(answer));
  const endTime = now();
  const startTime = new Date(Math.max(Date.parse(since) - SKEW_MILLIS, endTime.getTime() - OLDEST_MILLIS));
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const { messages, totalPages } = await client.listMessagePage({ cif, startTime, endTime, page });
    pages = totalPages;
    for (const { id, type, uploadIndex } of messages) {
      if (id === null || type !== 'buyer_message_sent') continue;
      const { buyerMessage } = await keptArchive(client, { companyId, messageId: id });
      if (buyerMessage?.invoiceUploadIndex === about && singleSpaced(buyerMessage.text) === wanted) return { uploadIndex };
    }
  }
  return null;
}

/** Normalizes white space: XML parsers replace line breaks in attributes by spaces, and the authority may change them further. */
const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function ask(task: SendTask, { uploadIndex }: BuyerAnswer, client: TaxauthClient): Promise<void> {
  const { state, downloadId } = await client.checkStatus(uploadIndex ?? '');
  if (state === 'in_process') return again(task);
  if (state === 'ok') return void (await recordStep(task, { to: 'delivered' }));
  const errors = downloadId === null ? [] : readAnswerArchive(await client.downloadAnswer(downloadId)).errors;
  await fail(task, errors.join('; ') || 'The tax authority refused the answer without a message.');
}

const fail = async (task: SendTask, error: string): Promise<void> => void (await recordStep(task, { to: 'failed', error }));

/** A refusal of the authority is final. An outage or a lost response is retried; a rate limit only postpones, and is no attempt. */
async function afterError(task: SendTask, { status }: BuyerAnswer, error: TaxauthError): Promise<void> {
  if (error instanceof TaxauthRateLimited) return put(task, waitFor(error.retryAfter));
  const isOver = error instanceof TaxauthRefused || error instanceof TaxauthUnauthorized;
  if (!isOver) return again(task, error.message);
  await fail(task, error.message);
  log.warn('Answer to a supplier refused', { invoiceId: task.invoiceId, answerStatus: status, error: error.message });
}

/**
 * Queues the next attempt with exponential backoff. After the last attempt to send, the answer has failed.
 *
 * @param error the error that caused the retry; undefined while waiting for the verdict
 */
async function again({ tries, ...task }: SendTask, error?: string): Promise<void> {
  if (error === undefined ? tries >= MOST_QUESTIONS : tries >= MOST_SENDS) {
    if (error !== undefined) await fail({ ...task, tries }, error);
    return;
  }
  await put({ ...task, tries: tries + 1 }, FIRST_DELAY * 2 ** Math.min(tries, 4));
}

const put = (task: SendTask, seconds: number): Promise<void> =>
  sendMessage({ queue: 'buyer-answers', body: task, delaySeconds: Math.min(seconds, LONGEST_DELAY) });
