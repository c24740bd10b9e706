import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { CommandFailed, EXIT } from './exit-codes.ts';

/** The body of an invoice to draft, as `POST /api/v1/invoices` takes it. */
export type Draft = Record<string, unknown>;

/** Fields of a line; every other column of a CSV file is a field of its invoice. */
const LINE_FIELDS = new Set([
  ...['description', 'quantity', 'unitPrice', 'unitOfMeasure', 'vatRate', 'vatRateId', 'vatCategoryCode', 'discount'],
  ...['discountPercent', 'vatIncluded', 'productId', 'productCode'],
]);

/**
 * The invoices of a file: JSON with one invoice or a list of them, or CSV with a row for each line. Rows of a CSV file with the same value in
 * the column `invoice` belong to one invoice; without this column each row is an invoice.
 *
 * @param name decides the format by its ending
 * @throws CommandFailed when the file cannot be read so
 */
export function draftsIn(name: string, text: string): Draft[] {
  try {
    return (name.toLowerCase().endsWith('.csv') ? fromCsv(text) : fromJson(text)).map(withKey());
  } catch (error) {
    throw new CommandFailed(`${name}: ${(error as Error).message}`, EXIT.usage);
  }
}

function fromJson(text: string): Draft[] {
  const value = JSON.parse(text) as Draft | Draft[];
  return Array.isArray(value) ? value : [value];
}

function fromCsv(text: string): Draft[] {
  const rows = parse(text, { columns: true, bom: true, skip_empty_lines: true, trim: true, relax_column_count: false }) as Record<
    string,
    string
  >[];
  const groups = Map.groupBy(rows.entries(), ([place, row]) => row['invoice'] || `row ${place}`);
  return [...groups.values()].map(group => {
    const [[, first]] = group as [[number, Record<string, string>]];
    const header = Object.entries(first).filter(
      ([field, value]) => field !== 'invoice' && !LINE_FIELDS.has(field) && value !== '',
    );
    return { ...Object.fromEntries(header), lines: group.map(([, row]) => lineOf(row)) };
  });
}

/** Empty cells are left out; numbers stay text, which the API takes too, so that no digit is lost. */
const lineOf = (row: Record<string, string>): Draft =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([field, value]) => LINE_FIELDS.has(field) && value !== '')
      .map(([field, value]) => [field, field === 'vatIncluded' ? value === 'true' : value]),
  );

/**
 * Adds keys that follow from content: a file that is sent again, after a failure or by mistake, makes no invoice twice. Invoices of one file
 * that are alike are numbered, so that each is made.
 */
function withKey(): (draft: Draft) => Draft {
  const alike = new Map<string, number>();
  return draft => {
    const content = JSON.stringify(draft);
    const before = alike.get(content) ?? 0;
    alike.set(content, before + 1);
    return { idempotencyKey: createHash('sha256').update(`${content}#${before}`).digest('hex'), ...draft };
  };
}
