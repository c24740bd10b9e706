import { instant, now } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import { ConditionFailed } from '#shared/platform/store/transact.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import { TaxauthRefused } from '#shared/authority/taxauth/client/errors.ts';
import type { Message } from '#shared/authority/taxauth/client/protocol.ts';
import { messageIdOf } from '#shared/authority/taxauth/message-ids.ts';
import { newMessage, type TaxauthMessage } from './messages/model.ts';
import { createMessages, readMessages } from './messages/store.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Reads the authority's list of messages page by page and stores a record of each message before its archive is downloaded. */

interface Interval {
  from: Date;
  to: Date;
}

/** The authority refuses an interval that begins more than 60 days ago; two minutes are a margin for its clock. */
const OLDEST_MILLIS = 60 * 86_400_000 - 120_000;
/** How much the authority's clock may be behind ours. */
const SKEW_MILLIS = 60_000;

/** The record of a message that was listed. */
export interface Listed {
  message: TaxauthMessage;
  /** This call created the record. */
  isNew: boolean;
}

/**
 * Lists the authority's messages of an interval, creates the records that do not exist yet, and returns the records of all.
 *
 * @throws the errors of taxauth/client/errors.ts
 */
export async function listAuthorityMessages(company: Company, interval: Interval, client: TaxauthClient): Promise<Listed[]> {
  const found: Listed[] = [];
  // The same beginning for all pages: if it moved, messages would move from one page to another.
  const from = new Date(Math.max(interval.from.getTime(), now().getTime() - OLDEST_MILLIS));
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const answer = await listPage(company.cif, { ...interval, from }, page, client);
    pages = answer.totalPages;
    found.push(...(await recorded(company.id, answer.messages)));
  }
  return found;
}

async function listPage(cif: string, { from, to }: Interval, page: number, client: TaxauthClient) {
  const ask = (endTime: Date) => client.listMessagePage({ cif, startTime: from, endTime, page });
  try {
    return await ask(to);
  } catch (error) {
    // By the authority's clock, `to` may be in the future: retry with a minute less. The next run, which looks days back, finds the
    // messages of that minute.
    if (!(error instanceof TaxauthRefused) || to.getTime() < now().getTime() - SKEW_MILLIS) throw error;
    return ask(new Date(to.getTime() - SKEW_MILLIS));
  }
}

/** The records of listed messages, created where missing. Entries without an id are left out: they cannot be downloaded. */
async function recorded(companyId: CompanyId, listed: Message[], tries = 3): Promise<Listed[]> {
  const withId = listed.filter((message): message is Message & { id: string } => message.id !== null);
  const unique = [...new Map(withId.map(message => [message.id, message])).values()];
  const known = await readMessages(
    companyId,
    unique.map(({ id }) => messageIdOf(companyId, id)),
  );
  const made = unique.filter((_, place) => !known[place]).map(message => newMessage(companyId, message, instant()));
  try {
    await createMessages(companyId, made);
  } catch (error) {
    if (!(error instanceof ConditionFailed) || tries === 1) throw error;
    // A process whose lease has expired created one of the records first.
    return recorded(companyId, listed, tries - 1);
  }
  return [
    ...known.filter(message => message !== undefined).map(message => ({ message, isNew: false })),
    ...made.map(message => ({ message, isNew: true })),
  ];
}
