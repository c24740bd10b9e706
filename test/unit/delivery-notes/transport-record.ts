import type { Actor } from '#shared/platform/access/model.ts';
import { newRecord, withNewMessage } from '#shared/documents/delivery-notes/transport/messages.ts';
import {
  type MessageContent,
  type SentMessage,
  type TransportPart,
  type TransportRecord,
  withMessage,
} from '#shared/documents/delivery-notes/transport/record.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { NO_TRANSPORT_OF_LINE } from '#shared/model/transport.ts';
import { sampleLine } from '../../support/documents.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { sampleNote } from '../pdf/sample-notes.ts';

/** Records of transports and their notes, without a table. */

export const ANA = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;

/** 100 kg of one product, whose transport can be declared; weights are its own. */
export function declarableNote(overrides: Partial<Omit<DeliveryNoteDocument, 'lines'>> = {}): DeliveryNoteDocument {
  const note = sampleNote({
    id: newId(),
    exchangeRate: '1',
    etransportTransportDate: '2026-03-02',
    etransportVehicleNumber: 'CJ12ABC',
    ...overrides,
    lines: [sampleLine({ quantity: '100', unitPrice: '3', unitOfMeasure: 'kg' })],
  });
  const transport = { ...NO_TRANSPORT_OF_LINE, tariffCode: '07019050', netWeight: '99.99', grossWeight: '110' };
  return { ...note, lines: note.lines.map(line => ({ ...line, transport })) };
}

export const wholeOf = ({ id: noteId, number }: DeliveryNoteDocument): TransportPart => ({ noteId, number, lines: null });

export const recordOf = (parts: TransportPart[], vehicle: TransportRecord['vehicle'] = null): TransportRecord =>
  newRecord({ id: newId(), companyId: companyScope('c'), declarant: '14399840' }, parts, { by: ANA, vehicle });

/** The message that was added last. */
export const lastOf = (record: TransportRecord): SentMessage => record.messages.at(-1)!;

/** A record that the authority knows under an identifier, with one more message in progress. */
export function declaredRecord(record: TransportRecord, uit: string, content: MessageContent): TransportRecord {
  const accepted = withMessage(record, lastOf(record).id, { state: 'ok', uit });
  return withNewMessage({ ...accepted, status: 'ok', uit, validUntil: '2026-03-06' }, content, null);
}

/** A note that shows a record. */
export const showing = (
  note: DeliveryNoteDocument,
  { id, status, uit, validUntil }: TransportRecord,
  overrides: Partial<DeliveryNoteDocument> = {},
): DeliveryNoteDocument => ({
  ...note,
  ...{ etransportStatus: status === 'deleted' ? null : status, etransportUit: uit, etransportValidUntil: validUntil },
  ...{ etransportDeclarationId: id, transportRecords: [id] },
  ...overrides,
});
