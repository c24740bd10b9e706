import { amount, decimal } from '#shared/base/kernel/money.ts';
import { isUnrated, type JournalRow } from '../journal.ts';
import type { FiscalRole, Operation } from '../operations.ts';
import { isLate } from './placed.ts';
import { prefixOf, vatNumberOf } from './partners.ts';

/** The recapitulative statement (form 390): what was supplied to and bought from businesses in other member states. Pure. */

export interface D390Kind {
  kind: string;
  label: string;
  role: FiscalRole;
  operation: Operation;
  /** Whether a partner without a VAT number can be declared: purchases are, with the member state alone. */
  withoutNumber: boolean;
}

export const D390 = {
  /** The first month that the order is for. */
  from: '2020-02',
  source: 'OPANAF 705/2020 of 11.03.2020, annex 2, as in force on 29.11.2026',
  kinds: [
    { kind: 'L', label: 'Goods supplied', role: 'sale', operation: 'goods_eu', withoutNumber: false },
    { kind: 'A', label: 'Goods bought', role: 'purchase', operation: 'goods_eu', withoutNumber: true },
    { kind: 'P', label: 'Services supplied', role: 'sale', operation: 'services_eu', withoutNumber: false },
    { kind: 'S', label: 'Services bought', role: 'purchase', operation: 'services_eu', withoutNumber: true },
  ] satisfies D390Kind[] as readonly D390Kind[],
  notKnown:
    'Kinds T (triangular operations) and R (farmers), call-off stock, and services that are exempt in the other member state are not known: documents do not state them.',
};

/** What was traded with a partner. Base in lei. */
export interface D390Line {
  kind: string;
  /** The prefix of the VAT number, such as `EL` for Greece; without one that of the partner's country. */
  country: string;
  /** Without prefix. */
  vatNumber: string | null;
  name: string | null;
  baseLei: string;
  documentIds: string[];
}

/** A document that cannot be declared as it is. */
export interface D390Error {
  documentId: string;
  number: string;
  kind: string;
  message: string;
}

export interface D390List {
  lines: D390Line[];
  errors: D390Error[];
}

/** @param rows sales and purchases of a month */
export function d390(rows: readonly JournalRow[]): D390List {
  const lines = new Map<string, D390Line>();
  const errors: D390Error[] = [];
  for (const row of rows)
    for (const { operation, baseLei } of row.groups) {
      const kind = D390.kinds.find(one => one.role === row.role && one.operation === operation);
      if (!kind) continue;
      const message = problemOf(row, kind);
      if (message) errors.push({ documentId: row.documentId, number: row.number, kind: kind.kind, message });
      else addTo(lines, kind, row, baseLei);
    }
  const place = ({ kind }: D390Line): number => D390.kinds.findIndex(one => one.kind === kind);
  return { lines: [...lines.values()].toSorted((a, b) => place(a) - place(b) || (keyOf(a) < keyOf(b) ? -1 : 1)), errors };
}

function problemOf(row: JournalRow, { operation, withoutNumber }: D390Kind): string | null {
  if (isUnrated(row)) return 'The document has no exchange rate: state its exchangeRate.';
  // The statement is for the month in which the tax is due; what is entered later, or counts later because that was closed, corrects it.
  if (isLate(row))
    return `The tax was due on ${row.date}: it belongs in a correction of the statement for ${row.date.slice(0, 7)}.`;
  return vatNumberOf(row, operation) || withoutNumber ? null : 'The client has no VAT number: enter it, or correct the document.';
}

const keyOf = ({ kind, country, vatNumber, name }: Pick<D390Line, 'kind' | 'country' | 'vatNumber' | 'name'>): string =>
  [kind, country, vatNumber ?? ` ${name}`].join(' ');

function addTo(lines: Map<string, D390Line>, { kind, operation }: D390Kind, row: JournalRow, baseLei: string): void {
  const vat = vatNumberOf(row, operation);
  const { name, country } = row.partner;
  const partner = { kind, country: vat?.country ?? prefixOf(country), vatNumber: vat?.number ?? null, name };
  const line = lines.get(keyOf(partner)) ?? { ...partner, baseLei: '0.00', documentIds: [] };
  line.baseLei = amount(decimal(line.baseLei).plus(baseLei));
  // The groups of a document follow each other.
  if (line.documentIds.at(-1) !== row.documentId) line.documentIds.push(row.documentId);
  lines.set(keyOf(partner), line);
}
