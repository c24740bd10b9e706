import { without } from '../common.ts';
import type { AreaDescriptions } from '../model.ts';
import { INVOICE_FILTERS } from './invoice-operations.ts';

export const exports: AreaDescriptions = {
  operations: {
    'exports-csv': {
      description: `All invoices and credit notes that match the filters of the list, one a row, with \`X-Total-Records\` in the header. The file has UTF-8
with a byte order mark, commas, CRLF, all cells in quotes, decimals with a point, dates as \`YYYY-MM-DD\`. A cell that a spreadsheet would
run as a formula begins with an apostrophe. A large file is returned as a redirect to its address.

413 above 10,000 rows; 429 above 10 exports an hour of the company.`,
      parameters: {
        ...without(INVOICE_FILTERS, 'includeTotals'),
        includeTotals: 'Without meaning for this file.',
      },
      responses: { 200: 'The file.', 302: 'The address of a large file.' },
    },
    'exports-zip': {
      description: `Begins to put PDFs, XMLs and a CSV of the documents into a ZIP archive. \`statusUrl\` in the answer shows its progress; the webhook
\`export.completed\` says that it is done. The archive can be downloaded for 7 days.

404 if a document does not exist; 413 above 100 documents; 422 for documents without files (drafts), unless only the CSV is wanted; 429
above 5 exports an hour and while 2 exports of the company are running. The owner of a deleted company may use it while the company can be
restored.`,
      responses: { 202: 'The export was accepted.' },
    },
    'exports-get': {
      description: `With an id: the export and its progress. With the file name of the archive, which ends in \`.zip\`: the archive itself, as often as
wanted; a large one as a redirect to its address. 404 for an archive that is not complete; 410 once it has expired.`,
      parameters: { export: 'Id of the export, or the file name of its archive.' },
      responses: { 200: 'The export, or its archive.', 302: 'The address of a large archive.' },
    },
  },
  schemas: {
    ExportInput: {
      description: 'Body of a new export. At least one of PDF, XML and CSV must be wanted.',
      fields: {
        invoiceIds: 'Ids of the invoices and credit notes, 1 to 100; above that the answer is 413.',
        includePdf: 'Whether the archive has the PDFs; by default true.',
        includeXml: 'Whether the archive has the XMLs; by default true.',
        includeCsv: 'Whether the archive has a CSV of the documents; by default true.',
        folderStructure: 'The folders of the archive: by default none (`flat`), or one for each client, month or series.',
      },
    },
    Export: {
      description: 'An export of documents as a ZIP archive.',
      fields: {
        exportId: 'Id of the export.',
        status: 'Its status; `expired`: the archive is no longer there.',
        totalInvoices: 'Number of documents.',
        progress: 'Progress in percent.',
        estimatedCompletionTime: 'When it will be done by an estimate; null when it has ended.',
        createdAt: 'When it was requested.',
        statusUrl: 'Address of this answer.',
        filename: 'File name of the archive. Absent until it is complete.',
        downloadUrl: 'Address of the archive. Absent until it is complete.',
        expiresAt: 'When the archive is removed. Absent until it is complete.',
        fileSize: 'Size of the archive in bytes. Absent until it is complete.',
        filesIncluded: 'Number of files in the archive by kind. Absent until it is complete.',
        'filesIncluded.pdf': 'Number of PDFs.',
        'filesIncluded.xml': 'Number of XMLs.',
        'filesIncluded.csv': 'Number of CSVs.',
        completedAt: 'When it ended. Absent before.',
        error: 'Why it failed. Absent otherwise.',
      },
    },
  },
};
