import type { DeliveryNote, DeliveryNoteDocument } from '../model/convertible/delivery-note.ts';
import { KINDS } from '../model/kinds.ts';
import { NEVER_SUBMITTED, NO_TRANSPORT } from '../model/transport.ts';
import type { FileIdentity } from '../pdf/key.ts';
import { identifierOf } from './transport/identifier.ts';

/** Fields that change without changing what is printed. */
const UNPRINTED: readonly (keyof DeliveryNote)[] = [
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
  ...(['convertedAt', 'convertedInvoiceId', 'conversion', 'cancellationReason', 'cancellationNotes'] as const),
  ...(['transportRecords', 'pastTransportRecords'] as const),
];

/** The fields of the transport declaration and its status. The PDF shows of them only what is printed beside the identifier. */
const DECLARED = Object.keys({ ...NO_TRANSPORT, ...NEVER_SUBMITTED });

/** What is printed of the status: a watermark for drafts and cancelled documents. */
const printedStatus = ({ status }: DeliveryNote): string => (status === 'draft' || status === 'cancelled' ? status : 'in force');

/** What decides where the PDF of a note is stored. */
export function deliveryNoteFile(document: DeliveryNoteDocument): FileIdentity {
  const lines = document.lines.map(({ transport: _, ...line }) => line);
  const printed: Record<string, unknown> = { ...document, lines, status: printedStatus(document) };
  for (const field of [...UNPRINTED, ...DECLARED]) delete printed[field];
  const identifier = identifierOf(document);
  // A note without one stays where it was before identifiers were printed.
  if (identifier) printed['identifier'] = identifier;
  const { item: kind, folder } = KINDS.delivery_note;
  const { companyId, id } = document;
  return { companyId, id, kind, folder, isDraft: document.status === 'draft', printed };
}

/** The name under which the PDF is downloaded and attached (completions-documents §6.1). */
export const deliveryNotePdfName = ({ number }: Pick<DeliveryNote, 'number'>): string => `aviz-${number}.pdf`;
