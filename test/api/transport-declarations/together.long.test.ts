import { describe, expect, it } from 'vitest';
import { transportOfLine } from '../../support/delivery-notes.ts';
import { useTransports } from '../../support/transport.ts';
import { togetherCalls, values } from './together-calls.ts';

const transports = useTransports();
const { service, scope, declarableNote, act, followUp, read, received } = transports;
const { together, declaration, lastXml } = togetherCalls(transports);

const lineOf = (quantity: number) => ({
  ...{ description: 'Ceapă', quantity, unitPrice: 3, unitOfMeasure: 'kg', vatRateId: scope.vat21 },
  ...transportOfLine,
});

describe('POST /transport-declarations', () => {
  it('another vehicle for a whole note that shows another declaration is stored in the declaration', async () => {
    const note = await declarableNote();
    const both = [];
    for (let each = 0; each < 2; each++) {
      both.push((await together([{ deliveryNoteId: note.uuid }])).body.uuid);
      await service().advance('PT10M');
    }
    await followUp(note.uuid, 'vehicle', { declarationId: both[0], vehicleNumber: 'B3CCC' });
    await service().advance('PT10M');
    expect((await declaration(both[0]!)).vehicle).toMatchObject({ vehicleNumber: 'B3CCC' });
    expect(await read(note.uuid)).toMatchObject({ etransportVehicleNumber: 'CJ12ABC', etransportDeclarationId: both[1] });
  });

  it('cancel of one of two notes: a correction removes its goods; of the last: the declaration is deleted', async () => {
    const notes = [await declarableNote(), await declarableNote({ lines: [lineOf(40)] })];
    const { body } = await together(notes.map(({ uuid }) => ({ deliveryNoteId: uuid })));
    await service().advance('PT10M');
    const { uit } = await declaration(body.uuid);
    await act(notes[0]!.uuid, 'cancel');
    await service().advance('PT10M');
    expect((await received()).at(-1)).toMatchObject({ kind: 'correction', uit, verdict: 'ok' });
    expect(values(await lastXml(), 'cantitate')).toEqual(['40']);
    expect(await read(notes[1]!.uuid)).toMatchObject({ etransportStatus: 'ok', etransportUit: uit, etransportDeletedAt: null });
    await act(notes[1]!.uuid, 'cancel');
    await service().advance('PT10M');
    expect((await received()).at(-1)).toMatchObject({ kind: 'deletion', uit, verdict: 'ok' });
    expect(await declaration(body.uuid)).toMatchObject({
      status: 'deleted',
      deliveryNotes: [{ removed: true }, { removed: true }],
    });
    expect((await read(notes[1]!.uuid)).etransportDeletedAt).not.toBeNull();
  });
});
