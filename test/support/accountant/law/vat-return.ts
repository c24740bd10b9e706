import type { Company } from '../sent.ts';
import type { Books, Row, RowGroup } from './books.ts';

/**
 * The VAT return of a month (form 300, OPANAF 174/2026, annex 2) and the statement of supplies to the Union (form 390), from the
 * accountant's own books. Amounts in cents of lei.
 */

export interface FormRow {
  base: number;
  vat: number;
}

export interface VatReturn {
  rows: Map<string, FormRow>;
  sums: { totalSales: number; totalVatCollected: number; totalPurchases: number; totalVatDeductible: number; vatDue: number };
}

/** Rows of sales by operation, and for what is taxed by rate. What is outside of VAT is in none. */
const OF_SALES: Record<string, string[]> = {
  ...{
    'domestic 21': ['9'],
    'domestic 11': ['10'],
    'reverse_charge 0': ['13'],
    'goods_eu 0': ['1'],
    'services_eu 0': ['3', '3.1'],
  },
  ...{ 'export 0': ['14'], 'exempt_without_deduction 0': ['15'], 'outside 0': [] },
};
const OF_PURCHASES: Record<string, string[]> = {
  ...{ 'domestic 21': ['24'], 'domestic 11': ['25'], 'outside 0': ['29'], 'exempt_without_deduction 0': ['29'] },
  'reverse_charge 0': ['12', '12.1', '26', '26.1'],
};
/** Of purchases whose tax the company owes itself, entered in a later month than that in which it was due. */
const LATE = ['16', '33'];

const COLLECTED = ['9', '10', '12', '16'];
const DEDUCTIBLE = ['24', '25', '26'];

function rowsOf(row: Row, group: RowGroup): string[] {
  const key = `${group.operation} ${Number(group.rate)}`;
  const isLate = group.selfAssessedLei !== 0 && row.month > row.date.slice(0, 7);
  const rows = isLate ? LATE : (row.role === 'sale' ? OF_SALES : OF_PURCHASES)[key];
  if (!rows) throw new Error(`The form has no row for a ${row.role} ${key}.`);
  return rows;
}

/** The sums of the report are by day of issue (REP-9), and payments by theirs; the rows of the form by the law's month. */
const issueMonthOf = ({ document, payment }: Row): string => (payment?.date ?? document.issueDate).slice(0, 7);

export function vatReturnOf(books: Books, company: Company, month: string): VatReturn {
  const rows = new Map<string, FormRow>();
  const sums = { totalSales: 0, totalVatCollected: 0, totalPurchases: 0, totalVatDeductible: 0, vatDue: 0 };
  const add = (row: string, base: number, vat: number): void => {
    const known = rows.get(row) ?? { base: 0, vat: 0 };
    rows.set(row, { base: known.base + base, vat: known.vat + vat });
  };
  let deducted = 0;
  for (const row of books.rows.filter(one => one.books === company))
    for (const group of row.groups) {
      const { baseDueLei, vatDueLei, selfAssessedLei, deductibleLei } = group;
      const isSale = row.role === 'sale';
      if (issueMonthOf(row) === month) {
        sums[isSale ? 'totalSales' : 'totalPurchases'] += baseDueLei;
        sums.totalVatCollected += isSale ? vatDueLei : selfAssessedLei;
        sums.totalVatDeductible += deductibleLei;
      }
      if (row.month !== month) continue;
      const into = rowsOf(row, group);
      for (const name of into) add(name, baseDueLei, name === '33' ? deductibleLei : vatDueLei + selfAssessedLei);
      if (!into.includes('33')) deducted += deductibleLei;
    }
  sums.vatDue = sums.totalVatCollected - sums.totalVatDeductible;
  const vatIn = (names: string[]): number => names.reduce((sum, name) => sum + (rows.get(name)?.vat ?? 0), 0);
  const [collected, late] = [vatIn(COLLECTED), vatIn(['33'])];
  const due = collected - deducted - late;
  const totals = {
    19: collected,
    30: vatIn(DEDUCTIBLE),
    31: deducted,
    35: deducted + late,
    36: Math.max(0, -due),
    37: Math.max(0, due),
  };
  for (const [name, vat] of Object.entries(totals)) rows.set(name, { base: 0, vat });
  return { rows, sums };
}

/** Goods (`L`) and services (`P`) supplied to the Union, by kind and whether it was the client in Berlin. */
export function unionSuppliesOf(books: Books, company: Company, month: string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of books.rows.filter(one => one.books === company && one.month === month && one.role === 'sale' && !one.payment))
    for (const { operation, baseLei } of row.groups) {
      const kind = operation === 'goods_eu' ? 'L' : operation === 'services_eu' ? 'P' : undefined;
      if (kind) sums.set(kind, (sums.get(kind) ?? 0) + baseLei);
    }
  return sums;
}
