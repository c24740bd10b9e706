import { amount, Big, decimal } from '#shared/base/kernel/money.ts';
import type { JournalGroup, JournalRow } from '../journal.ts';
import type { FormRow, ReturnForm, UnknownForm } from './forms.ts';
import { type Placed, rateOf } from './placed.ts';

/** The rows of the VAT return of a month, from its journals. Pure. */

export interface ReturnLine {
  row: string;
  label: string;
  /** Lei with two decimals; null where the form has no such column. The return itself has whole lei. */
  baseLei: string | null;
  vatLei: string | null;
  isCorrection: boolean;
  /** Documents and payments that count in it; none for a total. */
  from: JournalRow[];
}

/** What counts in no row, with the reason. */
export interface Unplaced {
  reason: string;
  role: JournalRow['role'];
  operation: JournalGroup['operation'];
  rate: string;
  baseLei: string;
  vatLei: string;
  from: JournalRow[];
}

export interface VatReturn {
  lines: ReturnLine[];
  unplaced: Unplaced[];
}

interface Sums {
  base: Big;
  charged: Big;
  deducted: Big;
  from: Set<JournalRow>;
}

const nothing = (): Sums => ({ base: new Big(0), charged: new Big(0), deducted: new Big(0), from: new Set() });

function add(sums: Sums, row: JournalRow, group: JournalGroup): void {
  sums.base = sums.base.plus(group.baseDueLei);
  sums.charged = sums.charged.plus(group.vatDueLei).plus(group.selfAssessedLei);
  sums.deducted = sums.deducted.plus(group.deductibleLei);
  sums.from.add(row);
}

/** The value of a map, made when it is missing. */
const of = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
};

/** @param form that of the month */
export function vatReturn(form: ReturnForm | UnknownForm, groups: readonly Placed[]): VatReturn {
  const placed = new Map<string, Sums>();
  const left = new Map<string, Sums & Pick<Unplaced, 'reason' | 'role' | 'operation' | 'rate'>>();
  for (const { row, group, found } of groups) {
    if ('off' in found) {
      const facts = { reason: found.off, role: row.role, operation: group.operation, rate: rateOf(group) ?? group.rate };
      add(
        of(left, Object.values(facts).join(' '), () => ({ ...nothing(), ...facts })),
        row,
        group,
      );
    } else for (const number of found) add(of(placed, number, nothing), row, group);
  }
  return { lines: 'off' in form ? [] : linesOf(form, placed), unplaced: [...left.values()].map(unplacedOf) };
}

const unplacedOf = ({
  base,
  charged,
  deducted: _,
  from,
  ...left
}: Sums & Omit<Unplaced, 'baseLei' | 'vatLei' | 'from'>): Unplaced => ({
  ...left,
  ...{ baseLei: amount(base), vatLei: amount(charged), from: [...from] },
});

function linesOf(form: ReturnForm, placed: ReadonlyMap<string, Sums>): ReturnLine[] {
  if (placed.size === 0) return [];
  const totals = totalsOf(form, placed);
  return form.rows.flatMap(row => {
    const [sums, total] = [placed.get(row.row), totals.get(row.row)];
    if (!sums && !total) return [];
    const { row: number, label, isCorrection = false } = row;
    const values = total ?? { baseLei: amount(sums?.base ?? new Big(0)), vatLei: vatOf(row, sums ?? nothing()) };
    return [{ row: number, label, ...values, isCorrection, from: [...(sums?.from ?? [])] }];
  });
}

const vatOf = ({ vat }: FormRow, { charged, deducted }: Sums): string | null =>
  vat === undefined ? null : amount(vat === 'charged' ? charged : deducted);

/** The rows of totals, as far as they follow from the documents. */
function totalsOf(form: ReturnForm, placed: ReadonlyMap<string, Sums>): Map<string, Pick<ReturnLine, 'baseLei' | 'vatLei'>> {
  const rowsOf = (total: FormRow['total']): Sums[] =>
    form.rows.filter(row => row.total === total).map(({ row }) => placed.get(row) ?? nothing());
  const sumOf = (rows: readonly Sums[], value: 'base' | 'charged' | 'deducted'): Big =>
    rows.reduce((sum, one) => sum.plus(one[value]), new Big(0));
  const withVat = form.rows
    .filter(({ total, vat }) => total === 'collected' && vat)
    .map(({ row }) => placed.get(row) ?? nothing());
  const [collected, deductible] = [rowsOf('collected'), rowsOf('deductible')];
  const due = sumOf(withVat, 'charged');
  const deducted = sumOf(deductible, 'deducted');
  const all = deducted.plus(sumOf(rowsOf('corrections'), 'deducted'));
  const positive = (value: Big): Big => (value.gt(0) ? value : decimal(0));
  const { totals } = form;
  return new Map([
    [totals.collected, { baseLei: amount(sumOf(collected, 'base')), vatLei: amount(due) }],
    [totals.deductible, { baseLei: amount(sumOf(deductible, 'base')), vatLei: amount(sumOf(deductible, 'charged')) }],
    [totals.deducted, { baseLei: null, vatLei: amount(deducted) }],
    [totals.allDeducted, { baseLei: null, vatLei: amount(all) }],
    [totals.negative, { baseLei: null, vatLei: amount(positive(all.minus(due))) }],
    [totals.toPay, { baseLei: null, vatLei: amount(positive(due.minus(all))) }],
  ]);
}
