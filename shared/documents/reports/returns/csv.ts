import { safeCell } from '#shared/documents/invoices/export/csv.ts';
import type { D390Line } from '#shared/model/fiscal/returns/d390.ts';
import type { D394Line } from '#shared/model/fiscal/returns/d394.ts';
import type { ReturnLine } from '#shared/model/fiscal/returns/vat-return.ts';
import { csvText, type Decimals, numberCell } from '../csv.ts';

/** The reports of returns as CSV (REP-23). Pure. */

/** The rows of the return, as the comparison with the pre-filled one reads them too. */
export const returnCsv = (lines: readonly ReturnLine[], decimals: Decimals): string =>
  csvText(
    [
      ['Row', 'Label', 'Base RON', 'VAT RON'],
      ...lines.map(({ row, label, baseLei, vatLei }) => [
        ...[row, safeCell(label)],
        ...[numberCell(baseLei, decimals), numberCell(vatLei, decimals)],
      ]),
    ],
    decimals,
  );

/** A line of form 390 or 394. */
interface Operation extends Omit<D390Line, 'vatNumber' | 'country'> {
  country: string | null;
  taxNumber: string | null;
  rate: string | null;
  documents: number;
  vatLei: string | null;
}

const operationsCsv = (operations: readonly Operation[], decimals: Decimals): string =>
  csvText(
    [
      ['Kind', 'Country', 'Tax Number', 'Name', 'Rate', 'Documents', 'Base RON', 'VAT RON', 'Document Ids'],
      ...operations.map(({ kind, country, taxNumber, name, rate, documents, baseLei, vatLei, documentIds }) => [
        ...[
          kind,
          safeCell(country ?? ''),
          safeCell(taxNumber ?? ''),
          safeCell(name ?? ''),
          numberCell(rate, decimals),
          String(documents),
        ],
        ...[numberCell(baseLei, decimals), numberCell(vatLei, decimals), documentIds.join(' ')],
      ]),
    ],
    decimals,
  );

export const d390Csv = (lines: readonly D390Line[], decimals: Decimals): string =>
  operationsCsv(
    lines.map(({ vatNumber, ...line }) => ({
      ...line,
      ...{ taxNumber: vatNumber, rate: null, documents: line.documentIds.length, vatLei: null },
    })),
    decimals,
  );

export const d394Csv = (lines: readonly D394Line[], decimals: Decimals): string =>
  operationsCsv(
    lines.map(({ cui, ...line }) => ({ ...line, taxNumber: cui })),
    decimals,
  );
