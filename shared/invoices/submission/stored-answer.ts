import { getFile } from '../../aws/documents-bucket.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Invoice } from '../../model/invoice.ts';
import { type AnswerArchive, readAnswerArchive } from '../../taxauth/client/archive.ts';
import { TaxauthAnswerLost } from '../../taxauth/client/errors.ts';
import type { SubmissionInput } from './submission.ts';

/** The authority's answer archives: stored when the verdict comes (verdict.ts), and shown as they are. */

/** Where the answer archive of a submission is kept. */
export const answerKey = (input: SubmissionInput): string =>
  `companies/${input.companyId}/invoices/${input.invoiceId}/taxauth/${input.submissionId}.zip`;

/** Where the authority's archive about a document is kept: the answer to its submission, or that in which it was delivered. */
export function archiveKey({ companyId, id, received, taxauthSubmissionId }: Invoice): string | null {
  if (received) return received.archivePath;
  return taxauthSubmissionId && answerKey({ companyId, invoiceId: id, submissionId: taxauthSubmissionId });
}

/** The stored archive about the document; undefined when none came. */
export async function storedAnswer(invoice: Invoice): Promise<Uint8Array | undefined> {
  const key = archiveKey(invoice);
  return key ? (await getFile(key))?.bytes : undefined;
}

/** The signature that came with the answer, as a file. @throws 404 when none is stored */
export async function storedSignature(invoice: Invoice): Promise<{ name: string; bytes: Uint8Array }> {
  const stored = await storedAnswer(invoice);
  const archive = stored && readableAnswer(stored);
  if (!archive || archive instanceof TaxauthAnswerLost || archive.signature === undefined) {
    throw notFound('Signature of the invoice');
  }
  const { signature, uploadIndex } = archive;
  return { name: `semnatura_${uploadIndex}.xml`, bytes: Buffer.from(signature) };
}

/** What a stored archive holds, or why it cannot be read: it was read once, so it was changed since. */
export function readableAnswer(stored: Uint8Array): AnswerArchive | TaxauthAnswerLost {
  try {
    return readAnswerArchive(stored);
  } catch (error) {
    if (error instanceof TaxauthAnswerLost) return error;
    throw error;
  }
}
