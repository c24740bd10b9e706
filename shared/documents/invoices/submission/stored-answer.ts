import { getFile } from '#shared/platform/aws/documents-bucket.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { type AnswerArchive, readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import { TaxauthAnswerLost } from '#shared/authority/taxauth/client/errors.ts';
import type { SubmissionInput } from './submission.ts';

/** The authority's answer archives: stored with the verdict (verdict.ts), and returned unchanged. */

/** The bucket key of the answer archive of a submission. */
export const answerKey = (input: SubmissionInput): string =>
  `companies/${input.companyId}/invoices/${input.invoiceId}/taxauth/${input.submissionId}.zip`;

/**
 * The bucket key of the authority's archive: the answer to the submission, or the archive in which a received document was
 * delivered.
 */
export function archiveKey({ companyId, id, received, taxauthSubmissionId }: Invoice): string | null {
  if (received) return received.archivePath;
  return taxauthSubmissionId && answerKey({ companyId, invoiceId: id, submissionId: taxauthSubmissionId });
}

/** The stored archive about the document; undefined when there is none. */
export async function storedAnswer(invoice: Invoice): Promise<Uint8Array | undefined> {
  const key = archiveKey(invoice);
  return key ? (await getFile(key))?.bytes : undefined;
}

/** The file with the signature in the answer. @throws 404 when none is stored */
export async function storedSignature(invoice: Invoice): Promise<{ name: string; bytes: Uint8Array }> {
  const stored = await storedAnswer(invoice);
  const archive = stored && readableAnswer(stored);
  if (!archive || archive instanceof TaxauthAnswerLost || archive.signature === undefined) {
    throw notFound('Signature of the invoice');
  }
  const { signature, uploadIndex } = archive;
  return { name: `semnatura_${uploadIndex}.xml`, bytes: Buffer.from(signature) };
}

/** The content of a stored archive, or the error for one that cannot be read because it was changed after it was stored. */
export function readableAnswer(stored: Uint8Array): AnswerArchive | TaxauthAnswerLost {
  try {
    return readAnswerArchive(stored);
  } catch (error) {
    if (error instanceof TaxauthAnswerLost) return error;
    throw error;
  }
}
