import { type TransportValidation, validateDeclaration } from '#shared/authority/etransport/validate.ts';
import { today } from '#shared/base/kernel/clock.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { declarationOf, NO_TRANSPORT_OF_LINE, type TransportDeclaration } from '#shared/model/transport.ts';

/** The transport declaration that follows from a note's fields. Pure. */
export const declarationOfNote = (note: DeliveryNoteDocument): TransportDeclaration =>
  declarationOf({ ...note, lines: note.lines.map(line => ({ ...line, ...(line.transport ?? NO_TRANSPORT_OF_LINE) })) });

/** Checks the declaration by the authority's rules, as of today (TRN-20); for a note in any status. */
export const validateTransport = (note: DeliveryNoteDocument): TransportValidation =>
  validateDeclaration(declarationOfNote(note), today());
