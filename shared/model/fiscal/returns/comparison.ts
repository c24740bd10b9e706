import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { ReturnForm } from './forms.ts';
import type { PrefilledRow } from './prefilled.ts';
import { SIGNIFICANT_DIFFERENCE } from './significance.ts';
import type { ReturnLine } from './vat-return.ts';

/** The return by the documents beside the authority's pre-filled one, row by row. Pure. */

interface Columns {
  baseLei: string | null;
  vatLei: string | null;
}

export interface ComparedRow {
  row: string;
  label: string;
  /** By the documents; null where the form has no such column. */
  ours: Columns;
  /** As pre-filled; null where nothing was stated. */
  theirs: Columns;
  /** Ours less theirs; what is not stated counts as 0. */
  difference: Columns;
  isSignificant: boolean;
  from: ReturnLine['from'];
}

const NONE: Columns = { baseLei: null, vatLei: null };

/** All rows that either of both has, in the order of the form. */
export function compareRows(form: ReturnForm, lines: readonly ReturnLine[], prefilled: readonly PrefilledRow[]): ComparedRow[] {
  const [own, stated] = [new Map(lines.map(line => [line.row, line])), new Map(prefilled.map(line => [line.row, line]))];
  return form.rows.flatMap(({ row, label, vat, isCorrection = false }) => {
    const [line, theirs] = [own.get(row), stated.get(row)];
    if (!line && !theirs) return [];
    const pair = { ours: columnsOf(line), theirs: columnsOf(theirs) };
    const column = vat !== undefined && (!theirs || theirs.vatLei !== null) ? 'vatLei' : 'baseLei';
    const isSignificant = !isCorrection && significant(pair.ours[column], pair.theirs[column]);
    const difference = { baseLei: less(pair, 'baseLei'), vatLei: less(pair, 'vatLei') };
    return [{ row, label, ...pair, difference, isSignificant, from: line?.from ?? [] }];
  });
}

const columnsOf = (line: Columns | undefined): Columns => (line ? { baseLei: line.baseLei, vatLei: line.vatLei } : NONE);

const less = ({ ours, theirs }: Record<'ours' | 'theirs', Columns>, column: keyof Columns): string | null =>
  ours[column] === null && theirs[column] === null ? null : amount(decimal(ours[column]).minus(decimal(theirs[column])));

/** Whether a difference reaches the threshold. Where nothing is pre-filled, all of it is a difference. */
export function significant(ours: string | null, theirs: string | null): boolean {
  const difference = decimal(ours).minus(decimal(theirs)).abs();
  const share = decimal(theirs).abs().times(SIGNIFICANT_DIFFERENCE.percent).div(100);
  return difference.gte(SIGNIFICANT_DIFFERENCE.lei) && difference.gte(share);
}
