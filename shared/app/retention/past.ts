import { localDay } from '#shared/base/kernel/clock.ts';
import { headersAt, isReadable } from '#shared/documents/common/headers.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import type { RecurringHeader } from '#shared/documents/recurring-invoices/model.ts';
import { listPartition } from '#shared/documents/recurring-invoices/store.ts';
import { readOpenings } from '#shared/documents/reports/ledger/openings.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import { type Kind, KINDS, RECEIPT_PREFIX, STORED_KINDS } from '#shared/model/kinds.ts';
import type { OpeningBalance } from '#shared/model/ledger/opening.ts';
import { isWhole } from '#shared/platform/store/packing/damaged.ts';
import { readCredit } from '#shared/documents/allocations/store.ts';
import { getItems, queryItems, queryPages, queryRows } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Key } from '#shared/platform/store/table.ts';
import type { Client, ClientItem } from '#shared/records/parties/clients/store.ts';
import type { PastCounts } from '#shared/output/mail/requests.ts';
import type { Limits } from './limits.ts';
import { pastReceipts } from './receipts.ts';

/** Finds what of a company is past its time, the oldest first. */

/** A document that is past its time. */
export interface Past {
  kind: Kind;
  header: DocumentHeader;
}

/** Whether a document goes by its last change, not by its issue date: nothing states it, and nobody has to keep it. */
const isDraftLike = (kind: Kind, { status, sequence }: DocumentHeader): boolean =>
  kind === KINDS.proforma || (status === 'draft' && sequence === null);

/** The day from which a document is kept: its issue date, or when it was entered or issued, if somebody dated it back. */
const keptFrom = ({ issueDate, createdAt, issuedAt }: DocumentHeader): string => {
  const made = localDay(issuedAt ?? createdAt);
  return made > issueDate ? made : issueDate;
};

/** Whether a document is past its time. Pure. */
export const isPast = (kind: Kind, header: DocumentHeader, { drafts, documents }: Limits): boolean =>
  isDraftLike(kind, header)
    ? drafts !== null && localDay(header.updatedAt) < drafts && header.issueDate < drafts
    : documents !== null && keptFrom(header) < documents;

/** Where the documents of a sort are found by their issue dates, which is at most that of their last change. */
const sourcesOf = ({ drafts, documents }: Limits): Source[] =>
  STORED_KINDS.flatMap((kind): Source[] => {
    const isProforma = kind === KINDS.proforma;
    return [
      ...(documents === null || isProforma
        ? []
        : [{ kind, sort: 'documents' as const, until: documents, index: 'gsi1' as const }]),
      ...(drafts === null
        ? []
        : [{ kind, sort: 'drafts' as const, until: drafts, index: isProforma ? ('gsi1' as const) : ('gsi2' as const) }]),
    ];
  });

interface Source {
  kind: Kind;
  sort: 'drafts' | 'documents';
  until: string;
  index: 'gsi1' | 'gsi2';
}

/** The documents that are past their time, drafts and proformas among them; those that cannot be read are left out, and reported. */
export async function* pastDocuments(company: CompanyId, limits: Limits): AsyncGenerator<Past[]> {
  for (const source of sourcesOf(limits)) yield* pastIn(company, source, limits);
}

async function* pastIn(company: CompanyId, { kind, sort, until, index }: Source, limits: Limits): AsyncGenerator<Past[]> {
  const { all, drafts } = partitionsOf(kind);
  const range = { partition: (index === 'gsi1' ? all : drafts)(company), between: ['0', until] as [string, string] };
  for await (const page of queryPages<{ row: { id: string } }>(range, { index })) {
    const ids = page.filter(item => isWhole(item, 'row')).map(({ row }) => row.id);
    const headers = (await headersAt<DocumentHeader>(kind, company, ids)).filter(isReadable);
    yield headers.map(header => ({ kind, header })).filter(past => sortOf(past) === sort && isPast(kind, past.header, limits));
  }
}

/** Clients of which is looked for documents at a time. */
const CLIENTS_AT_ONCE = 25;

/** A client that is past its time, with its opening balances, which are too. */
interface PastClient {
  client: Client;
  openings: OpeningBalance[];
}

/** Whether an opening balance is past its time, by the rules of documents and their payments. Pure. */
function isOpeningPast({ date, updatedAt, settlements }: OpeningBalance, { documents, payments }: Limits): boolean {
  const entered = localDay(updatedAt);
  const from = entered > date ? entered : date;
  return documents !== null && from < documents && settlements.every(one => one.date < payments);
}

/**
 * The clients that are past their time, of some that may be: no document, no template of recurring invoices and no opening balance within its
 * time names them, and they have no credit. Those that the company has removed are among them.
 */
export async function* pastClients(company: CompanyId, limits: Limits): AsyncGenerator<PastClient[]> {
  const { clients } = limits;
  if (clients === null) return;
  const balances = readOpenings(company, 'sale').then(all => Map.groupBy(all, ({ partner }) => partner.id));
  balances.catch(() => {});
  const templates = queryRows<RecurringHeader>('gsi1', { partition: listPartition(company) });
  const reading = templates.then(all => new Set(all.map(({ clientId }) => clientId)));
  // Awaited with the first page of clients, which is read beside it.
  reading.catch(() => {});
  const range = { partition: companyPartition(company), beginsWith: 'CLIENT#' };
  for await (const page of queryPages<ClientItem>(range, {})) {
    const [recurring, openings] = await Promise.all([reading, balances]);
    const ofClient = (id: string): OpeningBalance[] => openings.get(id) ?? [];
    // The statistics spare most queries: they count the invoices that were issued.
    const old = page.filter(
      ({ row: { record, stats } }) => lastChange(record) < clients && stats.invoices <= 0 && !recurring.has(record.id),
    );
    const free = old.filter(({ row }) => ofClient(row.record.id).every(one => isOpeningPast(one, limits)));
    for (let from = 0; from < free.length; from += CLIENTS_AT_ONCE) {
      const some = free.slice(from, from + CLIENTS_AT_ONCE);
      const used = await Promise.all(some.map(({ row }) => isUsed(company, row.record.id)));
      yield some
        .filter((_, place) => !used[place])
        .map(({ row: { record } }) => ({ client: record, openings: ofClient(record.id) }));
    }
  }
}

const lastChange = ({ updatedAt, deletedAt }: Client): string =>
  localDay(deletedAt !== null && deletedAt > updatedAt ? deletedAt : updatedAt);

/** Whether something of a client is open or kept: money that pays no document yet is on none (SET-50). */
async function isUsed(company: CompanyId, clientId: string): Promise<boolean> {
  const [credit, found] = await Promise.all([readCredit(company, clientId), hasDocuments(company, clientId)]);
  return credit !== undefined || found;
}

/** Documents of a client that are looked at. */
const DOCUMENTS_LOOKED_AT = 25;

/**
 * Whether documents name a client. A query for each kind, and where it finds some, their headers: the index still lists what was removed a
 * moment ago.
 */
async function hasDocuments(company: CompanyId, clientId: string): Promise<boolean> {
  const found = await Promise.all(
    [...STORED_KINDS, { prefix: RECEIPT_PREFIX }].map(async kind => {
      const range = { partition: partitionsOf(kind).client(company, clientId) };
      const keys = await queryItems<Key>(range, { index: 'gsi3', limit: DOCUMENTS_LOOKED_AT });
      if (keys.length === 0 || keys.length === DOCUMENTS_LOOKED_AT) return keys.length > 0;
      return (
        await getItems(
          keys.map(({ pk, sk }) => ({ pk, sk })),
          { damaged: 'stored' },
        )
      ).some(item => item !== undefined);
    }),
  );
  return found.includes(true);
}

/** The most records of a sort that are counted. */
export const MOST_COUNTED = 1_000;

/** How many records of each sort are past their time, each up to `MOST_COUNTED`; clients among as many as may be. Reads their headers. */
export async function countPast(company: CompanyId, limits: Limits): Promise<PastCounts> {
  const ofSources = sourcesOf(limits).map(async source => ({
    sort: source.sort,
    count: await countIn(pastIn(company, source, limits), Number.POSITIVE_INFINITY),
  }));
  const ofReceipts = countIn(pastReceipts(company, limits), Number.POSITIVE_INFINITY).then(count => ({
    sort: 'documents' as const,
    count,
  }));
  const [documents, clients] = await Promise.all([
    Promise.all([...ofSources, ofReceipts]),
    countIn(pastClients(company, limits), MOST_COUNTED / CLIENTS_AT_ONCE),
  ]);
  const sumOf = (sort: Source['sort']): number =>
    Math.min(
      documents.reduce((sum, one) => sum + (one.sort === sort ? one.count : 0), 0),
      MOST_COUNTED,
    );
  return { drafts: sumOf('drafts'), documents: sumOf('documents'), clients };
}

/** @param most pages that are read */
async function countIn(pages: AsyncGenerator<unknown[]>, most: number): Promise<number> {
  let [count, read] = [0, 0];
  for await (const page of pages) {
    count += page.length;
    read++;
    if (count >= MOST_COUNTED || read >= most) break;
  }
  return Math.min(count, MOST_COUNTED);
}

/** The sort by which what is removed is counted. */
export const sortOf = ({ kind, header }: Past): 'drafts' | 'documents' => (isDraftLike(kind, header) ? 'drafts' : 'documents');
