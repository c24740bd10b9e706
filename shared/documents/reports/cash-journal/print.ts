import { decimal } from '#shared/base/kernel/money.ts';
import type { Printing } from '#shared/documents/common/files/complete.ts';
import { placeTexts } from '#shared/documents/common/print/parties.ts';
import { fact, factField, field, present, unbroken, type Wording, wordingOf } from '#shared/documents/common/print/wording.ts';
import type { Company } from '#shared/model/company.ts';
import { CASH_JOURNAL } from '#shared/model/kinds.ts';
import { type CashJournal, type CashMovement, explanationOf } from '#shared/model/receipts/cash-journal.ts';
import { fileName } from '#shared/output/files/file-name.ts';
import type { LineCell, LinesTable, PrintedDocument } from '#shared/output/pdf/document.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { readCashJournal } from './read.ts';

/** The PDF of the cash journal, in Romanian: the register of cash (form 14-4-7A of OMFP 2634/2015). */

export interface PrintedCash {
  journal: CashJournal;
  company: Company;
}

/** What of a company its register shows. */
const SHOWN = ['name', 'cif', 'vatCode', 'vatPayer', 'registrationNumber', 'address', 'city', 'state', 'country'] as const;

/** What determines the bucket key of the PDF. It is deleted after a day: it can be made again. */
export const cashJournalPdf = ({ journal, company }: PrintedCash): FileIdentity => ({
  ...{ companyId: company.id, id: company.id, kind: CASH_JOURNAL, folder: CASH_JOURNAL, isDraft: true },
  asked: { from: journal.from, to: journal.to },
  printed: { ...journal, company: Object.fromEntries(SHOWN.map(name => [name, company[name]])) },
});

export const cashJournalPdfName = ({ from, to }: Pick<CashJournal, 'from' | 'to'>): string =>
  fileName(`registru-de-casa-${from}-${to}.pdf`);

/** How the journal that a request asks for is printed. */
export const cashJournalPrinting = (asked: { from: string; to: string }): Printing<PrintedCash> => ({
  title: 'Cash journal',
  read: async companyId => {
    const [journal, company] = await Promise.all([readCashJournal(companyId, asked), readCompany(companyId)]);
    return company && { journal, company };
  },
  identity: cashJournalPdf,
  print: printedCashJournal,
});

/** The content of the PDF. Pure. */
export function printedCashJournal({ journal, company }: PrintedCash): PrintedDocument {
  const wording = wordingOf('ro');
  const { labels, format } = wording;
  const isVatId = company.vatPayer && company.vatCode !== null;
  const lei = (value: string): string => format.sum(value, 'RON');
  const days = journal.from === journal.to ? [journal.from] : [journal.from, journal.to];
  return {
    language: 'ro',
    title: 'Registru de casă',
    number: days.map(format.date).join(' – '),
    company: company.name,
    watermark: null,
    changedAt: `${journal.to}T00:00:00.000Z`,
    dates: [
      { label: 'Sold inițial', ...fact('opening balance', lei(journal.opening)) },
      { label: 'Sold final', ...fact('closing balance', lei(journal.closing)), style: 'due' },
    ],
    parties: [
      {
        heading: 'Unitatea',
        name: fact('company name', company.name),
        address: [
          ...(company.address ? [{ text: company.address }] : []),
          ...placeTexts({ ...company, county: company.state, postalCode: null }, wording),
        ],
        fields: present([
          factField('tax number', isVatId ? labels.vatId : labels.taxId, isVatId ? company.vatCode : company.cif),
          field(labels.registrationNumber, company.registrationNumber),
        ]),
      },
    ],
    references: [],
    transport: null,
    lines: linesOf(journal, wording),
    ...{ adjustments: null, vat: null, legalMentions: [], statement: null, payment: null, remarks: [], people: [] },
    totals: {
      rows: [
        { label: 'Sold inițial', text: lei(journal.opening) },
        { label: 'Total încasări', ...fact('sum of takings', lei(journal.in)) },
        { label: 'Total plăți', ...fact('sum of payments', lei(journal.out)) },
        { label: 'Sold final', text: lei(journal.closing), weight: 'grand' },
      ],
      payable: lei(journal.closing),
    },
    signatures: ['Casier', 'Compartiment financiar-contabil'],
  };
}

/** Cells of the register are no letters: notes and names go on for as long as their fields allow. */
const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 159).trimEnd()}…` : text);

const asCells = (texts: readonly string[]): LineCell[] => texts.map(text => ({ text }));

/** For each day its opening balance, its movements, and its closing balance. */
function linesOf({ days, movements }: CashJournal, { labels, format }: Wording): LinesTable {
  const byDay = Map.groupBy(movements, ({ date }) => date);
  const money = (value: string): string => (decimal(value).eq(0) ? '' : format.money(value));
  let place = 0;
  const movement = (one: CashMovement): LineCell[] => [
    ...asCells([String(++place), one.number ?? '–']),
    // The partner has a line of its own: notes may be long, and an inspector looks for who paid.
    { text: shortened(explanationOf(one)), details: one.partner ? [{ text: shortened(one.partner) }] : [] },
    ...asCells([money(one.in), money(one.out), '']),
  ];
  const rows = days.flatMap(day => {
    const date = unbroken(format.date(day.date));
    return [
      asCells(['', '', `${date}: sold la începutul zilei`, '', '', format.money(day.opening)]),
      ...(byDay.get(day.date) ?? []).map(movement),
      asCells([
        ...['', '', `${date}: sold la sfârșitul zilei`],
        ...[format.money(day.in), format.money(day.out), format.money(day.closing)],
      ]),
    ];
  });
  return {
    columns: [
      { label: labels.line.number, style: 'number' },
      { label: 'Nr. act', style: 'rate' },
      { label: 'Explicații', style: 'description' },
      { label: 'Încasări', style: 'figure' },
      { label: 'Plăți', style: 'figure' },
      { label: 'Sold', style: 'figure' },
    ],
    rows,
    carried: null,
  };
}
