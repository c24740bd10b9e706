import { decimal, presentNumber, presentNumberOrNull } from '#shared/base/kernel/money.ts';
import type { JournalRow } from '#shared/model/fiscal/journal.ts';
import type { ComparedRow } from '#shared/model/fiscal/returns/comparison.ts';
import { D390, type D390List } from '#shared/model/fiscal/returns/d390.ts';
import { D394, type D394Line } from '#shared/model/fiscal/returns/d394.ts';
import type { ReturnForm } from '#shared/model/fiscal/returns/forms.ts';
import { SIGNIFICANT_DIFFERENCE } from '#shared/model/fiscal/returns/significance.ts';
import { unratedTexts } from '#shared/model/fiscal/returns/unrated.ts';
import type { VatReport, VatReportEntry } from '#shared/model/fiscal/returns/vat-report.ts';
import type { ReturnLine } from '#shared/model/fiscal/returns/vat-return.ts';

/** The most entries of a list in an answer, which cannot be larger than 6 MB. */
const MOST = 5000;
/** The most documents that a row or an operation names; the CSV of operations has all. */
const MOST_DOCUMENTS = 100;

/** The first entries, and a text when there are more. */
function bounded<T>(name: string, entries: readonly T[], all: string): { shown: T[]; more: string[] } {
  const more = entries.length > MOST ? [`${name} has the first ${MOST} of ${entries.length}: ${all} has all.`] : [];
  return { shown: entries.slice(0, MOST), more };
}

/** How many documents are behind a figure, and which. */
function behind(rows: readonly JournalRow[]): { documents: number; documentIds: string[] } {
  const ids = [...new Set(rows.map(({ documentId }) => documentId))];
  return { documents: ids.length, documentIds: ids.slice(0, MOST_DOCUMENTS) };
}

function presentEntry({ row, rate, base, vat, selfAssessed, deductible, rows }: VatReportEntry) {
  const { role, partner } = row;
  return {
    ...{ documentId: row.documentId, paymentId: row.paymentId ?? null, number: row.number, type: role },
    // A payment has no date of issue; it counts on its own day.
    ...{ date: row.issueDate ?? row.date, taxPoint: row.date },
    ...(role === 'sale' ? { client: partner.name } : { supplier: partner.name }),
    cif: partner.cif,
    baseAmount: presentNumber(base),
    vatRate: presentNumber(rate),
    vatAmount: presentNumber(vat),
    totalAmount: presentNumber(decimal(base).plus(vat)),
    selfAssessedAmount: presentNumber(selfAssessed),
    deductibleAmount: presentNumber(deductible),
    rows,
  };
}

const presentLine = ({ row, label, baseLei, vatLei, from }: ReturnLine) => ({
  ...{ row, label },
  baseLei: presentNumberOrNull(baseLei),
  vatLei: presentNumberOrNull(vatLei),
  ...behind(from),
});

/** The VAT of a month (REP-8, REP-24). */
export function presentVat(period: string, report: VatReport) {
  const { shown, more } = bounded('invoices', report.entries, 'the journal');
  return {
    period,
    totalSales: presentNumber(report.sales),
    totalVatCollected: presentNumber(report.collected),
    totalPurchases: presentNumber(report.purchases),
    totalVatDeductible: presentNumber(report.deductible),
    vatDue: presentNumber(report.due),
    invoices: shown.map(presentEntry),
    rows: report.lines.map(presentLine),
    basedOn: report.source,
    leftOut: [...more, ...report.differing, ...report.leftOut],
  };
}

export function presentD390(period: string, { lines, errors }: D390List) {
  const { shown, more } = bounded('operations', lines, 'the CSV');
  const wrong = bounded('errors', errors, 'the journal');
  return {
    ...{ form: 'd390' as const, period, basedOn: D390.source },
    operations: shown.map(({ baseLei, vatNumber, ...line }) => ({
      ...{ kind: line.kind, country: line.country, taxNumber: vatNumber, name: line.name },
      ...{ rate: null, documents: line.documentIds.length, baseLei: presentNumber(baseLei), vatLei: null },
      documentIds: line.documentIds.slice(0, MOST_DOCUMENTS),
    })),
    errors: wrong.shown,
    leftOut: [...more, ...wrong.more, D390.notKnown],
  };
}

/** @param rows the documents that the form has */
export function presentD394(period: string, lines: readonly D394Line[], rows: readonly JournalRow[]) {
  const { shown, more } = bounded('operations', lines, 'the CSV');
  return {
    ...{ form: 'd394' as const, period, basedOn: D394.source },
    operations: shown.map(({ cui, rate, baseLei, vatLei, ...line }) => ({
      ...{ kind: line.kind, country: line.country, taxNumber: cui, name: line.name, rate: presentNumber(rate) },
      ...{ documents: line.documents, baseLei: presentNumber(baseLei), vatLei: presentNumberOrNull(vatLei) },
      documentIds: line.documentIds.slice(0, MOST_DOCUMENTS),
    })),
    errors: [],
    leftOut: [...more, ...unratedTexts(rows), ...D394.notKnown],
  };
}

const columns = ({ baseLei, vatLei }: ComparedRow['ours']) => ({
  baseLei: presentNumberOrNull(baseLei),
  vatLei: presentNumberOrNull(vatLei),
});

const { percent, lei, source: basedOn, repealedFrom, repealedBy } = SIGNIFICANT_DIFFERENCE;
const THRESHOLD = { percent, lei, basedOn, repealedFrom, repealedBy };

/** The comparison with the pre-filled return. */
export function presentComparison(period: string, form: ReturnForm, rows: readonly ComparedRow[], leftOut: readonly string[]) {
  return {
    ...{ period, basedOn: form.source, threshold: THRESHOLD },
    rows: rows.map(({ row, label, ours, theirs, difference, isSignificant, from }) => {
      return {
        ...{ row, label, ours: columns(ours), theirs: columns(theirs), difference: columns(difference), isSignificant },
        ...behind(from),
      };
    }),
    leftOut,
  };
}
