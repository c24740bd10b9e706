import { amount, decimal, plain } from '#shared/base/kernel/money.ts';
import { isOnlyDue, isUnrated, type JournalGroup, type JournalRow } from '../journal.ts';
import { cuiOf, hasForeignVat, isRomanian } from './partners.ts';
import { placeOf } from '../operations.ts';
import { rateOf } from './placed.ts';

/** The statement of supplies and purchases in Romania (form 394), by partner, kind and rate. Pure. */

export const D394 = {
  /** The first month that the order is for. */
  from: '2025-08',
  source:
    'OPANAF 3769/2015 as changed by OPANAF 2194/2025, and the structure of the file (list of values of op1/tip); excerpts read on 29.11.2026',
  kinds: [
    ['L', 'Supplies'],
    ['V', 'Supplies under reverse charge'],
    ['LS', 'Supplies under a special scheme'],
    ['A', 'Purchases'],
    ['AI', 'Purchases from suppliers that apply VAT on collection'],
    ['C', 'Purchases under reverse charge'],
    ['AS', 'Purchases under a special scheme'],
    ['N', 'Purchases from persons that are not registered'],
  ] as const,
  notKnown: [
    'Documents are those of the month of their issue, purchases of the month of their entry, also under VAT on collection. Sales whose tax point is more than three months before, or one after, the month of issue are not found.',
    'Sales by till receipts, simplified invoices, categories of goods under reverse charge, ranges of numbers and cancelled documents (sections C, G and I) are not in it. Exempt supplies and purchases, exports, imports and what is in form 390 are not part of the form, and neither are operations abroad: sales with the VAT of another member state (one-stop shop, OSS), and purchases from abroad outside of VAT, such as a hotel there, or under a margin scheme. Kind A has purchases by till receipt too, which the form has apart.',
    'Persons without a tax number are in sums by rate: the form asks for their personal number, or their name and address. Kind N has purchases that the supplier invoiced outside of the scope of VAT.',
  ],
};

export type D394Kind = (typeof D394.kinds)[number][0];

/** What was traded with a partner at a rate. Amounts in lei. */
export interface D394Line {
  kind: D394Kind;
  /** Of a partner abroad its VAT number, if it has one. Without the prefix `RO`; null for the sum of the persons without a tax number. */
  cui: string | null;
  name: string | null;
  country: string | null;
  /** Percent; 0 where the kind has no VAT. */
  rate: string;
  /** A document with several rates counts at the one with the most VAT. */
  documents: number;
  baseLei: string;
  /** Null where the kind has no VAT. */
  vatLei: string | null;
  documentIds: string[];
}

const hasVat = (kind: D394Kind): boolean => kind === 'L' || kind === 'A' || kind === 'AI' || kind === 'C';

/** The kind of a group of a document; null for what is not part of the form. */
function kindOf(row: JournalRow, group: JournalGroup): D394Kind | null {
  const { operation, rate, category } = group;
  if (row.role === 'sale') {
    // The form is for operations in Romania (OPANAF 3769/2015, its title): VAT of another member state is declared there.
    if (operation === 'domestic') return decimal(rate).gt(0) && !hasForeignVat(row, group) ? 'L' : null;
    if (operation === 'reverse_charge') return 'V';
    return operation === 'margin' ? 'LS' : null;
  }
  switch (operation) {
    case 'domestic':
      if (decimal(rate).eq(0)) return null;
      return row.onCollection ? 'AI' : 'A';
    case 'reverse_charge':
      return 'C';
    case 'margin':
      // What a travel agency or dealer abroad sells under its scheme is taxed there.
      return isRomanian(row) ? 'AS' : null;
    case 'outside':
      // Persons of Romania that are not registered; a hotel abroad is none of them.
      return category === 'O' && placeOf(row.partner.country) === 'domestic' ? 'N' : null;
    default:
      return null;
  }
}

/** A group that is part of the form. */
interface Part {
  kind: D394Kind;
  rate: string;
  base: string;
  vat: string;
}

function partOf(row: JournalRow, group: JournalGroup): Part | null {
  const kind = kindOf(row, group);
  if (!kind || isOnlyDue(group)) return null;
  const rate = kind === 'C' ? (rateOf(group) ?? group.rate) : hasVat(kind) ? plain(decimal(group.rate)) : '0';
  return { kind, rate, base: group.baseLei, vat: kind === 'C' ? group.selfAssessedLei : group.vatLei };
}

/** The part by which a document is counted: that with the most VAT, then the highest rate. */
const countedBy = (parts: readonly Part[]): Part | undefined =>
  parts.toSorted((a, b) => decimal(b.vat).abs().cmp(decimal(a.vat).abs()) || decimal(b.rate).cmp(a.rate))[0];

/** @param rows the documents of the month, without payments */
export function d394(rows: readonly JournalRow[]): D394Line[] {
  const lines = new Map<string, D394Line>();
  for (const row of rows) {
    if (row.paymentId !== undefined || isUnrated(row)) continue;
    const parts = row.groups.flatMap(group => partOf(row, group) ?? []);
    const counted = countedBy(parts);
    for (const part of parts) addTo(lines, row, part, part === counted);
  }
  const place = ({ kind }: D394Line): number => D394.kinds.findIndex(([one]) => one === kind);
  return [...lines.values()].toSorted(
    (a, b) => place(a) - place(b) || (a.cui ?? '~').localeCompare(b.cui ?? '~') || decimal(b.rate).cmp(a.rate),
  );
}

function addTo(lines: Map<string, D394Line>, row: JournalRow, { kind, rate, base, vat }: Part, counts: boolean): void {
  const cui = cuiOf(row);
  const key = [kind, cui ?? '', rate].join(' ');
  const named = cui === null ? { name: null, country: null } : { name: row.partner.name, country: row.partner.country };
  const line = lines.get(key) ?? { kind, cui, ...named, rate, documents: 0, baseLei: '0.00', vatLei: null, documentIds: [] };
  line.documents += counts ? 1 : 0;
  line.baseLei = amount(decimal(line.baseLei).plus(base));
  line.vatLei = hasVat(kind) ? amount(decimal(line.vatLei).plus(vat)) : null;
  // The groups of a document follow each other.
  if (line.documentIds.at(-1) !== row.documentId) line.documentIds.push(row.documentId);
  lines.set(key, line);
}
