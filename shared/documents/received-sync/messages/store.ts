import { count } from '#shared/platform/store/counts.ts';
import { getItem, getItems, queryRows } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, transact, type Write } from '#shared/platform/store/transact.ts';
import type { MessageRow, TaxauthMessage } from './model.ts';

/** Records of messages in the table: all by time (gsi1), processed ones by when that was (gsi2), and open ones by time (gsi3). */

export const COUNTED = 'TAXMSG';

type MessageItem = Item & { data: TaxauthMessage };

const messageKey = (company: CompanyId, id: string): Key => companyKey(company, `TAXMSG#${id}`);

const partitions = {
  all: (companyId: CompanyId): string => `C#${companyId}#TAXMSG`,
  log: (companyId: CompanyId): string => `C#${companyId}#TAXMSG#LOG`,
  open: (companyId: CompanyId): string => `C#${companyId}#TAXMSG#OPEN`,
};

function itemOf(message: TaxauthMessage): MessageItem & Record<string, unknown> {
  const { companyId, id, receivedAt, processedAt, state } = message;
  return {
    ...messageKey(companyId, id),
    kind: 'taxauth-message',
    data: message,
    row: message,
    gsi1pk: partitions.all(companyId),
    gsi1sk: `${receivedAt}#${id}`,
    ...(processedAt && { gsi2pk: partitions.log(companyId), gsi2sk: `${processedAt}#${id}` }),
    ...(state === 'open' && { gsi3pk: partitions.open(companyId), gsi3sk: `${receivedAt}#${id}` }),
  };
}

export const readMessage = async (company: CompanyId, id: string): Promise<TaxauthMessage | undefined> =>
  (await getItem<MessageItem>(messageKey(company, id)))?.data;

/** Messages by id; undefined where there is none yet. */
export const readMessages = async (company: CompanyId, ids: string[]): Promise<(TaxauthMessage | undefined)[]> =>
  (await getItems<MessageItem>(ids.map(id => messageKey(company, id)))).map(item => item?.data);

/** Records that one transaction creates; it also updates their count. */
const PACK = 90;

/** Stores new messages, oldest first. Fails with `ConditionFailed` when another process stored one of them. */
export async function createMessages(company: CompanyId, messages: TaxauthMessage[]): Promise<void> {
  for (let first = 0; first < messages.length; first += PACK) {
    const pack = messages.slice(first, first + PACK);
    await transact([...pack.map(message => create(itemOf(message))), count(company, COUNTED, pack.length)]);
  }
}

/** Another process has processed the message in the meantime. */
export class MessageDone extends Error {
  override name = 'MessageDone';
}

/** The write that records the outcome of an open message, once. @throws (in the transaction) `MessageDone` */
export const messageWrite = (before: TaxauthMessage, after: TaxauthMessage): Write =>
  put(
    itemOf(after),
    {
      expression: '#data.#state = :open AND #data.tries = :tries',
      names: { '#data': 'data', '#state': 'state' },
      values: { ':open': 'open', ':tries': before.tries },
    },
    () => new MessageDone('Another process has processed the message.'),
  );

/** Open messages, oldest first. Eventually consistent: writes of about the last second may be missing. */
export const openMessages = (company: CompanyId): Promise<TaxauthMessage[]> =>
  queryRows<MessageRow>('gsi3', { partition: partitions.open(company) });

/** The messages that were processed last, newest first. */
export const lastProcessed = (company: CompanyId, limit: number): Promise<MessageRow[]> =>
  queryRows<MessageRow>('gsi2', { partition: partitions.log(company) }, { descending: true, limit });

/** Messages by time, newest first. @param range instants, both included */
export const listedMessages = (
  company: CompanyId,
  range: { first: string; last: string } | undefined,
  page: { limit?: number; offset?: number } = {},
): Promise<MessageRow[]> =>
  queryRows<MessageRow>(
    'gsi1',
    { partition: partitions.all(company), ...(range && { between: [range.first, `${range.last}#~`] as [string, string] }) },
    { ...page, descending: true },
  );
