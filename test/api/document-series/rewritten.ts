import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import type { TakenNumber } from '#shared/documents/common/numbering.ts';
import { contentHash, eventHash, sealOf } from '#shared/documents/common/timeline-hashes.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item, tableName, type CompanyId } from '#shared/platform/store/table.ts';

type Stored<T> = Item & { data: T };

const write = (item: Item) => dynamodb().send(new PutCommand({ TableName: tableName(), Item: item }));

export interface Rewriting {
  company: CompanyId;
  series: string;
  /** All its documents, in the order of their numbers. */
  ids: readonly string[];
  /** The new notes of the first of them. */
  notes: string;
  /** The type of the entry from which on the timeline of the first one is rewritten. */
  from: DocumentEvent['type'];
}

/**
 * * Acts as an attacker who may write to the table and knows the program: changes the first document of a series, and rewrites all hashes
 * that depend on it, so that the chain of the series is valid again.
 */
export async function rewriteSeries({ company, series, ids, notes, from }: Rewriting): Promise<void> {
  const partition = companyPartition(company);
  let lastIssue: string | null = null;
  for (const [place, id] of ids.entries()) {
    const header = await getItem<Stored<Invoice>>({ pk: partition, sk: `INV#${id}` });
    const entries = await queryItems<Stored<DocumentEvent[]>>({ partition, beginsWith: `INV#${id}#E#` });
    if (!header) throw new Error('The document is gone.');
    if (place === 0) header.data.notes = notes;
    let last: string | null = null;
    let isChanged = place > 0;
    for (const event of entries.flatMap(({ data }) => data)) {
      isChanged ||= event.type === from;
      if (isChanged) {
        event.previousHash = last;
        if (place === 0) event.documentHash = contentHash(header.data, INVOICES.chain?.outside ?? []);
        if (event.series) event.series.previousHash = lastIssue;
        event.hash = eventHash(id, event);
      }
      last = event.hash ?? null;
      if (event.series) lastIssue = event.hash ?? null;
      if (event.series && isChanged) await register(partition, header.data, event);
    }
    header.data.timelineHash = last;
    header.data.seal = sealOf(header.data);
    for (const item of [header, ...entries]) await write(item);
  }
  const record = await getItem<Stored<{ lastHash: string | null }>>({ pk: partition, sk: `SERIES#${series}` });
  if (!record) throw new Error('The series is gone.');
  await write({ ...record, data: { ...record.data, lastHash: lastIssue } } as Item);
}

async function register(partition: string, { number }: Invoice, { hash, series }: DocumentEvent): Promise<void> {
  const item = await getItem<Item & { row: object }>({ pk: partition, sk: `NUMBER#INV#${number}` });
  if (item) await write({ ...item, row: { ...item.row, hash, previousHash: series?.previousHash ?? null } });
}

/** Removes the last document of a series, and turns the series back to the one before it. */
export async function cutOff({ company, series, ids }: Omit<Rewriting, 'notes' | 'from'>): Promise<void> {
  const partition = companyPartition(company);
  const [last = '', before = ''] = ids.toReversed();
  const items = await queryItems<Item>({ partition, beginsWith: `INV#${last}` });
  const numbers = await queryItems<Item & { row: TakenNumber }>({ partition, beginsWith: 'NUMBER#' });
  const goes = [...items, ...numbers.filter(({ row }) => row.invoiceId === last)];
  for (const { pk, sk } of goes) await dynamodb().send(new DeleteCommand({ TableName: tableName(), Key: { pk, sk } }));
  const end = numbers.find(({ row }) => row.invoiceId === before)?.row;
  const record = await getItem<Stored<object>>({ pk: partition, sk: `SERIES#${series}` });
  const data = { ...record?.data, currentNumber: end?.sequence, highestUsed: end?.sequence, lastHash: end?.hash };
  await write({ ...record, data } as Item);
}
