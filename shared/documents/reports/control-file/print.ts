import { companyParty } from '../print.ts';
import { fact, factField, present, unbroken, wordingOf } from '#shared/documents/common/print/wording.ts';
import type { Company } from '#shared/model/company.ts';
import { isReceiptSeries, type SeriesType } from '#shared/model/kinds.ts';
import type { ToldEvent } from '#shared/model/register/history.ts';
import type { LineCell, LinesTable, PrintedDocument, PrintedSection, PrintedText } from '#shared/output/pdf/document.ts';
import type { ControlEntry } from './entries.ts';
import { findingInRomanian } from './findings.ts';
import type { ControlFile } from './read.ts';
import {
  anchorsText,
  changeText,
  counterText,
  countsText,
  eventText,
  momentText,
  moreChangesText,
  nameOf,
  orderText,
  sentText,
  STATES,
  TYPES,
  verdictText,
} from './texts.ts';

/** The content of the PDF of a control file (REP-65), in Romanian. Pure. */
export function printedControlFile(file: ControlFile, company: Company): PrintedDocument {
  const wording = wordingOf('ro');
  const { format } = wording;
  return {
    language: 'ro',
    title: 'Dosar de control',
    number: `seria ${file.series.prefix}`,
    company: company.name,
    watermark: null,
    changedAt: `${file.madeOn}T00:00:00.000Z`,
    dates: present([
      factField('period', 'Perioada', `${format.date(file.from)} – ${format.date(file.to)}`),
      factField('day', 'Întocmit la', format.date(file.madeOn)),
      { label: 'Verificare', ...fact('verdict', verdictText(file)), style: 'due' },
    ]),
    parties: [companyParty(company, 'Emitent', wording)],
    references: present([
      { label: 'Documente', text: TYPES[file.series.type] },
      { label: 'Numere', text: countsText(file) },
      { label: 'Ancore', text: asPrinted(anchorsText(file)) },
    ]),
    transport: null,
    lines: register(file, format),
    ...{ adjustments: null, vat: null, legalMentions: [], totals: null, payment: null, statement: null },
    remarks: remarks(file),
    people: [],
    signatures: ['Întocmit', 'Verificat'],
  };
}

/** Dates of the service's own sentences as PDFs have them (OUT-5). */
const asPrinted = (text: string): string => text.replaceAll(/\b(\d{4})-(\d{2})-(\d{2})\b/g, '$3.$2.$1');

type Formats = ReturnType<typeof wordingOf>['format'];
type Column = [label: string, style: LinesTable['columns'][number]['style'], cell: (entry: ControlEntry) => LineCell];

/** The series whose documents are sent to the authority. */
const SENT: readonly SeriesType[] = ['invoice', 'credit_note', 'delivery_note'];

function register({ series, entries }: ControlFile, format: Formats): LinesTable {
  const columns: Column[] = [
    ['Nr.', 'number', entry => ({ text: unbroken(orderText(entry)) })],
    ['Document, istoric', 'description', entry => ({ ...fact(entry.number, entry.number), details: details(entry) })],
    ['Data', 'unit', ({ issueDate }) => ({ text: issueDate === null ? '' : unbroken(format.date(issueDate)) })],
    ['Starea', 'unit', ({ state }) => ({ text: STATES[state] })],
    ...(SENT.includes(series.type) ? [['Autoritatea fiscală', 'unit', sent] as Column] : []),
    [
      'Total',
      'figure',
      ({ number, total, currency }) =>
        total === null
          ? { text: '' }
          : { ...fact(`total of ${number}`, format.money(total)), details: [{ text: currency ?? '' }] },
    ],
  ];
  return {
    columns: columns.map(([label, style]) => ({ label, style })),
    rows: entries.map(entry => columns.map(([, , cell]) => cell(entry))),
    carried: null,
  };
}

const sent = (entry: ControlEntry): LineCell => ({
  text: sentText(entry),
  details: [entry.taxauth?.uploadIndex, entry.taxauth?.uit && `UIT ${entry.taxauth.uit}`].flatMap(text =>
    text ? [{ text }] : [],
  ),
});

/** What stands below a number: the partner, what was found, and what happened, in this order. */
function details(entry: ControlEntry): PrintedText[] {
  const { partner, removedAt, problems, notes, counterChanges, history } = entry;
  return [
    ...(partner ? [[partner.name, partner.cif].filter(Boolean).join(', ')] : []),
    ...(entry.parentNumber === null ? [] : [`Document de bază: ${entry.parentNumber}`]),
    ...problems.map(problem => asPrinted(`CONSTATARE: ${findingInRomanian(problem)}`)),
    ...notes.map(note => asPrinted(findingInRomanian(note))),
    ...counterChanges.map(change => asPrinted(counterText(change))),
    ...(removedAt === null ? [] : [asPrinted(`${STATES[entry.state]} la ${momentText(removedAt)}`)]),
    ...history.flatMap(happened),
  ].map(text => ({ text }));
}

function happened(event: ToldEvent): string[] {
  const { at, by, reason, changes, moreChanges } = event;
  const what = [eventText(event), ...(reason === null ? [] : [reason])].join(': ');
  return [
    [asPrinted(momentText(at)), what, nameOf(by)].filter(Boolean).join(' · '),
    ...changes.map(({ field, from, to }) => `– ${changeText({ field, from: valuePrinted(from), to: valuePrinted(to) })}`),
    ...(moreChanges > 0 ? [`– ${moreChangesText(event)}`] : []),
  ];
}

/** A value that is a date; other values stay as they are stored. */
const valuePrinted = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? asPrinted(value) : value;

const remarks = ({ series, problems, counterChanges }: ControlFile): PrintedSection[] =>
  [
    { heading: 'Constatări despre serie', text: problems.map(problem => asPrinted(findingInRomanian(problem))).join('\n') },
    { heading: 'Schimbări ale contorului', text: counterChanges.map(change => asPrinted(counterText(change))).join('\n') },
    {
      heading: 'Cum se verifică',
      text:
        (isReceiptSeries(series.type)
          ? 'Fiecare număr poartă amprenta (SHA-256) celui dinaintea lui, iar fiecare document și anularea lui, amprenta proprie. '
          : 'Fiecare număr și fiecare modificare poartă amprenta (SHA-256) celei dinaintea ei. ') +
        'Ancorele sunt amprente păstrate zilnic într-un ' +
        'loc în care nu pot fi schimbate. Modificările sunt cele de după acordarea numărului; ora este cea a României.',
    },
  ].filter(({ text }) => text !== '');
