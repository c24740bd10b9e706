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
      description: `Begins to put PDFs, XMLs, the authority's archives with the signed originals, and a CSV of the documents into a ZIP archive. \`statusUrl\` in the
answer shows its progress; the webhook \`export.completed\` says that it is done. The archive can be downloaded for 7 days.

With \`period\` in place of \`invoiceIds\`, it is an archive of all documents but drafts that were issued in the period, however many, with their attachments: in
volumes, and a main file with an index, a manifest of digests, and a script that checks all of it offline. One archive of a company is made at a time.

With \`program\` too, it is a hand-over file for an accounting program in place of documents' files: sales, purchases and payments that count in the months of the period, with the
accounts of the company (\`accountMapping\`). \`csv\`: tables; \`saft\`: the source sections of SAF-T D406, which are no declaration; \`saga\`: the XML that SAGA C imports.

404 if a document does not exist; 413 above 100 documents by their ids; 422 for documents without files (drafts), unless only the CSV is wanted; 429
above 5 exports an hour and while 2 exports, or an archive of a period, of the company are running. The owner of a deleted company may use it while the company can be
restored.`,
      responses: { 202: 'The export was accepted.' },
    },
    'exports-get': {
      description: `With an id: the export and its progress. With the file name of the archive, or of a volume, which ends in \`.zip\`: the file itself, as often as
wanted; a large one as a redirect to its address. 404 for an archive that is not complete; 410 once it has expired.`,
      parameters: { export: 'Id of the export, or the file name of its archive or of a volume.' },
      responses: { 200: 'The export, or its archive.', 302: 'The address of a large archive.' },
    },
  },
  schemas: {
    ExportInput: {
      description: 'Body of a new export: `invoiceIds` or `period`. At least one of PDF, XML and CSV must be wanted.',
      fields: {
        invoiceIds: 'Ids of the invoices and credit notes, 1 to 100; above that the answer is 413.',
        period: 'In place of ids: an archive of all that were issued in the period.',
        program: 'With a period of whole months: a hand-over file for this program in place of an archive.',
        decimals:
          'Of hand-over files in CSV: `comma` writes numbers with a comma, and semicolons between cells. By default `point`.',
        includePdf: 'Whether the archive has the PDFs; by default true.',
        includeXml: 'Whether the archive has the XMLs; by default true.',
        includeCsv:
          'Whether the archive has a CSV of the documents; by default true. An archive of a period always has its index.',
        includeSigned: "Whether the archive has the authority's archives with the signed originals; by default true.",
        includeAttachments: 'Whether an archive of a period has the attachments; by default true. Without meaning otherwise.',
        folderStructure:
          'The folders of the archive: by default none (`flat`), or one for each client, month or series. Those of an archive of a period are fixed.',
      },
    },
    ArchivePeriod: {
      description: 'A period of dates of issue; of a hand-over file, of the months in which documents count.',
      fields: { from: 'The first day.', to: 'The last day, not before the first.' },
    },
    Export: {
      description: 'An export of documents as a ZIP archive.',
      fields: {
        exportId: 'Id of the export.',
        status: 'Its status; `expired`: the archive is no longer there.',
        totalInvoices: 'Number of documents; of an archive of a period 0 until they are counted.',
        progress: 'Progress in percent.',
        estimatedCompletionTime: 'When it will be done by an estimate; null when it has ended.',
        createdAt: 'When it was requested.',
        statusUrl: 'Address of this answer.',
        period: 'The period of an archive of one. Absent otherwise.',
        'period.from': 'Its first day.',
        'period.to': 'Its last day.',
        program: 'The program of a hand-over file. Absent otherwise.',
        done: 'Number of documents that are in the archive. Only of an archive of a period.',
        damaged: 'Number of documents that cannot be read, which the index lists. Only of an archive of a period.',
        volumes: 'The volumes that are made. Only of an archive of a period; a hand-over file has none.',
        'volumes.filename': 'File name of the volume.',
        'volumes.downloadUrl': 'Its address, once the archive is complete.',
        'volumes.fileSize': 'Its size in bytes.',
        'volumes.sha256': 'Its SHA-256, in hex.',
        'volumes.documents': 'Number of documents that begin in it.',
        manifestSha256:
          'SHA-256 of `manifest.json` in the main file of an archive of a period, which proves all others. Absent until it is complete.',
        filename: 'File name of the archive; of one of a period that of the main file. Absent until it is complete.',
        downloadUrl: 'Address of the archive. Absent until it is complete.',
        expiresAt: 'When the archive is removed. Absent until it is complete.',
        fileSize: 'Size of the archive in bytes. Absent until it is complete.',
        filesIncluded: 'Number of files in the archive by kind. Absent until it is complete.',
        'filesIncluded.pdf': 'Number of PDFs.',
        'filesIncluded.xml': 'Number of XMLs.',
        'filesIncluded.csv': 'Number of CSVs.',
        'filesIncluded.signed': "Number of the authority's archives. Absent if there are none.",
        'filesIncluded.attachments': 'Number of attachments. Absent if there are none.',
        completedAt: 'When it ended. Absent before.',
        error: 'Why it failed. Absent otherwise.',
      },
    },
  },
};
