import { localInstant } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import { type Kind, KINDS } from '#shared/model/kinds.ts';
import { firstRetained, RETENTION_BY_LAW, retentionEnd } from '#shared/output/files/retention.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { RECEIPT } from '#shared/documents/fiscal/money-keys.ts';
import { queryItems, queryRows } from '#shared/platform/store/read.ts';
import { type CompanyId, companyPartition, type Key } from '#shared/platform/store/table.ts';

/**
 * Retention of documents, counted from their issue date: by law, or longer if the company has set more years for its archive. It applies
 * to issued and received invoices and credit notes, to delivery notes, and to receipts; not to drafts and proformas.
 */

/** The retention period of a company's documents in years. Pure. */
export const retentionYears = ({ archiveEnabled, archiveRetentionYears }: Company): number =>
  Math.max(RETENTION_BY_LAW, (archiveEnabled && archiveRetentionYears) || 0);

interface Row {
  id: string;
  issueDate: string;
  status: string;
  updatedAt: string;
}

/** An invoice or credit note in its retention period. */
export type RetainedInvoice = Pick<Row, 'id' | 'issueDate' | 'updatedAt'>;

const isKept = ({ status }: Row): boolean => status !== 'draft';

/**
 * The instant at which the retention of a company's last document ends; null when it has none. One round trip, unless there are many
 * drafts.
 */
export async function readRetainedUntil(company: CompanyId, record: Company): Promise<string | null> {
  const ofKind = async (kind: Kind): Promise<string | undefined> => (await newestKept(company, kind))?.issueDate;
  const days = await Promise.all([ofKind(KINDS.invoice), ofKind(KINDS.delivery_note), newestReceipt(company)]);
  const last = days
    .filter(day => day !== undefined)
    .toSorted()
    .at(-1);
  return last === undefined ? null : localInstant(retentionEnd(last, retentionYears(record)), '00:00');
}

/** The newest document of a kind that is no draft; drafts before it are read with it. */
async function newestKept(company: CompanyId, kind: Pick<Kind, 'prefix'>): Promise<Row | undefined> {
  const partition = partitionsOf(kind).all(company);
  for (let limit = 10; ; limit *= 10) {
    const rows = await queryRows<Row>('gsi1', { partition }, { descending: true, limit });
    const found = rows.find(isKept);
    if (found || rows.length < limit) return found;
  }
}

/** The day of the newest receipt, also of a cancelled one; undefined without any. */
async function newestReceipt(company: CompanyId): Promise<string | undefined> {
  const range = { partition: companyPartition(company), beginsWith: RECEIPT };
  const [newest] = await queryItems<Key>(range, { descending: true, limit: 1, damaged: 'stored' });
  return newest?.sk.slice(RECEIPT.length, RECEIPT.length + 'YYYY-MM-DD'.length);
}

/** The invoices and credit notes that are in their retention period on a day, oldest first. */
export async function readRetainedInvoices(company: CompanyId, record: Company, day: string): Promise<RetainedInvoice[]> {
  const from = firstRetained(day, retentionYears(record));
  const partition = partitionsOf(KINDS.invoice).all(company);
  const rows = await queryRows<Row>('gsi1', { partition, between: [from, '9999'] });
  return rows.filter(isKept).toSorted((a, b) => (a.issueDate + a.id < b.issueDate + b.id ? -1 : 1));
}
