import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { NEVER_SUBMITTED, NO_TRANSPORT } from '#shared/model/transport.ts';
import { DEFAULT_CONFIGURATION } from '#shared/output/pdf/configuration.ts';
import type { PrintOptions } from '#shared/output/pdf/key.ts';
import type { Page } from '#shared/output/pdf/templates/index.ts';
import { printedDeliveryNote } from '#shared/documents/delivery-notes/print.ts';
import type { DocumentOverrides } from '../../support/documents.ts';
import { UIT } from '../../support/delivery-notes.ts';
import { usualDocument } from './sample.ts';

/** Delivery notes as they are printed. */

/** The fields of a note once its transport is declared. */
export const declared = {
  etransportStatus: 'ok',
  etransportUit: UIT,
  etransportValidUntil: '2026-03-06',
  etransportVehicleNumber: 'CJ07ATL',
  etransportTrailer1: 'CJ99REM',
  etransportTransportDate: '2026-03-02',
} as const;

/** An issued note; its amounts follow from `lines`. */
export function sampleNote({
  lines,
  ...overrides
}: Partial<Omit<DeliveryNoteDocument, 'lines'>> & Pick<DocumentOverrides, 'lines'> = {}): DeliveryNoteDocument {
  const { orderNumber: _, contractNumber: _contract, ublExtensions: _more, ...sale } = usualDocument(lines ? { lines } : {});
  return {
    ...sale,
    ...{ number: 'AVZ-2026-017', issuerId: null, cancellationNotes: null, convertedAt: null, convertedInvoiceId: null },
    ...{ invoiceFollows: true, transferCause: null, destination: null, returnOf: null, proformaId: null },
    ...NO_TRANSPORT,
    ...NEVER_SUBMITTED,
    status: 'issued',
    ...overrides,
  };
}

/** A note in the form for a template. */
export const printedNote = (
  note: DeliveryNoteDocument,
  options: PrintOptions = {},
  changes: Partial<Page['configuration']> = {},
): Page => ({
  document: printedDeliveryNote(note, options),
  configuration: { ...DEFAULT_CONFIGURATION, ...changes },
});
