import { stringify } from 'csv-stringify/sync';
import * as z from 'zod';
import { shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';
import { shownNumberOrNull } from '../../kernel/money.ts';
import type { AuditedNumber, SeriesAudit } from './series.ts';

const edge = z.object({ sequence: z.number(), number: z.string(), invoiceId: z.string() }).nullable();

export const auditSchema = z.object({
  seriesId: z.string(),
  prefix: z.string(),
  type: z.string(),
  currentNumber: z.number(),
  first: edge,
  last: edge,
  from: z.number(),
  to: z.number(),
  next: z.number().nullable(),
  count: z.number(),
  gaps: z.array(z.object({ from: z.number(), to: z.number() })),
  duplicates: z.array(z.number()),
  cancelled: z.array(
    z.object({
      sequence: z.number(),
      number: z.string(),
      invoiceId: z.string(),
      cancelledAt: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  chainHolds: z.boolean(),
  problems: z.array(
    z.object({
      sequence: z.number().nullable(),
      number: z.string().nullable(),
      invoiceId: z.string().nullable(),
      message: z.string(),
    }),
  ),
  auditedAt: z.string(),
});

const shownEdge = (taken: SeriesAudit['first']) =>
  taken && { sequence: taken.sequence, number: taken.number, invoiceId: taken.invoiceId };

/** The report as JSON. */
export function presentAudit(audit: SeriesAudit): z.input<typeof auditSchema> {
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
    first: shownEdge(audit.first),
    last: shownEdge(audit.last),
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
              cancelledAt: shownInstantOrNull(document.cancelledAt),
              reason: document.cancellationReason,
            },
          ]
        : [],
    ),
    chainHolds: problems.length === 0,
    problems,
    auditedAt: shownInstant(audit.auditedAt),
  };
}

const COLUMNS: Record<string, (number: AuditedNumber) => unknown> = {
  sequence: ({ taken }) => taken.sequence,
  number: ({ taken }) => taken.number,
  invoiceId: ({ taken }) => taken.invoiceId,
  status: ({ document }) => document?.status,
  issueDate: ({ document }) => document?.issueDate,
  issuedAt: ({ document }) => shownInstantOrNull(document?.issuedAt),
  currency: ({ document }) => document?.currency,
  total: ({ document }) => shownNumberOrNull(document?.total),
  hash: ({ taken }) => taken.hash,
  previousHash: ({ taken }) => taken.previousHash,
  problems: ({ problems }) => problems.join(' '),
};

/** One row per number; missing numbers are rows without a document. Cells that a spreadsheet would run are quoted. */
export function auditCsv({ numbers, gaps }: SeriesAudit): string {
  const rows = numbers.map(number => ({ at: number.taken.sequence, cells: Object.values(COLUMNS).map(cell => cell(number)) }));
  const missing = gaps.map(({ from, to }) => ({
    at: from,
    cells: Object.keys(COLUMNS).map(name =>
      name === 'sequence' ? (from === to ? from : `${from}-${to}`) : name === 'problems' ? 'No document has the number.' : null,
    ),
  }));
  const sorted = [...rows, ...missing].sort((a, b) => a.at - b.at).map(({ cells }) => cells);
  return stringify([Object.keys(COLUMNS), ...sorted], { bom: true, escape_formulas: true, record_delimiter: 'windows' });
}
