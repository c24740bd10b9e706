import { compare } from '#shared/base/kernel/collate.ts';
import { amount, decimal, round2 } from '#shared/base/kernel/money.ts';
import { groupKey } from '../amounts/totals.ts';
import { lacksRate } from '../exchange-rate.ts';
import type { StatedVatCategory } from '../vat/categories.ts';
import type { Operation } from './operations.ts';
import type { CollectionEntry, FiscalGroup, FiscalProjection, PaymentEntry } from './projection.ts';
import type { VatParts } from './vat-parts.ts';

/** The journal of sales or purchases of a month: its rows, and its sums by operation and rate. Pure. */

/** A group of a row. A payment has no base and VAT of its own: it makes due what an invoice has. */
export interface JournalGroup {
  operation: Operation;
  category: StatedVatCategory;
  rate: string;
  /** In the document's currency. */
  base: string;
  vat: string;
  baseLei: string;
  vatLei: string;
  /** What of it becomes due, or deductible, in this month. */
  baseDueLei: string;
  vatDueLei: string;
  /** VAT that the buyer owes itself. */
  selfAssessedLei: string;
  /** Purchases: the deductible share of what is due and of what the buyer owes itself. */
  deductibleLei: string;
  /** A sale with the VAT of another member state under the one-stop shop. */
  oss?: true;
}

/** A document of the month, or a payment that makes VAT due in it. */
export interface JournalRow extends Omit<FiscalProjection, 'groups' | 'notDue' | 'taxPoint' | 'issueDate' | 'exchangeRate'> {
  /** The tax point; of a payment its date. */
  date: string;
  /** Absent on payments, whose document may be of another month. */
  issueDate?: string;
  /** Absent too on a document without a rate, whose amounts in lei are 0. */
  exchangeRate?: string;
  paymentId?: string;
  groups: JournalGroup[];
}

/** Sums of the rows in lei. */
export interface JournalTotal extends Omit<JournalGroup, 'base' | 'vat' | 'category' | 'oss'> {
  /** Documents with such a group, without payments. */
  documents: number;
}

const keyOf = ({ category, rate }: Pick<VatParts, 'category' | 'rate'>): string =>
  groupKey({ vatCategoryCode: category, vatRate: rate });

const shareOf = (value: string, percent: string | undefined): string =>
  percent === undefined ? '0.00' : amount(round2(decimal(value).times(percent).div(100)));

function documentGroup(group: FiscalGroup, notDue: VatParts | undefined, percent: string | undefined): JournalGroup {
  const { category, rate, base, vat, baseLei, vatLei, selfAssessed = '0.00' } = group;
  // Entries that are older than the name have these as outside of the scope, which category E never is otherwise.
  const operation = group.operation === 'outside' && category === 'E' ? 'not_in_base' : group.operation;
  const vatDueLei = amount(decimal(vatLei).minus(decimal(notDue?.vatLei)));
  return {
    ...{ operation, category, rate, base, vat, baseLei, vatLei },
    baseDueLei: amount(decimal(baseLei).minus(decimal(notDue?.baseLei))),
    vatDueLei,
    selfAssessedLei: selfAssessed,
    deductibleLei: amount(decimal(shareOf(vatDueLei, percent)).plus(shareOf(selfAssessed, percent))),
    ...(group.oss && { oss: group.oss }),
  };
}

const paymentGroup = (
  { operation, category, rate, baseLei, vatLei, oss }: FiscalGroup,
  percent: string | undefined,
): JournalGroup => ({
  ...{ operation, category, rate, base: '0.00', vat: '0.00', baseLei: '0.00', vatLei: '0.00' },
  ...{ baseDueLei: baseLei, vatDueLei: vatLei, selfAssessedLei: '0.00', deductibleLei: shareOf(vatLei, percent) },
  ...(oss && { oss }),
});

/** Whether a group has no amounts of its own: it makes due what another document has. */
export const isOnlyDue = ({ baseLei, vatLei, vatDueLei }: JournalGroup): boolean =>
  Number(baseLei) === 0 && Number(vatLei) === 0 && Number(vatDueLei) !== 0;

/** Without a rate, the lei of a document are not known (TAX-66). */
const withoutLei = (group: JournalGroup): JournalGroup => ({ ...group, ...NOTHING });

function rowOf(entry: FiscalProjection | CollectionEntry): JournalRow {
  if (!lacksRate(entry)) return ratedRow(entry);
  const { exchangeRate: _, ...row } = ratedRow(entry);
  return { ...row, groups: row.groups.map(withoutLei) };
}

/** Whether the row is of a document without a rate. */
export const isUnrated = ({ currency, exchangeRate, paymentId }: JournalRow): boolean =>
  currency !== 'RON' && paymentId === undefined && exchangeRate === undefined;

function ratedRow(entry: FiscalProjection | CollectionEntry): JournalRow {
  const { groups, deductiblePercent: percent } = entry;
  if ('paymentId' in entry) {
    const { paymentDate, amount: _, type: __, exchangeRate: ___, recordedAt: ____, ...row } = entry;
    return { ...row, date: paymentDate, groups: groups.map(group => paymentGroup(group, percent)) };
  }
  const { taxPoint, notDue = [], ...row } = entry;
  const waiting = new Map(notDue.map(part => [keyOf(part), part]));
  return { ...row, date: taxPoint, groups: groups.map(group => documentGroup(group, waiting.get(keyOf(group)), percent)) };
}

/** Payments that make no VAT due are in ledgers alone. */
const isInJournal = (entry: FiscalProjection | PaymentEntry): entry is FiscalProjection | CollectionEntry =>
  entry.groups !== undefined;

/** The rows of a month, by date and number. */
export const journalRows = (entries: readonly (FiscalProjection | PaymentEntry)[]): JournalRow[] =>
  entries
    .filter(isInJournal)
    .map(rowOf)
    .toSorted((a, b) => compare(a.date, b.date) || compare(a.number, b.number) || compare(idOf(a), idOf(b)));

const idOf = ({ documentId, paymentId = '' }: JournalRow): string => documentId + paymentId;

const SUMMED = ['baseLei', 'vatLei', 'baseDueLei', 'vatDueLei', 'selfAssessedLei', 'deductibleLei'] as const;

/** The sums by operation and rate, the highest rate of an operation first. */
export function journalTotals(rows: readonly JournalRow[]): JournalTotal[] {
  const totals = new Map<string, JournalTotal>();
  for (const { groups, paymentId } of rows)
    for (const group of groups) {
      const { operation, rate } = group;
      const key = `${operation} ${rate}`;
      const known = totals.get(key) ?? { operation, rate, documents: 0, ...NOTHING };
      const sums = Object.fromEntries(SUMMED.map(name => [name, amount(decimal(known[name]).plus(group[name]))]));
      totals.set(key, { ...known, ...sums, documents: known.documents + (paymentId === undefined && !isOnlyDue(group) ? 1 : 0) });
    }
  return [...totals.values()].toSorted((a, b) => compare(a.operation, b.operation) || decimal(b.rate).cmp(decimal(a.rate)));
}

const NOTHING = Object.fromEntries(SUMMED.map(name => [name, '0.00'])) as Record<(typeof SUMMED)[number], string>;
