import { unpackAnswer } from '#shared/authority/taxauth/client/archive.ts';
import { TaxauthAnswerLost } from '#shared/authority/taxauth/client/errors.ts';
import { getFile } from '#shared/platform/aws/documents-bucket.ts';
import { Problem, type ProblemCode } from '#shared/base/kernel/errors.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { pdfFile } from '#shared/documents/common/files/pdf.ts';
import { invoiceFile } from '../../print/identity.ts';
import { readInvoice } from '../../read.ts';
import { xmlOf } from '../../files/xml.ts';
import { storedAnswer } from '../../submission/stored-answer.ts';
import type { ExportJob } from '../model.ts';

/** The files of one document for an archive of a period. */
export interface DocumentFiles {
  document: InvoiceDocument;
  pdf: Uint8Array | undefined;
  xml: Uint8Array | undefined;
  /** The authority's archive, with the original that it has signed. */
  signed: Uint8Array | undefined;
  /** In the order of their ids, without their bytes. */
  attachments: Attachment[];
  /** What is missing, and why. */
  notes: string[];
}

/** What the PDFs of a company show besides the document. */
export interface Look {
  configuration: PdfTemplateConfiguration;
  logoPath: string | null;
}

/** Failures of one document that do not pass: the archive lists them, and goes on. */
const LASTING: readonly ProblemCode[] = ['validation_error', 'gone', 'not_found'];

/**
 * Reads the files of a document; a PDF that is not stored is rendered. One query, up to 3 files.
 *
 * @param givesUp whether a PDF that cannot be rendered is listed as missing: it must not stop the archive for ever
 * @returns undefined for a document that was deleted, and for a draft
 * @throws DamagedItem
 */
export async function readFiles(
  company: CompanyId,
  id: string,
  include: ExportJob['include'],
  { look, givesUp }: { look: Look; givesUp: boolean },
): Promise<DocumentFiles | undefined> {
  const stored = await readInvoice(company, id);
  if (!stored || stored.document.status === 'draft') return undefined;
  const { document } = stored;
  const notes: string[] = [];
  const orNote = async <T>(what: string, file: Promise<T>): Promise<T | undefined> => {
    try {
      return await file;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!LASTING.includes(error.code) && !(givesUp && error.code === 'internal_error')) throw error;
      notes.push(`No ${what}: ${error.message}`);
      return undefined;
    }
  };
  const [pdf, xml, signed] = await Promise.all([
    include.pdf ? orNote('PDF', (async () => pdfFile(invoiceFile(document), look.configuration, look.logoPath))()) : undefined,
    include.xml && document.xmlPath !== null ? orNote('XML', xmlOf(document)) : undefined,
    include.signed ? storedAnswer(document) : undefined,
  ]);
  const isSigned = document.status === 'validated' || document.received !== undefined;
  if (include.signed && isSigned && !signed) notes.push("No signed original: the authority's archive is not stored.");
  const attachments = include.attachments ? (stored.attachments ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)) : [];
  return { document, pdf: pdf?.bytes, xml, signed, attachments, notes };
}

/** The bytes of an attachment; undefined when they are not stored. */
export const readAttached = async ({ storageKey }: Attachment): Promise<Uint8Array | undefined> =>
  (await getFile(storageKey))?.bytes;

/** Whether a member of the authority's archive is this XML, byte for byte. Pure. */
export function holdsXml(signed: Uint8Array, xml: Uint8Array): boolean {
  try {
    return Object.values(unpackAnswer(signed)).some(member => Buffer.from(member).equals(xml));
  } catch (error) {
    if (!(error instanceof TaxauthAnswerLost)) throw error;
    // It was changed after it was stored, or the authority has sent no ZIP.
    return false;
  }
}
