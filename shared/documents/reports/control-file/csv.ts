import { safeCell } from '#shared/documents/invoices/export/csv.ts';
import type { ToldChange, ToldEvent } from '#shared/model/register/history.ts';
import { csvText, type Decimals, numberCell } from '../csv.ts';
import type { ControlEntry } from './entries.ts';
import { findingInRomanian } from './findings.ts';
import type { ControlFile } from './read.ts';
import {
  anchorsText,
  counterText,
  countsText,
  eventText,
  fieldText,
  momentText,
  moreChangesText,
  nameOf,
  orderText,
  sentText,
  STATES,
  TYPES,
  valueText,
  verdictText,
} from './texts.ts';

/**
 * A control file as CSV, in Romanian (REP-65): lines about the series, then for each number its line, and below it a line for each thing that
 * happened to it, or for each field that a change changed. Pure.
 */

type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

const COLUMNS = [
  ...(['Rând', 'Nr. de ordine', 'Document', 'Stare', 'Data emiterii', 'Numerotat la', 'Numerotat de'] as const),
  ...(['Partener', 'CIF partener', 'Moneda', 'Total', 'Index încărcare', 'Stare la autoritatea fiscală', 'Cod UIT'] as const),
  ...(['Anulat la', 'Anulat de', 'Motivul anulării', 'Eliminat la', 'Document de bază', 'Verificare', 'Observații'] as const),
  ...(['Data și ora', 'Eveniment', 'Autor', 'Câmp', 'Valoare veche', 'Valoare nouă'] as const),
] as const;

export function controlFileCsv(file: ControlFile, decimals: Decimals): string {
  const rows: Cells[] = [
    ...aboutSeries(file),
    ...file.entries.flatMap(entry => [ofNumber(entry, decimals), ...entry.history.flatMap(event => ofEvent(entry, event))]),
  ];
  return csvText(
    [
      [...COLUMNS],
      ...rows.map(cells => COLUMNS.map(name => (name === 'Total' ? (cells[name] ?? '') : safeCell(cells[name] ?? '')))),
    ],
    decimals,
  );
}

const aboutSeries = (file: ControlFile): Cells[] => [
  {
    ...{ Rând: 'Serie', Document: file.series.prefix, Stare: TYPES[file.series.type] },
    ...{ Verificare: verdictText(file), Observații: `Perioada ${file.from} – ${file.to}; ${countsText(file)}` },
  },
  { Rând: 'Ancore', Observații: anchorsText(file) },
  ...file.problems.map(problem => ({ Rând: 'Constatare', Verificare: findingInRomanian(problem) })),
  ...file.counterChanges.map(change => ({ Rând: 'Contor', Observații: counterText(change) })),
];

const ofNumber = (entry: ControlEntry, decimals: Decimals): Cells => ({
  ...place(entry, 'Număr'),
  Stare: STATES[entry.state],
  'Data emiterii': entry.issueDate ?? '',
  'Numerotat la': momentText(entry.numberedAt),
  'Numerotat de': nameOf(entry.numberedBy),
  Partener: entry.partner?.name ?? '',
  'CIF partener': entry.partner?.cif ?? '',
  Moneda: entry.currency ?? '',
  Total: numberCell(entry.total, decimals),
  'Index încărcare': entry.taxauth?.uploadIndex ?? '',
  'Stare la autoritatea fiscală': sentText(entry),
  'Cod UIT': entry.taxauth?.uit ?? '',
  'Anulat la': momentText(entry.cancelled?.at ?? null),
  'Anulat de': nameOf(entry.cancelled?.by ?? null),
  'Motivul anulării': entry.cancelled?.reason ?? '',
  'Eliminat la': momentText(entry.removedAt),
  'Document de bază': entry.parentNumber ?? '',
  Verificare: entry.state === 'missing' ? '' : entry.problems.map(findingInRomanian).join(' ') || 'Corespunde',
  Observații: [...entry.notes.map(findingInRomanian), ...entry.counterChanges.map(counterText)].join(' '),
});

function ofEvent(entry: ControlEntry, event: ToldEvent): Cells[] {
  const happened: Cells = {
    ...place(entry, 'Eveniment'),
    'Data și ora': momentText(event.at),
    Eveniment: [eventText(event), ...(event.reason === null ? [] : [event.reason])].join(': '),
    Autor: nameOf(event.by),
  };
  if (event.changes.length === 0) return [happened];
  const left = event.moreChanges > 0 ? [{ ...happened, Câmp: moreChangesText(event) }] : [];
  return [...event.changes.map(change => ({ ...happened, ...ofChange(change) })), ...left];
}

const ofChange = ({ field, from, to }: ToldChange): Cells => ({
  ...{ Câmp: fieldText(field), 'Valoare veche': valueText(from), 'Valoare nouă': valueText(to) },
});

const place = (entry: ControlEntry, row: string): Cells => ({
  ...{ Rând: row, 'Nr. de ordine': orderText(entry), Document: entry.number },
});
