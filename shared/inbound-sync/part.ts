import type { Company } from '../model/company.ts';
import { companyScope } from '../store/table.ts';
import type { AnswerArchive } from '../taxauth/client/archive.ts';
import type { TaxauthClient } from '../taxauth/client/client.ts';
import { transact } from '../store/transact.ts';
import { TaxauthRateLimited, TaxauthUnavailable } from '../taxauth/client/errors.ts';
import { type Listed, listAuthorityMessages } from './list-authority.ts';
import type { TaxauthMessage } from './messages/model.ts';
import { MessageDone, messageWrite, openMessages } from './messages/store.ts';
import { archiveOf, type Processed, processMessage } from './process.ts';
import type { SyncRun } from './state.ts';

/** One part of a run: as many messages as one process takes. */

const PART_MESSAGES = 200;
/** Milliseconds after which a part takes on no more messages. */
const PART_MILLIS = 150_000;
/** Archives that are downloaded side by side, ahead of the message that is being stored. */
const DOWNLOADS_AT_ONCE = 4;
/** So many archives in a row that do not come are no trouble of single messages: the authority is out of order. */
const MOST_UNDELIVERED = 5;
/** Seconds that a run waits for a limit of the authority; one that holds for longer ends it, and the next run begins after it. */
const LONGEST_WAIT = 750;

/** A limit that is soon over, such as that of a minute: the run waits. */
export const isShortLimit = (error: unknown): error is TaxauthRateLimited =>
  error instanceof TaxauthRateLimited && error.retryAfter <= LONGEST_WAIT;

/**
 * Lists what the authority has, unless an earlier part did, and deals with the oldest open messages, one after the other.
 *
 * @returns how many documents were stored, and whether nothing is left; the limit for which the rest waits
 * @throws the errors of taxauth/client/errors.ts
 */
export async function doPart(
  company: Company,
  run: SyncRun,
  client: TaxauthClient,
): Promise<{ stored: number; isComplete: boolean; limit?: TaxauthRateLimited }> {
  const begun = performance.now();
  const open = await openOf(company, run, client);
  const taken = open.slice(0, PART_MESSAGES);
  const downloads = new Downloads(taken, client);
  let stored = 0;
  let undelivered = 0;
  try {
    for (const [place, { message }] of taken.entries()) {
      if (performance.now() - begun > PART_MILLIS) return { stored, isComplete: false };
      const outcome = await processed(message, downloads.take(place), { company, runId: run.id });
      if (outcome === 'stored') stored++;
      undelivered = outcome === 'undelivered' ? undelivered + 1 : 0;
      if (undelivered === MOST_UNDELIVERED)
        throw new TaxauthUnavailable(`The tax authority did not deliver ${MOST_UNDELIVERED} archives one after the other.`);
    }
  } catch (error) {
    if (!isShortLimit(error)) throw error;
    return { stored, isComplete: false, limit: error };
  } finally {
    // What is on its way is stored, so that nobody downloads it again.
    await downloads.settled();
  }
  return { stored, isComplete: taken.length === open.length };
}

/** The open messages that this run has not tried yet, oldest first. */
async function openOf(company: Company, run: SyncRun, client: TaxauthClient): Promise<Listed[]> {
  const interval = { from: new Date(run.from), to: new Date(run.to) };
  const [listed, left] = await Promise.all([
    run.isListed ? [] : listAuthorityMessages(company, interval, client),
    openMessages(companyScope(company.id)),
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
    // The index lagged, or a process whose lease had run out was faster: the message is dealt with.
    if (error instanceof MessageDone) return 'nothing';
    // It was downloaded as often as a day allows: the next run tries it, and this one deals with the others.
    if (error instanceof TaxauthRateLimited && error.limit === 'download') {
      const [message, , { runId }] = args;
      await transact([messageWrite(message, { ...message, triedBy: runId })]);
      return 'nothing';
    }
    throw error;
  }
}

/** Archives of messages, a few of them on their way ahead of the one that is taken. */
class Downloads {
  readonly #messages: Listed[];
  readonly #client: TaxauthClient;
  readonly #underway = new Map<TaxauthMessage, Promise<AnswerArchive>>();
  #begun = 0;

  constructor(messages: Listed[], client: TaxauthClient) {
    this.#messages = messages;
    this.#client = client;
  }

  /** The archive of the message at a place; each place is taken once, in order. */
  take(place: number): Promise<AnswerArchive> {
    for (; this.#begun < Math.min(place + DOWNLOADS_AT_ONCE, this.#messages.length); this.#begun++) {
      const { message, isNew } = this.#messages[this.#begun]!;
      const archive = archiveOf(message, this.#client, isNew);
      // Who takes it sees what went wrong.
      archive.catch(() => {});
      this.#underway.set(message, archive);
    }
    const { message } = this.#messages[place]!;
    const archive = this.#underway.get(message)!;
    this.#underway.delete(message);
    return archive;
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#underway.values());
  }
}
