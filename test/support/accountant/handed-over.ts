import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { expecting } from '../../../infra/local/api-client.ts';
import type { Export, Journal } from '../contract.ts';
import type { Scope, Service } from '../service.ts';

/**
 * Reads a neutral hand-over file as an accounting program would, and makes the journals of it: from documents.csv, vat-groups.csv and
 * payments.csv alone, by their titles, without the service's code.
 */

type Row = Record<string, string>;

/** The tables of a hand-over file, by the names of their files without `.csv`. */
export type Tables = Record<'documents' | 'lines' | 'vat-groups' | 'payments' | 'partners', Row[]>;

export function tablesOf(zip: Uint8Array, delimiter = ','): Tables {
  const files = unzipSync(zip);
  const read = (name: string): Row[] => parse(Buffer.from(files[`${name}.csv`]!), { columns: true, bom: true, delimiter });
  return {
    documents: read('documents'),
    lines: read('lines'),
    'vat-groups': read('vat-groups'),
    payments: read('payments'),
    partners: read('partners'),
  };
}

/** Asks for a hand-over file, waits for it, and downloads it. */
export async function handedOver(
  service: Service,
  scope: Scope,
  body: { program: string; decimals?: string; period: { from: string; to: string } },
): Promise<{ job: Export; zip: Buffer }> {
  const path = '/api/v1/invoices/export/zip';
  const { exportId } = await expecting<Export>(202, path, service.api('POST', path, { ...scope, body }));
  await service.idle(600_000);
  const job = await expecting<Export>(200, exportId, service.api('GET', `/api/v1/exports/${exportId}`, scope));
  const answer = await service.api('GET', `/api/v1/exports/${job.filename}`, scope);
  const zip =
    answer.status === 302
      ? Buffer.from(await (await fetch(answer.headers.get('location') ?? '')).arrayBuffer())
      : (answer.body as Buffer);
  return { job, zip };
}

const ID = /^[\da-f]{8}-[\da-f-]{27}$/;
const orNull = (value: string | undefined): string | null => (value === '' || value === undefined ? null : value);
const numberOrNull = (value: string | undefined): number | null => (value ? Number(value) : null);

const partnerOf = (row: Row): Journal['data'][number]['partner'] => ({
  id: ID.test(row['Partner Id'] ?? '') ? row['Partner Id']! : null,
  ...{ name: orNull(row['Partner']), cif: orNull(row['Partner CIF']), country: row['Country'] ?? '' },
});

const groupOf = (row: Row) => ({
  ...{ operation: row['Operation'], category: row['VAT Category'], rate: Number(row['VAT Rate']) },
  ...{ base: Number(row['Base']), vat: Number(row['VAT']) },
  ...{ baseLei: Number(row['Base RON']), vatLei: Number(row['VAT RON']) },
  ...{ baseDueLei: Number(row['Base Due RON']), vatDueLei: Number(row['VAT Due RON']) },
  ...{ selfAssessedLei: Number(row['VAT Self-Assessed RON']), deductibleLei: Number(row['VAT Deductible RON']) },
});

/** Keys of documents and payments. */
const keyOf = (row: Row): string => `${row['Document Id']} ${row['Payment Id'] ?? ''}`;

/** The journal of sales or purchases of a month, as `GET /reports/journal` answers its rows, by document and payment. */
export function journalOfTables(tables: Tables, role: string, month: string): Journal['data'] {
  const groups = Map.groupBy(tables['vat-groups'], keyOf);
  const groupsOf = (row: Row) => (groups.get(keyOf(row)) ?? []).map(groupOf) as Journal['data'][number]['groups'];
  const isAsked = (row: Row): boolean => row['Role'] === role && row['Period'] === month;
  const documents = tables.documents.filter(isAsked).map(row => ({
    ...{ documentId: row['Document Id']!, paymentId: null, number: row['Number']!, date: row['Tax Point']! },
    ...{ issueDate: row['Issue Date']!, partner: partnerOf(row), currency: row['Currency']! },
    ...{ exchangeRate: numberOrNull(row['Exchange Rate']), settles: orNull(row['Settles']) },
    source: orNull(row['Source']) as Journal['data'][number]['source'],
    ...{ corrects: orNull(row['Corrects']), groups: groupsOf(row) },
  }));
  const payments = tables.payments.filter(isAsked).map(row => ({
    ...{ documentId: row['Document Id']!, paymentId: row['Payment Id']!, number: row['Number']!, date: row['Date']! },
    ...{ issueDate: null, partner: partnerOf(row), currency: row['Currency']!, exchangeRate: null, settles: null },
    source: orNull(row['Document Source']) as Journal['data'][number]['source'],
    ...{ corrects: null, groups: groupsOf(row) },
  }));
  // Payments that make no VAT due are in no journal.
  return sorted([...documents, ...payments.filter(one => one.groups.length > 0)]);
}

const sorted = (rows: Journal['data']): Journal['data'] =>
  rows.toSorted((a, b) => (`${a.documentId} ${a.paymentId}` < `${b.documentId} ${b.paymentId}` ? -1 : 1));

/** The rows of a journal in the same order. */
export const rowsOfJournal = ({ data }: Journal): Journal['data'] => sorted(data);

const cents = (value: string | undefined): number => Math.round(Number(value) * 100);

/** What an accountant checks before the import: what lines and VAT groups sum to, in cents, for each document; the documents where they differ. */
export function unbalanced({ documents, lines, 'vat-groups': groups }: Tables): string[] {
  const sum = (rows: Row[], name: string): number => rows.reduce((all, row) => all + cents(row[name]), 0);
  const linesOf = Map.groupBy(lines, row => row['Document Id']);
  const groupsOf = Map.groupBy(
    groups.filter(row => row['Payment Id'] === ''),
    row => row['Document Id'],
  );
  return documents.flatMap(row => {
    const [own, vat] = [linesOf.get(row['Document Id']) ?? [], groupsOf.get(row['Document Id']) ?? []];
    const isSound =
      cents(row['Base RON']) === sum(own, 'Base RON') &&
      cents(row['Base RON']) === sum(vat, 'Base RON') &&
      cents(row['Base']) === sum(own, 'Base') &&
      cents(row['VAT RON']) === sum(vat, 'VAT RON') &&
      cents(row['VAT RON']) === sum(own, 'VAT RON') &&
      sum(vat, 'VAT RON') === sum(vat, 'VAT Due RON') + sum(vat, 'VAT Not Due RON');
    return isSound ? [] : [row['Number'] ?? ''];
  });
}
