import { fileName } from '#shared/output/files/file-name.ts';
import type { DeliveryNote, DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { NEVER_SUBMITTED, NO_TRANSPORT } from '#shared/model/transport.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';
import { identifierOf } from './transport/identifier.ts';

/** Fields that the PDF does not show: their changes need no new PDF. */
const UNPRINTED: readonly (keyof DeliveryNote)[] = [
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
  ...(['convertedAt', 'convertedInvoiceId', 'conversion', 'cancellationReason', 'cancellationNotes'] as const),
  ...(['transportRecords', 'pastTransportRecords'] as const),
];

/** Fields of the transport declaration and its status. The PDF shows only those that `identifierOf` returns. */
const DECLARED = Object.keys({ ...NO_TRANSPORT, ...NEVER_SUBMITTED });

/** The status as far as the PDF shows it, by its watermark: drafts and cancelled notes have one, all others are alike. */
const printedStatus = ({ status }: DeliveryNote): string => (status === 'draft' || status === 'cancelled' ? status : 'in force');

/** What determines the bucket key of a note's PDF. */
export function deliveryNoteFile(document: DeliveryNoteDocument): FileIdentity {
  const lines = document.lines.map(({ transport: _, ...line }) => line);
  const printed: Record<string, unknown> = { ...document, lines, status: printedStatus(document) };
  for (const field of [...UNPRINTED, ...DECLARED]) delete printed[field];
  const identifier = identifierOf(document);
  // Absent without an identifier, so that the key of PDFs stored before identifiers were printed stays the same.
  if (identifier) printed['identifier'] = identifier;
  const { item: kind, folder } = KINDS.delivery_note;
  const { companyId, id } = document;
  return { companyId, id, kind, folder, isDraft: document.status === 'draft', printed };
}

/** The name under which the PDF is downloaded and attached (DLN-45). */
export const deliveryNotePdfName = ({ number }: Pick<DeliveryNote, 'number'>): string => fileName(`aviz-${number}.pdf`);
