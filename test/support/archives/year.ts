import { zipSync } from 'fflate';
import { putFile } from '#shared/platform/aws/documents-bucket.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { createWrites } from '#shared/documents/common/store.ts';
import { xmlKey } from '#shared/documents/invoices/files/xml-key.ts';
import { invoiceFile } from '#shared/documents/invoices/print/identity.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { answerKey } from '#shared/documents/invoices/submission/stored-answer.ts';
import { readPdfConfiguration } from '#shared/output/pdf/configuration-item.ts';
import { pdfKey } from '#shared/output/pdf/key.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { sampleDocument } from '../documents.ts';

/** The year of the documents. */
export const YEAR = 2025;

/** How many documents are stored at a time. */
const AT_ONCE = 8;

export interface YearFiles {
  pdf: Uint8Array;
  xml: Uint8Array;
  /** The signature of the authority's archive. */
  signature: Uint8Array;
}

/** Stores so many validated invoices of a company with their files, spread over a year, as issue and validation leave them. */
export async function storeYear(company: CompanyId, many: number, files: YearFiles): Promise<void> {
  const signed = zipSync({ '5000000001.xml': files.xml, 'semnatura_5000000001.xml': files.signature });
  for (let from = 0; from < many; from += AT_ONCE) {
    const places = Array.from({ length: Math.min(AT_ONCE, many - from) }, (_, place) => from + place);
    await Promise.all(places.map(place => storeOne(company, place, many, { ...files, signed })));
  }
}

async function storeOne(
  companyId: CompanyId,
  place: number,
  many: number,
  { pdf, xml, signed }: YearFiles & { signed: Uint8Array },
): Promise<void> {
  const day = new Date(Date.UTC(YEAR, 0, 1 + Math.floor((365 * place) / many))).toISOString().slice(0, 10);
  const [id, submissionId] = [newId(), newId()];
  const document = sampleDocument({
    ...{ companyId, id, version: 1, number: `AN-${String(place + 1).padStart(6, '0')}`, sequence: place + 1 },
    ...{ status: 'validated' as const, taxauthStatus: 'validated' as const, taxauthSubmissionId: submissionId, issueDate: day },
    ...{ clientId: null, xmlPath: xmlKey({ companyId, id }, 1) },
  });
  await transact(createWrites(INVOICES, document, []));
  // As it is stored: the name of the PDF is a hash of it.
  const stored = (await readInvoice(companyId, id))?.document;
  if (!stored) throw new Error(`There is no invoice ${id}.`);
  await Promise.all([
    putFile(pdfKey(invoiceFile(stored), await readPdfConfiguration(companyId), null), pdf, 'application/pdf'),
    putFile(xmlKey({ companyId, id }, 1), xml, 'application/xml'),
    putFile(answerKey({ companyId, invoiceId: id, submissionId }), signed, 'application/zip'),
  ]);
}
