import { sortedJson } from '#shared/base/kernel/records.ts';
import { localMinute } from '#shared/base/kernel/clock.ts';
import type { SeriesType } from '#shared/model/kinds.ts';
import type { ToldChange, ToldEvent } from '#shared/model/register/history.ts';
import { countedNoun } from '#shared/output/pdf/labels/ro.ts';
import type { CounterChange } from '#shared/records/catalogue/series/counter-changes.ts';
import type { ControlEntry, NumberState } from './entries.ts';
import type { ControlFile } from './read.ts';

/** The words of a control file, in Romanian. Pure. */

export const TYPES: Record<SeriesType, string> = {
  invoice: 'Facturi',
  credit_note: 'Facturi storno',
  proforma: 'Facturi proforme',
  delivery_note: 'Avize de însoțire a mărfii',
  receipt: 'Chitanțe',
  cash_payment: 'Dispoziții de plată',
};

export const STATES: Record<NumberState, string> = {
  issued: 'Emis',
  draft: 'În lucru',
  cancelled: 'Anulat',
  deleted: 'Șters',
  removed: 'Eliminat după termenul de păstrare',
  gone: 'Fără document',
  missing: 'Număr neutilizat',
};

/** Statuses of e-invoices and of transport declarations. */
const SENT: Record<string, string> = {
  pending: 'în curs de trimitere',
  uploaded: 'încărcat, fără răspuns',
  validated: 'validat',
  rejected: 'respins',
  error: 'eroare la trimitere',
  ok: 'acceptat',
  nok: 'respins',
  validation_failed: 'respins la validare',
  upload_failed: 'eroare la trimitere',
};

export const sentText = ({ taxauth }: Pick<ControlEntry, 'taxauth'>): string =>
  taxauth ? (SENT[taxauth.status] ?? taxauth.status) : '';

/** The statuses that a change of status leads to. */
const LEADS_TO: Record<string, string> = {
  draft: 'Readus în lucru',
  issued: 'Emis',
  sent: 'Trimis clientului',
  accepted: 'Acceptat de client',
  rejected: 'Refuzat de client',
  converted: 'Transformat în factură',
  cancelled: 'Anulat',
  error: 'Autoritatea fiscală nu a putut fi contactată',
};

const EVENTS: Partial<Record<ToldEvent['type'], string>> = {
  created: 'Creat',
  issued: 'Emis',
  updated: 'Modificat',
  cancelled: 'Anulat',
  restored: 'Readus în lucru',
  taxauth_submitted: 'Trimis autorității fiscale',
  taxauth_validated: 'Validat de autoritatea fiscală',
  taxauth_rejected: 'Respins de autoritatea fiscală',
};

/** What changes of one document say on the timeline of another. */
const TOLD: readonly [RegExp, string][] = [
  [/^Credited by (.+): (\S+ \S+)$/, 'Stornat prin $1: $2'],
  [/^No longer credited by (.+): (\S+ \S+)$/, 'Nu mai este stornat prin $1: $2'],
  [/^Drawn by (.+): (\S+ \S+) without VAT$/, 'Avans dedus prin $1: $2 fără TVA'],
  [/^No longer drawn by (.+): (\S+ \S+) without VAT$/, 'Avans nededus prin $1: $2 fără TVA'],
];

/** What an entry says happened. */
export function eventText({ type, status, details, changes }: ToldEvent): string {
  if (type === 'status_change') return LEADS_TO[status ?? ''] ?? details;
  const told = type === 'updated' && changes.length === 0 ? TOLD.find(([english]) => english.test(details)) : undefined;
  return told ? details.replace(...told) : (EVENTS[type] ?? details);
}

/** Names of fields that an inspector looks for; others are named as in the API. */
const FIELDS: Record<string, string> = {
  issueDate: 'data emiterii',
  dueDate: 'scadența',
  taxPointDate: 'data exigibilității',
  currency: 'moneda',
  exchangeRate: 'cursul',
  subtotal: 'valoarea fără TVA',
  vatTotal: 'TVA',
  discount: 'reducerea',
  total: 'totalul',
  balance: 'soldul',
  payable: 'suma de plată',
  status: 'starea',
  number: 'numărul',
  notes: 'observațiile',
  mentions: 'mențiunile',
  internalNote: 'nota internă',
  paymentTerms: 'condițiile de plată',
  paymentMethod: 'modul de plată',
  orderNumber: 'comanda',
  contractNumber: 'contractul',
  deliveryLocation: 'locul livrării',
  issuerName: 'întocmit de',
  deputyName: 'delegatul',
  deputyAuto: 'mijlocul de transport',
  clientId: 'clientul',
  tvaLaIncasare: 'TVA la încasare',
  'client.name': 'numele clientului',
  'client.cif': 'CIF-ul clientului',
  'client.vatCode': 'codul de TVA al clientului',
  'client.address': 'adresa clientului',
  'client.city': 'localitatea clientului',
  'client.county': 'județul clientului',
  'client.postalCode': 'codul poștal al clientului',
  'client.country': 'țara clientului',
  'client.registrationNumber': 'nr. reg. com. al clientului',
};

const LINE_FIELDS: Record<string, string> = {
  description: 'denumirea',
  quantity: 'cantitatea',
  unitPrice: 'prețul unitar',
  unitOfMeasure: 'unitatea de măsură',
  vatRate: 'cota de TVA',
  vatAmount: 'TVA',
  vatCategoryCode: 'categoria de TVA',
  subtotal: 'valoarea fără TVA',
  total: 'totalul',
  discount: 'reducerea',
  productCode: 'codul produsului',
};

export function fieldText(field: string): string {
  const line = /^lines\.(\d+)\.(.+)$/.exec(field);
  if (line) return `linia ${Number(line[1]) + 1}, ${LINE_FIELDS[line[2] ?? ''] ?? line[2]}`;
  return FIELDS[field] ?? field;
}

/** A value of a field, as it is stored. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(gol)';
  if (typeof value === 'boolean') return value ? 'da' : 'nu';
  return typeof value === 'string' ? value : sortedJson(value);
}

export const changeText = ({ field, from, to }: ToldChange): string =>
  `${fieldText(field)}: ${valueText(from)} → ${valueText(to)}`;

/** What of a change is not listed. */
export const moreChangesText = ({ moreChanges }: Pick<ToldEvent, 'moreChanges'>): string =>
  `încă ${countedNoun(moreChanges, 'un câmp', 'câmpuri')}`;

/** `2026-11-29 14:05`, in Romania. */
export const momentText = (at: string | null): string => (at ? localMinute(at) : '');

export const nameOf = (by: { id: string | null; name: string } | null): string =>
  by === null ? '' : by.id === null ? 'Sistem' : by.name;

/** Why the counter skipped numbers. */
export const counterText = ({ from, to, reason, by, at }: CounterChange): string =>
  `Contor schimbat de la ${from} la ${to} de ${nameOf(by)}, ${momentText(at)}: ${reason ?? 'fără motiv'}`;

/** The order of a number, or the first and last of those that are missing. */
export const orderText = ({ sequence, lastSequence }: Pick<ControlEntry, 'sequence' | 'lastSequence'>): string =>
  sequence === lastSequence ? String(sequence) : `${sequence}–${lastSequence}`;

/** Whether everything holds; short enough for the line with the period. */
export function verdictText(file: Pick<ControlFile, 'problems' | 'entries'>): string {
  const count = findingsOf(file);
  return count === 0 ? 'Lanțul este integru' : `Lanțul NU este integru: ${countedNoun(count, 'o constatare', 'constatări')}`;
}

export const findingsOf = ({ problems, entries }: Pick<ControlFile, 'problems' | 'entries'>): number =>
  problems.length + entries.reduce((sum, entry) => sum + entry.problems.length, 0);

/** With which anchors the chain was compared. */
export const anchorsText = ({ anchors: { count, first, last, upTo } }: Pick<ControlFile, 'anchors'>): string =>
  count === 0
    ? 'Nicio ancoră până acum.'
    : `${countedNoun(count, 'o ancoră', 'ancore')}, ${count === 1 ? `din ${last}` : `de la ${first} până la ${last}`}; ultima acoperă seria ${
        upTo === null ? 'încă fără numere' : `până la numărul ${upTo}`
      }.`;

/** How many numbers are in each state. */
export function countsText({ entries }: Pick<ControlFile, 'entries'>): string {
  const counts = new Map<NumberState, number>();
  for (const { state, sequence, lastSequence } of entries)
    counts.set(state, (counts.get(state) ?? 0) + lastSequence - sequence + 1);
  const texts = [...counts].map(([state, count]) => `${STATES[state].toLowerCase()}: ${count}`);
  return texts.length > 0 ? texts.join('; ') : 'niciun număr';
}
