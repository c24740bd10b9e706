import { KINDS } from '../model/kinds.ts';
import type { Proforma, ProformaDocument } from '../model/convertible/proforma.ts';
import type { FileIdentity } from '../pdf/key.ts';

/** Fields that change without changing what is printed. */
const UNPRINTED: readonly (keyof Proforma)[] = [
  ...([
    'version',
    'updatedAt',
    'createdAt',
    'createdBy',
    'internalNote',
    'linesHash',
    'rowHash',
    'timelineHash',
    'seal',
  ] as const),
  ...(['sentAt', 'acceptedAt', 'rejectedAt', 'rejectionReason', 'rejectionNotes', 'convertedAt', 'convertedInvoiceId'] as const),
];

/** What is printed of the status: a watermark for drafts and cancelled documents. */
const printedStatus = ({ status }: Proforma): string => (status === 'draft' || status === 'cancelled' ? status : 'in force');

/** What decides where the PDF of a proforma is stored. */
export function proformaFile(document: ProformaDocument): FileIdentity {
  const printed: Record<string, unknown> = { ...document, status: printedStatus(document) };
  for (const field of UNPRINTED) delete printed[field];
  const { companyId, id } = document;
  return {
    companyId,
    id,
    kind: KINDS.proforma.item,
    folder: KINDS.proforma.folder,
    isDraft: document.status === 'draft',
    printed,
  };
}

/** The name under which the PDF is downloaded and attached (completions-documents §4). */
export const proformaPdfName = ({ number }: Pick<Proforma, 'number'>): string => `proforma-${number}.pdf`;
