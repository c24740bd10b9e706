import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeliveryNote } from '../../support/contract.ts';
import { declarable, noteIn } from '../../support/delivery-notes.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { declaring, useTransports } from '../../support/transport.ts';
import { togetherCalls, values } from './together-calls.ts';

const transports = useTransports();
const { service, scope, declarableNote, read, declarations } = transports;
const { together, declaration, lastXml } = togetherCalls(transports);

const partOf = (note: DeliveryNote, line: object) => ({
  deliveryNoteId: note.uuid,
  lines: [{ uuid: note.lines[0]?.uuid, ...line }],
});

describe('POST /transport-declarations', () => {
  it('several notes of a client travel under one UIT, with all their goods and documents', async () => {
    const notes = [await declarableNote(), await declarableNote({ etransportVehicleNumber: 'B999ZZZ' })];
    const { status, body } = await together(notes.map(({ uuid }) => ({ deliveryNoteId: uuid })));
    expect([status, body]).toMatchObject([
      201,
      { status: 'uploaded', uit: null, deliveryNotes: notes.map(({ uuid, number }) => ({ uuid, number, removed: false })) },
    ]);
    await service().advance('PT10M');
    const { uit, validUntil } = await declaration(body.uuid);
    for (const { uuid } of notes)
      expect(await read(uuid)).toMatchObject({
        ...{ etransportStatus: 'ok', etransportUit: uit, etransportValidUntil: validUntil, etransportDeclarationId: body.uuid },
      });
    const xml = await lastXml();
    expect(values(xml, 'cantitate')).toEqual(['1200', '1200']);
    expect(values(xml, 'numarDocument')).toEqual(notes.map(({ number }) => number));
    expect(values(xml, 'nrVehicul')).toEqual(['CJ12ABC']);
    expect(await declarations(notes[1]!.uuid)).toMatchObject([{ uuid: body.uuid, uit }]);
  });

  describe('rejects', () => {
    it('notes of several clients, and names them', async () => {
      const other = await service().newClient(scope, { name: 'Alt client SRL', cui: '1590082' });
      const notes = [await declarableNote(), await declarableNote({ clientId: other.id })];
      expect(refusal(await together(notes.map(({ uuid }) => ({ deliveryNoteId: uuid }))))).toMatchObject([
        ...[422, 'validation_error'],
        { reason: 'different_clients', conflictingIds: [notes[1]?.uuid] },
      ]);
    });

    it("another company's note with 404, and then declares none", async () => {
      const own = await declarableNote();
      const other = await declaring(service());
      const foreign = await noteIn(service(), other, 'issued', declarable(other));
      const ids = [own.uuid, foreign.uuid].map(deliveryNoteId => ({ deliveryNoteId }));
      expect((await together(ids)).status).toBe(404);
      expect(await read(own.uuid)).toMatchObject({ etransportStatus: null });
    });

    it('a note that is not issued, a line that it does not have, and more than a line has', async () => {
      const draft = await noteIn(service(), scope, 'draft', declarable(scope));
      expect(refusal(await together([{ deliveryNoteId: draft.uuid }]))).toMatchObject([
        422,
        'validation_error',
        { reason: 'not_issued' },
      ]);
      const note = await declarableNote();
      expect(refusedFields(await together([partOf(note, { uuid: randomUUID(), quantity: 1 })]))).toEqual([
        ...[422, 'validation_error', ['deliveryNotes.0.lines.0.uuid']],
      ]);
      expect(refusedFields(await together([partOf(note, { quantity: 1201 })]))).toEqual([
        ...[422, 'validation_error', ['deliveryNotes.0.lines.0.quantity']],
      ]);
    });
  });
});
