import type { CellKind } from '#shared/documents/common/csv-import/cells.ts';
import { columnsOf, type Field, type Row, rowsOf } from '#shared/documents/common/csv-import/file.ts';

/** The rows of a file of purchases (PUR-13): a line for each purchase, its VAT groups side by side. Pure. */

/** How many VAT groups a row may have: `rate`, `base` and `vat`, then `rate2`, `base2`, `vat2` … */
const MOST_GROUPS = 4;

const GROUP: [name: string, kind: CellKind][] = [
  ['category', 'text'],
  ['rate', 'decimal'],
  ['base', 'decimal'],
  ['vat', 'decimal'],
];

const FIELDS: Field[] = [
  ['kind', 'kind', 'text'],
  ['supplierId', 'supplier.id', 'text'],
  ['supplier', 'supplier.name', 'text'],
  ['cif', 'supplier.cif', 'text'],
  ['vatCode', 'supplier.vatCode', 'text'],
  ['country', 'supplier.country', 'text'],
  ['number', 'number', 'text'],
  ['issueDate', 'issueDate', 'date'],
  ['taxPointDate', 'taxPointDate', 'date'],
  ['receivedDate', 'receivedDate', 'date'],
  ['dueDate', 'dueDate', 'date'],
  ['currency', 'currency', 'text'],
  ['exchangeRate', 'exchangeRate', 'decimal'],
  ['tvaLaIncasare', 'tvaLaIncasare', 'yes'],
  ['buyerCif', 'buyerCif', 'text'],
  ['customsNumber', 'customs.number', 'text'],
  ['customsDate', 'customs.date', 'date'],
  ['customsVatLei', 'customs.vatLei', 'decimal'],
  ['customsBaseLei', 'customs.baseLei', 'decimal'],
  ['description', 'description', 'text'],
  ['vatDeductiblePercent', 'vatDeductiblePercent', 'decimal'],
  ['selfAssessedRate', 'selfAssessedRate', 'decimal'],
  ['expenseCategory', 'expenseCategory', 'text'],
  ['expenseAccount', 'expenseAccount', 'text'],
  ['notes', 'notes', 'text'],
  ...Array.from({ length: MOST_GROUPS }, (_, place) =>
    GROUP.map(([name, kind]): Field => [`${name}${place === 0 ? '' : place + 1}`, `groups.${place}.${name}`, kind]),
  ).flat(),
];

export const COLUMNS = columnsOf(FIELDS);

/** @throws 422 for a file that is no CSV, has unknown columns, no rows or too many */
export const purchaseRows = (text: string): Row[] =>
  rowsOf(text, COLUMNS).map(row => ({ ...row, body: { supplier: {}, ...row.body } }));
