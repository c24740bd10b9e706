import type * as z from 'zod';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { csvRows, safeCell } from '#shared/documents/invoices/export/csv.ts';
import type { AnchoredAudit } from './anchored.ts';
import { type AuditedNumber, gapsOf, isGivenUp, type SeriesAudit } from './series.ts';
import type { auditSchema } from './schema.ts';

const presentEdge = (taken: SeriesAudit['first']) =>
  taken && { sequence: taken.sequence, number: taken.number, invoiceId: taken.invoiceId, hash: taken.hash };

export function presentAudit(audit: AnchoredAudit): z.input<typeof auditSchema> {
  const problems = [
    ...audit.problems.map(message => ({ sequence: null, number: null, invoiceId: null, message })),
    ...audit.numbers.flatMap(({ taken: { sequence, number, invoiceId }, problems: found }) =>
      found.map(message => ({ sequence, number, invoiceId, message })),
    ),
  ];
  return {
    seriesId: audit.series.id,
    prefix: audit.series.prefix,
    type: audit.series.type,
    currentNumber: audit.series.currentNumber,
    first: presentEdge(audit.first),
    last: presentEdge(audit.last),
    from: audit.from,
    to: audit.to,
    next: audit.next,
    count: audit.numbers.length,
    gaps: audit.gaps,
    duplicates: audit.duplicates,
    cancelled: audit.numbers.flatMap(({ taken, document }) =>
      document?.status === 'cancelled'
        ? [
            {
              sequence: taken.sequence,
              number: taken.number,
              invoiceId: taken.invoiceId,
              cancelledAt: presentInstantOrNull(document.cancelledAt),
              reason: document.cancellationReason,
            },
          ]
        : [],
    ),
    deleted: audit.numbers.filter(isGivenUp).map(({ taken: { sequence, number, invoiceId, deletedAt } }) => ({
      ...{ sequence, number, invoiceId },
      deletedAt: presentInstantOrNull(deletedAt),
    })),
    expired: audit.numbers.flatMap(({ taken: { sequence, number, invoiceId, hash, expired } }) =>
      expired
        ? [{ ...{ sequence, number, invoiceId, hash }, issueDate: expired.issueDate, removedAt: presentInstant(expired.at) }]
        : [],
    ),
    counterChanges: audit.counterChanges.map(({ from, to, reason, by: { id, name, email }, at }) => ({
      from,
      to,
      reason,
      by: { id, name, email },
      at: presentInstant(at),
    })),
    chainHolds: problems.length === 0,
    problems,
    notes: audit.numbers.flatMap(({ taken: { sequence, number, invoiceId }, notes }) =>
      notes.map(message => ({ sequence, number, invoiceId, message })),
    ),
    anchors: {
      checked: audit.anchors.checked.map(({ day, key, digest, takenAt, stamped }) => ({
        ...{ day, key, digest, takenAt: presentInstant(takenAt), stamped },
      })),
      upTo: audit.anchors.upTo,
      next: audit.anchors.next,
    },
    auditedAt: presentInstant(audit.auditedAt),
  };
}

const COLUMNS: Record<string, (number: AuditedNumber) => string | number | null | undefined> = {
  sequence: ({ taken }) => taken.sequence,
  number: ({ taken }) => taken.number,
  invoiceId: ({ taken }) => taken.invoiceId,
  status: number => (isGivenUp(number) ? 'deleted' : (number.document?.status ?? (number.taken.expired && 'expired'))),
  issueDate: ({ document, taken }) => document?.issueDate ?? taken.expired?.issueDate,
  issuedAt: ({ document }) => presentInstantOrNull(document?.issuedAt),
  currency: ({ document }) => document?.currency,
  total: ({ document }) => document?.total,
  hash: ({ taken }) => taken.hash,
  previousHash: ({ taken }) => taken.previousHash,
  problems: ({ problems }) => problems.join(' '),
  notes: ({ notes }) => notes.join(' '),
};

/** A row with only these cells filled. */
const only = (cells: Record<string, string | number>): string[] => Object.keys(COLUMNS).map(name => String(cells[name] ?? ''));

/**
 * The report as CSV with a byte order mark. First rows without a number for problems of the series itself, then a row per number;
 * missing numbers are rows without document. Cells that a spreadsheet would evaluate as formulas are escaped.
 */
export function auditCsv({ numbers, problems, first, from, to }: SeriesAudit): string {
  const rows = numbers.map(number => ({
    at: number.taken.sequence,
    cells: Object.values(COLUMNS).map(cell => safeCell(String(cell(number) ?? ''))),
  }));
  const missing = gapsOf(
    numbers.map(({ taken }) => taken),
    Math.max(from, first?.sequence ?? from),
    to,
  ).map(gap => ({
    at: gap.from,
    cells: only({
      sequence: gap.from === gap.to ? gap.from : `${gap.from}-${gap.to}`,
      problems: 'No document has the number.',
    }),
  }));
  const sorted = [...rows, ...missing].sort((a, b) => a.at - b.at).map(({ cells }) => cells);
  const ofSeries = problems.map(message => only({ problems: message }));
  return `\ufeff${csvRows([Object.keys(COLUMNS), ...ofSeries, ...sorted])}`;
}
