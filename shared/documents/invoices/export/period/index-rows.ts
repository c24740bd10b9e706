import { fiscalTotals } from '#shared/model/amounts/owed.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { customerOf, supplierOf } from '#shared/model/roles.ts';
import { csvRows, safeCell } from '../csv.ts';
import type { FileRole, ManifestFile } from './manifest.ts';

/** The rows of `index.csv` (OUT-111), in the format of the CSV export. Pure. */

export interface Indexed {
  invoice: Invoice;
  /** The file name of the volume. */
  volume: string;
  files: readonly ManifestFile[];
  /** Number of attachments. */
  attachments: number;
  /** What is missing, and why. */
  notes: readonly string[];
}

type Cell = string | number | null | undefined;

const fileOf = ({ files }: Indexed, role: FileRole): ManifestFile | undefined => files.find(file => file.role === role);

const partnerOf = ({ invoice }: Indexed): { name: string | null; cif: string | null } =>
  (invoice.direction === 'incoming' ? supplierOf(invoice) : invoice.client) ?? {
    name: customerOf(invoice)?.name ?? invoice.receiverName,
    cif: invoice.receiverCif,
  };

/** Whether the authority's archive holds the XML beside it; another one after a refusal, which is its list of errors. */
const signedXml = (signed: ManifestFile | undefined): string => (signed ? (signed.holdsXml === true ? 'same' : 'other') : '');

const COLUMNS: [title: string, cell: (one: Indexed) => Cell][] = [
  ['Kind', ({ invoice }) => (invoice.isCreditNote ? 'credit note' : 'invoice')],
  ['Direction', ({ invoice }) => invoice.direction],
  ['Number', ({ invoice }) => invoice.number],
  ['Issue Date', ({ invoice }) => invoice.issueDate],
  ['Due Date', ({ invoice }) => invoice.dueDate],
  ['Partner', one => partnerOf(one).name],
  ['Partner CIF', one => partnerOf(one).cif],
  ['Status', ({ invoice }) => invoice.status],
  ['Currency', ({ invoice }) => invoice.currency],
  ['Subtotal', ({ invoice }) => fiscalTotals(invoice).subtotal],
  ['VAT Total', ({ invoice }) => fiscalTotals(invoice).vatTotal],
  ['Total', ({ invoice }) => fiscalTotals(invoice).total],
  ['Payable Total', ({ invoice }) => fiscalTotals(invoice).payable],
  ['Taxauth Status', ({ invoice }) => invoice.taxauthStatus],
  ['Taxauth Upload Index', ({ invoice }) => invoice.taxauthUploadIndex],
  ['Taxauth Download ID', ({ invoice }) => invoice.taxauthDownloadId],
  ['Timeline Hash', ({ invoice }) => invoice.timelineHash],
  ['Volume', ({ volume }) => volume],
  ['PDF', one => fileOf(one, 'pdf')?.path],
  ['PDF SHA-256', one => fileOf(one, 'pdf')?.sha256],
  ['XML', one => fileOf(one, 'xml')?.path],
  ['XML SHA-256', one => fileOf(one, 'xml')?.sha256],
  ['Signed Original', one => fileOf(one, 'signed')?.path],
  ['Signed Original SHA-256', one => fileOf(one, 'signed')?.sha256],
  ['Signed XML', one => signedXml(fileOf(one, 'signed'))],
  ['Attachments', ({ attachments }) => attachments],
  ['Note', ({ notes }) => notes.join(' ')],
  ['Document ID', ({ invoice }) => invoice.id],
];

/** The byte order mark and the header line. */
export const indexHeader = (): string => `\ufeff${csvRows([COLUMNS.map(([title]) => title)])}`;

/** The row of a document, with its line end. */
export const indexRow = (one: Indexed): string => csvRows([COLUMNS.map(([, cell]) => safeCell(String(cell(one) ?? '')))]);

const DAMAGED = 'The stored data of this document cannot be read. The operator of the service has been informed.';

/** The row of a document that cannot be read. @param known what its row in lists says, if that can be read */
export function damagedRow(id: string, known: { number: string; issueDate: string } | undefined): string {
  const cells: Record<string, string | undefined> = {
    Number: known?.number,
    'Issue Date': known?.issueDate,
    Note: DAMAGED,
    'Document ID': id,
  };
  return csvRows([COLUMNS.map(([title]) => safeCell(cells[title] ?? ''))]);
}
