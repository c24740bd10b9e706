import { localInstant } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import { DELIVERY_NOTE_STATUSES } from '#shared/model/convertible/delivery-note.ts';
import { INVOICE_STATUSES } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { RETENTION_BY_LAW, retentionEnd } from '#shared/output/files/retention.ts';
import { partitionsOf } from '#shared/documents/common/list-partitions.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/**
 * Retention of documents, counted from their issue date: by law, or longer if the company has set more years for its archive. It applies
 * to issued and received invoices and credit notes, and to delivery notes; not to drafts and proformas.
 */

/** The retention period of a company's documents in years. Pure. */
export const retentionYears = ({ archiveEnabled, archiveRetentionYears }: Company): number =>
  Math.max(RETENTION_BY_LAW, (archiveEnabled && archiveRetentionYears) || 0);

/** The earliest issue date of documents that are still in their retention period on a day. Pure. */
export function firstRetained(day: string, years: number): string {
  const year = Number(day.slice(0, 4));
  return `${year - 1 - years + (day.slice(5) < '07-01' ? 0 : 1)}-01-01`;
}

/** The kinds of documents that must be retained, with all statuses but draft. */
const KEPT = [
  { kind: KINDS.invoice, statuses: INVOICE_STATUSES.filter(status => status !== 'draft') },
  { kind: KINDS.delivery_note, statuses: DELIVERY_NOTE_STATUSES.filter(status => status !== 'draft') },
];

interface Row {
  id: string;
  issueDate: string;
}

/** The instant at which the retention of a company's last document ends; null when it has none. Costs one parallel round trip. */
export async function readRetainedUntil(company: CompanyId, record: Company): Promise<string | null> {
  const newest = await Promise.all(
    KEPT.flatMap(({ kind, statuses }) =>
      statuses.map(status =>
        queryRows<Row>('gsi2', { partition: partitionsOf(kind).status(company, status) }, { descending: true, limit: 1 }),
      ),
    ),
  );
  const dates = newest.flat().map(({ issueDate }) => issueDate);
  const last = dates.toSorted().at(-1);
  return last === undefined ? null : localInstant(retentionEnd(last, retentionYears(record)), '00:00');
}

/** The ids of the invoices and credit notes that are in their retention period on a day, oldest first. */
export async function readRetainedInvoices(company: CompanyId, record: Company, day: string): Promise<string[]> {
  const from = firstRetained(day, retentionYears(record));
  const [{ kind, statuses }] = KEPT as [(typeof KEPT)[0], ...typeof KEPT];
  const rows = await Promise.all(
    statuses.map(status =>
      queryRows<Row>('gsi2', { partition: partitionsOf(kind).status(company, status), between: [from, '9999'] }),
    ),
  );
  return rows
    .flat()
    .toSorted((a, b) => (a.issueDate + a.id < b.issueDate + b.id ? -1 : 1))
    .map(({ id }) => id);
}
