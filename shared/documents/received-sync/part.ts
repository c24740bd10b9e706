import type { Company } from '#shared/model/company.ts';
import type { AnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { TaxauthRateLimited, TaxauthUnavailable } from '#shared/authority/taxauth/client/errors.ts';
import { type Listed, listAuthorityMessages } from './list-authority.ts';
import type { TaxauthMessage } from './messages/model.ts';
import { MessageDone, messageWrite, openMessages } from './messages/store.ts';
import { archiveOf, type Processed, processMessage } from './process.ts';
import type { SyncRun } from './state.ts';

/** One part of a run: the messages that one process handles. */

const PART_MESSAGES = 200;
/** Milliseconds after which a part begins no further message. */
const PART_MILLIS = 150_000;
/** Archives that are downloaded in parallel: that of the message being stored, and those of the next ones. */
const DOWNLOADS_AT_ONCE = 4;
/** After this many messages in a row that could not be downloaded or read, more than a message is assumed to be wrong, and the run fails. */
const MOST_UNDELIVERED = 5;
/** The most seconds that a run waits for a limit of the authority. A longer limit ends the run; the next one begins after it. */
const LONGEST_WAIT = 750;

/** Whether the error is a limit for which a run waits, such as the limit of calls per minute. */
export const isShortLimit = (error: unknown): error is TaxauthRateLimited =>
  error instanceof TaxauthRateLimited && error.retryAfter <= LONGEST_WAIT;

/**
 * Lists the authority's messages, unless an earlier part did, and processes the oldest open messages one after the other.
 *
 * @returns whether all messages are processed, and the limit for which the rest must wait, if any
 * @throws the errors of taxauth/client/errors.ts
 */
export async function doPart(
  company: Company,
  run: SyncRun,
  client: TaxauthClient,
): Promise<{ isComplete: boolean; limit?: TaxauthRateLimited }> {
  const begun = performance.now();
  const open = await openOf(company, run, client);
  const taken = open.slice(0, PART_MESSAGES);
  const downloads = new Downloads(taken, client);
  let undelivered = 0;
  try {
    for (const [place, { message }] of taken.entries()) {
      if (performance.now() - begun > PART_MILLIS) return { isComplete: false };
      const outcome = await processed(message, downloads.take(place), { company, runId: run.id });
      undelivered = outcome === 'undelivered' ? undelivered + 1 : 0;
      if (undelivered === MOST_UNDELIVERED)
        throw new TaxauthUnavailable(
          `${MOST_UNDELIVERED} messages in a row of the tax authority could not be downloaded or read.`,
        );
    }
  } catch (error) {
    if (!isShortLimit(error)) throw error;
    return { isComplete: false, limit: error };
  } finally {
    // Downloads in progress are completed and stored, because the authority limits downloads of a message.
    await downloads.settled();
  }
  return { isComplete: taken.length === open.length };
}

/** The open messages that this run has not tried yet, oldest first. */
async function openOf(company: Company, run: SyncRun, client: TaxauthClient): Promise<Listed[]> {
  const interval = { from: new Date(run.from), to: new Date(run.to) };
  const [listed, left] = await Promise.all([
    run.isListed ? [] : listAuthorityMessages(company, interval, client),
    openMessages(company.id),
  ]);
  const earlier = left.map(message => ({ message, isNew: false }));
  return [...new Map([...earlier, ...listed].map(one => [one.message.id, one])).values()]
    .filter(({ message }) => message.state === 'open' && message.triedBy !== run.id)
    .sort(byTime);
}

const byTime = ({ message: a }: Listed, { message: b }: Listed): number =>
  a.receivedAt + a.listed.id < b.receivedAt + b.listed.id ? -1 : 1;

async function processed(...args: Parameters<typeof processMessage>): Promise<Processed> {
  try {
    return await processMessage(...args);
  } catch (error) {
    // The index was not up to date, or a process whose lease has expired was faster: the message is processed already.
    if (error instanceof MessageDone) return 'processed';
    // The message's daily limit of downloads is reached: the next run retries it, and this one continues with the others.
    if (error instanceof TaxauthRateLimited && error.limit === 'download') {
      const [message, , { runId }] = args;
      await transact([messageWrite(message, { ...message, triedBy: runId })]);
      return 'processed';
    }
    throw error;
  }
}

/** Downloads the archives of messages, a few of them ahead of the one that is taken. */
class Downloads {
  readonly #messages: Listed[];
  readonly #client: TaxauthClient;
  readonly #underway = new Map<TaxauthMessage, Promise<AnswerArchive>>();
  #begun = 0;

  constructor(messages: Listed[], client: TaxauthClient) {
    this.#messages = messages;
    this.#client = client;
  }

  /** The archive of the message at an index. Call it once for each index, in ascending order. */
  take(place: number): Promise<AnswerArchive> {
    for (; this.#begun < Math.min(place + DOWNLOADS_AT_ONCE, this.#messages.length); this.#begun++) {
      const { message, isNew } = this.#messages[this.#begun]!;
      const archive = archiveOf(message, this.#client, isNew);
      // The caller of `take` gets the error; this prevents an unhandled rejection until then.
      archive.catch(() => {});
      this.#underway.set(message, archive);
    }
    const { message } = this.#messages[place]!;
    const archive = this.#underway.get(message)!;
    this.#underway.delete(message);
    return archive;
  }

  /** Waits for the downloads that were started and not taken, whether they succeed or fail. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underway.values());
  }
}
