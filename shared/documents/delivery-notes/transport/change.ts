import type { Actor } from '#shared/platform/access/model.ts';
import { nextNumberOf, type Series } from '#shared/records/catalogue/series/store.ts';
import { reportTo } from '#shared/documents/common/draft-rules.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { statedTransport, statedTransportLine } from '#shared/authority/etransport/stated.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { type FieldErrors, invalidFields } from '#shared/base/kernel/errors.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { TransportBody } from '../input.ts';
import type { StoredDeliveryNote } from '../read.ts';
import { DELIVERY_NOTES } from '../store.ts';

/**
 * Changes only the transport fields of an issued note (TRN-13 to TRN-15): before the declaration is submitted, or after
 * the authority has rejected it. Fields that the body omits do not change; for a line in the body, all transport fields are
 * replaced.
 *
 * @throws 404; 409 when the note is not issued, is being declared or is declared; 422 for a line that it does not have
 */
export const changeTransport = (
  loaded: StoredDeliveryNote,
  body: TransportBody,
  { by, series, commit }: { by: Actor; series: readonly Series[]; commit: Commit<StoredDeliveryNote> },
): Promise<StoredDeliveryNote> =>
  transition(DELIVERY_NOTES, loaded, 'change the transport of', { commit }, ({ document }) => {
    refuseUnknownLines(document.lines, body.lines);
    const after: DeliveryNoteDocument = { ...withChange(document, body), updatedAt: instant() };
    return {
      after,
      event: updatedEvent(document, after, 'Transport data of the delivery note updated', personOf(by)),
      extras: { nextNumber: nextNumberOf(after, series) },
    };
  });

/** The note with the transport fields of a body. Lines of the body that the note does not have are ignored. Pure. */
export function withChange(note: DeliveryNoteDocument, body: TransportBody): DeliveryNoteDocument {
  const named = new Map((body.lines ?? []).map(line => [line.uuid, statedTransportLine(line)]));
  const lines = note.lines.map(line => {
    const transport = named.get(line.id);
    return transport ? { ...line, transport } : line;
  });
  return { ...note, ...statedTransport(body, note), lines: body.lines ? lines : note.lines };
}

/** @throws 422 for lines that the note does not have, and for a line given twice */
export function refuseUnknownLines(lines: readonly DocumentLine[], bodies: TransportBody['lines']): void {
  const errors: FieldErrors = {};
  const report = reportTo(errors);
  const known = new Set(lines.map(({ id }) => id));
  const named = new Set<string>();
  for (const [place, { uuid }] of (bodies ?? []).entries()) {
    if (!known.has(uuid)) report(`lines.${place}.uuid`, 'must be the uuid of a line of the delivery note');
    if (named.has(uuid)) report(`lines.${place}.uuid`, 'must not be used by two lines');
    named.add(uuid);
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}
