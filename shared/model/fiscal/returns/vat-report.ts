import { amount, type Big, decimal, sum } from '#shared/base/kernel/money.ts';
import type { JournalGroup, JournalRow } from '../journal.ts';
import { dated } from './forms.ts';
import { D300_FORMS } from './d300-forms.ts';
import { type Placed, placedGroups } from './placed.ts';
import { unratedTexts } from './unrated.ts';
import { type ReturnLine, type Unplaced, vatReturn } from './vat-return.ts';

/** The VAT of a month (REP-7 to REP-9, REP-24 to REP-26). Pure. */

/** What a document, or a payment under VAT on collection, has at a rate in a month. Amounts in lei. */
export interface VatReportEntry {
  row: JournalRow;
  rate: string;
  base: string;
  vat: string;
  selfAssessed: string;
  deductible: string;
  /** The rows of the return that it counts in. */
  rows: string[];
}

export interface VatReport {
  sales: string;
  /** VAT of sales, and what the company owes itself. */
  collected: string;
  purchases: string;
  deductible: string;
  due: string;
  entries: VatReportEntry[];
  lines: ReturnLine[];
  /** Where the rows are from; null when those of the month are not known. */
  source: string | null;
  leftOut: string[];
  /** That sums and rows have other documents; empty when they have not. */
  differing: string[];
}

/** What no document can show. */
const NOT_ENTERED =
  'Sales by till receipts, and purchases that neither came by the tax authority nor were entered, are not counted.';

/** What the groups of a document have, by rate. @param period the month of the return, whose rows it counts in if it is entered there */
function entriesOf(period: string, row: JournalRow, groups: readonly Placed[]): VatReportEntry[] {
  const rowsOf = ({ found }: Placed): readonly string[] => ('off' in found || row.period !== period ? [] : found);
  return [...Map.groupBy(groups, ({ group }) => group.rate)].map(([rate, ofRate]) => {
    const total = (of: (group: JournalGroup) => string): string => amount(sum(ofRate.map(({ group }) => of(group))));
    return {
      ...{ row, rate, rows: [...new Set(ofRate.flatMap(rowsOf))] },
      base: total(({ baseDueLei }) => baseDueLei),
      vat: total(({ vatDueLei }) => vatDueLei),
      selfAssessed: total(({ selfAssessedLei }) => selfAssessedLei),
      deductible: total(({ deductibleLei }) => deductibleLei),
    };
  });
}

const leftOutOf = ({ reason, role, operation, rate, baseLei, vatLei, from }: Unplaced): string => {
  const count = new Set(from.map(({ documentId }) => documentId)).size;
  const what = `${role === 'sale' ? 'Sales' : 'Purchases'} (${operation}, ${rate} %)`;
  return `${what}: base ${baseLei} lei, VAT ${vatLei} lei, ${count === 1 ? '1 document' : `${count} documents`}: ${reason}`;
};

/** Documents are in the sums by date of issue, and payments, which have none, by their own (REP-9). */
const isOfMonth = (period: string, { issueDate, period: entered }: JournalRow): boolean =>
  (issueDate?.slice(0, 7) ?? entered) === period;

/** Documents that are in the rows alone, or in the sums alone. */
function differing(period: string, rows: readonly JournalRow[]): string[] {
  const one = rows.filter(row => (row.period === period) !== isOfMonth(period, row));
  const count = new Set(one.map(({ documentId }) => documentId)).size;
  if (count === 0) return [];
  return [
    `Sums and invoices are by date of issue, rows by the month of the tax point or entry: ${count === 1 ? '1 document is' : `${count} documents are`} in one of both only.`,
  ];
}

/** @param all sales and purchases of the month, and of those around it, where documents that were issued in it may be */
export function vatReport(period: string, all: readonly JournalRow[]): VatReport {
  const form = dated(D300_FORMS, period);
  const groups = placedGroups(form, all);
  const issued = groups.filter(({ row }) => isOfMonth(period, row));
  const turnover = issued.filter(({ group }) => group.operation !== 'not_in_base');
  const entries = [...Map.groupBy(turnover, ({ row }) => row)].flatMap(([row, ofRow]) => entriesOf(period, row, ofRow));
  const { lines, unplaced } = vatReturn(
    form,
    groups.filter(({ row }) => row.period === period),
  );
  const sumOf = (of: (entry: VatReportEntry) => string | Big, role?: JournalRow['role']): Big =>
    sum(entries.filter(({ row }) => !role || row.role === role).map(of));
  const collected = sumOf(({ vat }) => vat, 'sale').plus(sumOf(({ selfAssessed }) => selfAssessed));
  const deductible = sumOf(entry => entry.deductible, 'purchase');
  return {
    sales: amount(sumOf(({ base }) => base, 'sale')),
    collected: amount(collected),
    purchases: amount(sumOf(({ base }) => base, 'purchase')),
    deductible: amount(deductible),
    due: amount(decimal(collected).minus(deductible)),
    differing: differing(
      period,
      groups.map(({ row }) => row),
    ),
    ...{ entries, lines, source: 'off' in form ? null : form.source },
    leftOut: [
      ...unratedTexts(all.filter(row => row.period === period)),
      ...unplaced.map(leftOutOf),
      ...('off' in form ? [] : form.notKnown),
      NOT_ENTERED,
    ],
  };
}
