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

/** The stored archive of the document's submission; undefined when none came. */
export async function storedAnswer({ companyId, id, taxauthSubmissionId }: Invoice): Promise<Uint8Array | undefined> {
  if (!taxauthSubmissionId) return undefined;
  return (await getFile(answerKey({ companyId, invoiceId: id, submissionId: taxauthSubmissionId })))?.bytes;
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
