import { fileName } from '#shared/output/files/file-name.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Proforma, ProformaDocument } from '#shared/model/convertible/proforma.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';

/** Fields that the PDF does not show: their changes need no new PDF. */
const UNPRINTED: readonly (keyof Proforma)[] = [
  ...([
    'version',
    'updatedAt',
    'createdAt',
    'createdBy',
    'internalNote',
    'metadata',
    'linesHash',
    'rowHash',
    'timelineHash',
    'seal',
  ] as const),
  ...(['sentAt', 'acceptedAt', 'rejectedAt', 'rejectionReason', 'rejectionNotes', 'convertedAt', 'convertedInvoiceId'] as const),
];

/** The status as far as the PDF shows it, by its watermark: drafts and cancelled proformas have one, all others are alike. */
const printedStatus = ({ status }: Proforma): string => (status === 'draft' || status === 'cancelled' ? status : 'in force');

/** What determines the bucket key of a proforma's PDF. */
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

/** The name under which the PDF is downloaded and attached (PRO-25). */
export const proformaPdfName = ({ number }: Pick<Proforma, 'number'>): string => fileName(`proforma-${number}.pdf`);
