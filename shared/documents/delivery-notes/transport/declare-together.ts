import type { Actor } from '#shared/platform/access/model.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { changeWrites } from '#shared/documents/common/store.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { type FieldErrors, found, invalidFields, validation } from '#shared/base/kernel/errors.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import type { Company } from '#shared/model/company.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { readDeliveryNote } from '../read.ts';
import { DELIVERY_NOTE_STATES } from '../states.ts';
import { DELIVERY_NOTES } from '../store.ts';
import { declarationOfNote } from './declaration.ts';
import type { TransportDeclarationBody } from './input.ts';
import { newRecord } from './messages.ts';
import { transportNotification } from './notification.ts';
import { createRecord, newRecordId, type TransportPart, type TransportRecord } from './record.ts';
import { asSubmitted } from './submit.ts';

/**
 * Declares one transport of several notes of a client, of a part of a note, or with a vehicle other than the note's: for a lorry
 * with the goods of several notes, or a note that needs two lorries. Route, partner and date are those of the first note. One
 * transaction; the state machine sends the message.
 *
 * Unlike with submit-etransport, a note may be in several such declarations at once: only the caller knows how its goods are
 * divided. The note's own fields show the last one.
 *
 * @throws 404 for a note that does not exist; 422 for one that is not issued, for notes of several clients and for invalid lines
 */
export function declareTogether(
  body: TransportDeclarationBody,
  { company, by, commit }: { company: Company; by: Actor; commit: Commit<TransportRecord> },
): Promise<TransportRecord> {
  return retryOnContention(async () => {
    const stored = await Promise.all(
      body.deliveryNotes.map(({ deliveryNoteId }) => readDeliveryNote(company.id, deliveryNoteId)),
    );
    const notes = stored.map(note => permitted(DELIVERY_NOTE_STATES, 'declare together', found(note, 'Delivery note').document));
    const parts = partsOf(body, notes);
    const [first] = notes;
    const { vehicleNumber: vehicle = null, trailer1 = null, trailer2 = null } = body;
    const { declarant } = declarationOfNote(first!);
    const record = newRecord({ id: newRecordId(first!), companyId: company.id, declarant }, parts, {
      by,
      vehicle: vehicle === null ? null : { vehicle, trailer1, trailer2 },
    });
    const changes = notes.map(before => {
      const after = asSubmitted(before, record.id);
      const event = newEvent('taxauth_submitted', after.status, 'Transport declaration submitted', personOf(by), {
        declarationId: record.id,
      });
      return { before, after, recorded: [{ event, webhooks: [transportNotification('etransport.submitted', after)] }] };
    });
    const [change, ...rest] = changes;
    return commit([createRecord(record), ...changeWrites(DELIVERY_NOTES, change!, rest)], record);
  });
}

/** @throws 422 by field, or with `different_clients` */
function partsOf({ deliveryNotes }: TransportDeclarationBody, notes: readonly DeliveryNoteDocument[]): TransportPart[] {
  const errors: FieldErrors = {};
  const parts = notes.map((note, place): TransportPart => {
    const lines = deliveryNotes[place]?.lines?.map(({ uuid, quantity, ...stated }, index) => {
      const line = note.lines.find(({ id }) => id === uuid);
      const field = `deliveryNotes.${place}.lines.${index}`;
      if (!line) errors[`${field}.uuid`] = ['must be the uuid of a line of the delivery note'];
      else if (decimal(quantity).gt(line.quantity)) errors[`${field}.quantity`] = [`must be at most ${line.quantity}`];
      const { netWeight = null, grossWeight = null, valueWithoutVat = null } = stated;
      return { lineId: uuid, quantity, netWeight, grossWeight, valueWithoutVat };
    });
    if (new Set(lines?.map(({ lineId }) => lineId)).size !== (lines?.length ?? 0))
      errors[`deliveryNotes.${place}.lines`] = ['must not contain a line twice'];
    return { noteId: note.id, number: note.number, lines: lines ?? null };
  });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  const others = notes.filter(({ clientId }) => clientId !== notes[0]?.clientId);
  if (others.length > 0)
    throw validation('The delivery notes of one transport must be of one client.', {
      reason: 'different_clients',
      conflictingIds: others.map(({ id }) => id),
    });
  return parts;
}
