import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { waitFor } from '#shared/authority/calls/waits.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { sendMessage } from '#shared/platform/aws/send-message.ts';
import { rareWork } from '#shared/platform/aws/queues.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { Company } from '#shared/model/company.ts';
import type { BuyerAnswer, Invoice } from '#shared/model/invoice.ts';
import { endLease, takeLease } from '#shared/platform/store/lease.ts';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import {
  TaxauthError,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
} from '#shared/authority/taxauth/client/errors.ts';
import { keptArchive } from '#shared/authority/taxauth/message-archives.ts';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import { connectionOf } from '#shared/authority/taxauth/connections/find-connection.ts';
import { readInvoiceHeader } from '../../header.ts';
import { answerText, answerXml } from './message.ts';
import { answerTaskKey, type AnswerWork } from './model.ts';
import { recordStep } from './record.ts';

/**
 * Sends an answer to the authority and then asks for its verdict. Each attempt is a message of the queue, with the number of its turn
 * (model.ts): one at a time, and none twice.
 */

export const sendTask = z.object({
  companyId: companyId(),
  invoiceId: z.guid(),
  answerId: z.guid(),
  /** Number of earlier attempts of the same step. */
  tries: z.int().min(0).default(0),
  /** Number of earlier messages about the answer. */
  turn: z.int().min(0).default(0),
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

/** Longer than the worker's timeout, shorter than the visibility timeout of its queue. */
const LEASE_SECONDS = 90;

/** The message after this one: its `tries`, and its delay in seconds. */
interface Next {
  tries: number;
  seconds: number;
}

/**
 * Performs the next step of an answer and queues the message of the one after it. If the process dies before the turn has moved on, the
 * message comes again, and queues the next one again: whichever of the two comes first takes that turn.
 *
 * @throws `LeaseTaken` while another delivery of the message is processed: the queue will deliver it again
 */
export async function sendAnswer(task: SendTask): Promise<void> {
  const { companyId, invoiceId, answerId, turn } = task;
  const work = await takeLease<AnswerWork>(answerTaskKey(companyId, invoiceId), LEASE_SECONDS, {
    isDone: known => known.answerId !== answerId || known.turn > turn,
    begin: known => ({ after: { ...known, turn } }),
  });
  if (!work) return;
  const next = await step(task);
  if (next)
    await sendMessage(
      rareWork(
        'send-buyer-answer',
        { ...task, tries: next.tries, turn: turn + 1 } satisfies SendTask,
        Math.min(next.seconds, LONGEST_DELAY),
      ),
    );
  await endLease(work, known => ({ after: { ...known, turn: turn + 1 } }));
}

/** Idempotent: before a message is sent again, the authority is asked whether it arrived. @returns null when nothing is left to do */
async function step(task: SendTask): Promise<Next | null> {
  const [document, company] = await Promise.all([readInvoiceHeader(task.companyId, task.invoiceId), readCompany(task.companyId)]);
  const answer = document?.answer;
  if (!document || !company || answer?.id !== task.answerId || (answer.status !== 'pending' && answer.status !== 'sent'))
    return null;
  const access = await connectionOf(company);
  if (!access) return fail(task, 'The company has no valid connection to the tax authority.');
  const client = authorityClient(access);
  try {
    return await (answer.status === 'pending' ? send(task, { document, company, answer, client }) : ask(task, answer, client));
  } catch (error) {
    if (!(error instanceof TaxauthError)) throw error;
    return afterError(task, answer, error);
  }
}

interface Sending {
  document: Invoice;
  company: Company;
  answer: BuyerAnswer;
  client: TaxauthClient;
}

async function send(task: SendTask, { document, company, answer, client }: Sending): Promise<Next | null> {
  const about = document.taxauthUploadIndex ?? '';
  const earlier = answer.attemptedAt === null ? null : await findSent(client, company, about, answer, answer.attemptedAt);
  if (answer.attemptedAt === null) await recordStep(task, { to: 'attempted' });
  const { uploadIndex } = earlier ?? (await client.uploadBuyerMessage({ cif: company.cif, xml: answerXml(about, answer) }));
  await recordStep(task, { to: 'sent', uploadIndex });
  return again({ ...task, tries: 0 });
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

async function ask(task: SendTask, { uploadIndex }: BuyerAnswer, client: TaxauthClient): Promise<Next | null> {
  const { state, downloadId } = await client.checkStatus(uploadIndex ?? '');
  if (state === 'in_process') return again(task);
  if (state === 'ok') {
    await recordStep(task, { to: 'delivered' });
    return null;
  }
  const errors = downloadId === null ? [] : readAnswerArchive(await client.downloadAnswer(downloadId)).errors;
  return fail(task, errors.join('; ') || 'The tax authority refused the answer without a message.');
}

async function fail(task: SendTask, error: string): Promise<null> {
  await recordStep(task, { to: 'failed', error });
  return null;
}

/** A refusal of the authority is final. An outage or a lost response is retried; a rate limit only postpones, and is no attempt. */
async function afterError(task: SendTask, { status }: BuyerAnswer, error: TaxauthError): Promise<Next | null> {
  if (error instanceof TaxauthRateLimited) return { tries: task.tries, seconds: waitFor(error.retryAfter) };
  const isOver = error instanceof TaxauthRefused || error instanceof TaxauthUnauthorized;
  if (!isOver) return again(task, error.message);
  await fail(task, error.message);
  log.warn('Answer to a supplier refused', { invoiceId: task.invoiceId, answerStatus: status, error: error.message });
  return null;
}

/**
 * The next attempt, with exponential backoff. After the last attempt to send, the answer has failed.
 *
 * @param error the error that caused the retry; undefined while waiting for the verdict
 */
async function again(task: SendTask, error?: string): Promise<Next | null> {
  const { tries } = task;
  if (error === undefined ? tries >= MOST_QUESTIONS : tries >= MOST_SENDS) return error === undefined ? null : fail(task, error);
  return { tries: tries + 1, seconds: FIRST_DELAY * 2 ** Math.min(tries, 4) };
}
