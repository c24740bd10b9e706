import { sha256 } from '#shared/base/kernel/ids.ts';
import { digest } from '#shared/documents/common/timeline-hashes.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { RECEIPT, receiptKeys } from '#shared/documents/fiscal/money-keys.ts';
import { RECEIPT_PREFIX } from '#shared/model/kinds.ts';
import { issuedContent, type Receipt } from '#shared/model/receipts/receipt.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { getItem, queryItems, queryPages, queryRows } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, put, remove, update, type Write } from '#shared/platform/store/transact.ts';

/**
 * Receipts: an item `RECEIPT#<date>#<id>`, by which periods are read in the order of the days, and `RECEIPTDAY#<id>` with its date. Index 3 has
 * those of a client, and a counter how many there are.
 */

type ReceiptItem = Item & { data: Receipt };

const keyOf = ({ companyId, date, id }: Pick<Receipt, 'companyId' | 'date' | 'id'>): Key =>
  companyKey(companyId, `${RECEIPT}${date}#${id}`);

const dayKey = (company: CompanyId, id: string): Key => companyKey(company, `RECEIPTDAY#${id}`);

const countKey = (company: CompanyId, clientId: string): Key => companyKey(company, `COUNT#${RECEIPT_PREFIX}#C#${clientId}`);

const onceKey = (company: CompanyId, key: string): Key => companyKey(company, `ONCE#${RECEIPT_PREFIX}#${sha256(key)}`);

/** The index partition of the receipts of a client. */
const clientPartition = partitionsOf({ prefix: RECEIPT_PREFIX }).client;

/** What the history of a client shows of a receipt. */
export type ReceiptRow = Pick<Receipt, 'id' | 'kind' | 'number' | 'date' | 'amount' | 'status'>;

const rowOf = ({ id, kind, number, date, amount, status }: Receipt): ReceiptRow => ({ id, kind, number, date, amount, status });

const itemOf = (receipt: Receipt): Item & Record<string, unknown> => ({
  ...keyOf(receipt),
  kind: 'receipt',
  version: receipt.version,
  data: toPacked({ ...receipt, seal: receiptSeal(receipt) } satisfies Receipt),
  ...(receipt.clientId && {
    row: rowOf(receipt),
    gsi3pk: clientPartition(receipt.companyId, receipt.clientId),
    gsi3sk: `${receipt.date}#${receipt.createdAt}#${receipt.id}`,
  }),
});

/** The hash by which the register of numbers knows a receipt. */
export const receiptHash = (receipt: Omit<Receipt, 'hash'>): string => digest(issuedContent(receipt));

/** The hash of all fields of a receipt, except `seal`, where it is stored: it covers the cancellation too. */
export const receiptSeal = (receipt: Receipt): string => digest({ ...receipt, seal: undefined });

/** The writes of a new receipt, without its number. */
export const receiptWrites = (receipt: Receipt): Write[] => [
  create(itemOf(receipt)),
  create({ ...dayKey(receipt.companyId, receipt.id), kind: 'receipt-day', date: receipt.date }),
  ...counted(receipt, 1),
  ...(receipt.idempotencyKey
    ? [
        create({
          ...onceKey(receipt.companyId, receipt.idempotencyKey),
          kind: 'idempotency-key',
          receiptId: receipt.id,
        }),
      ]
    : []),
];

/** The write of a receipt that has changed; the transaction fails when it has changed since it was read. */
export const receiptChange = (before: Receipt, after: Receipt): Write =>
  put(itemOf({ ...after, version: before.version + 1 }), atVersion(before));

/** The writes that remove a receipt whose retention has ended, without its number. */
export const receiptRemoval = (receipt: Receipt): Write[] => [
  remove(keyOf(receipt), atVersion(receipt)),
  remove(dayKey(receipt.companyId, receipt.id)),
  ...counted(receipt, -1),
  ...(receipt.idempotencyKey ? [remove(onceKey(receipt.companyId, receipt.idempotencyKey))] : []),
];

const atVersion = ({ version }: Pick<Receipt, 'version'>) => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

const counted = ({ companyId, clientId }: Receipt, by: 1 | -1): Write[] =>
  clientId === null
    ? []
    : [
        update(countKey(companyId, clientId), {
          expression: 'SET #kind = :kind ADD #count :by',
          names: { '#kind': 'kind', '#count': 'count' },
          values: { ':kind': 'counter', ':by': by },
        }),
      ];

/** A receipt by its id: two reads, one after the other. */
export async function readReceipt(company: CompanyId, id: string): Promise<Receipt | undefined> {
  const found = await getItem<Item & { date: string }>(dayKey(company, id));
  return found && (await getItem<ReceiptItem>(keyOf({ companyId: company, date: found.date, id })))?.data;
}

/** The receipt that was issued under an `idempotencyKey`. */
export async function readReceiptByKey(company: CompanyId, key: string): Promise<Receipt | undefined> {
  const found = await getItem<Item & { receiptId: string }>(onceKey(company, key));
  return found && readReceipt(company, found.receiptId);
}

/** The receipts of a period, both days included, in the order of their days. One query. */
export const readReceipts = async (company: CompanyId, from: string, to: string): Promise<Receipt[]> =>
  (await queryItems<ReceiptItem>({ partition: companyPartition(company), between: receiptKeys(from, to) })).map(
    ({ data }) => data,
  );

/** The receipts of the days from `from` on, and before `before`, in the order of their days, a page at a time. */
export async function* receiptPages(
  company: CompanyId,
  { from = '', before = '~' }: { from?: string; before?: string },
): AsyncGenerator<Receipt[]> {
  const between: [string, string] = [`${RECEIPT}${from}`, `${RECEIPT}${before}`];
  const range = { partition: companyPartition(company), between };
  for await (const page of queryPages<ReceiptItem>(range, {})) yield page.map(({ data }) => data);
}

/** The receipts that the history of a client shows. */
const LATEST = 5;

/** The latest receipts of a client, and how many there are. Reads no more than it shows. */
export async function receiptHistory(company: CompanyId, clientId: string): Promise<{ rows: ReceiptRow[]; total: number }> {
  const [rows, counter] = await Promise.all([
    queryRows<ReceiptRow>('gsi3', { partition: clientPartition(company, clientId) }, { descending: true, limit: LATEST }),
    getItem<Item & { count: number }>(countKey(company, clientId)),
  ]);
  return { rows, total: counter?.count ?? 0 };
}
