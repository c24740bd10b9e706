import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeliveryNote, TransportDeclaration } from '../../support/contract.ts';
import { declarable, noteIn, transportOfLine } from '../../support/delivery-notes.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { declaring, useTransports } from '../../support/transport.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, scope, request, declarableNote, act, followUp, read, received, declarations } = useTransports();

/** The values of an attribute, in the order of the XML. */
const values = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

const together = (deliveryNotes: object[], rest: object = {}) =>
  request<TransportDeclaration>('POST', '/transport-declarations', { deliveryNotes, ...rest });
const declaration = async (uuid: string) => (await request<TransportDeclaration>('GET', `/transport-declarations/${uuid}`)).body;

/** The XML that the authority accepted last. */
async function lastXml(): Promise<string> {
  const last = (await received()).at(-1);
  return service().runtime.engines.taxauth.declarationXml(last?.index ?? 0) ?? '';
}
const partOf = (note: DeliveryNote, line: object) => ({
  deliveryNoteId: note.uuid,
  lines: [{ uuid: note.lines[0]?.uuid, ...line }],
});

const lineOf = (quantity: number) => ({
  ...{ description: 'Ceapă', quantity, unitPrice: 3, unitOfMeasure: 'kg', vatRateId: scope.vat21 },
  ...transportOfLine,
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

  it("a message is about a note's last declaration, or about the one that it names, whichever of the notes it is sent for", async () => {
    const [one, other] = [await declarableNote(), await declarableNote()];
    const declared = async (...notes: DeliveryNote[]) => {
      const { body } = await together(notes.map(({ uuid }) => ({ deliveryNoteId: uuid })));
      await service().advance('PT10M');
      return body.uuid;
    };
    const [first, last] = [await declared(one, other), await declared(one)];
    const confirmed = async ({ uuid }: DeliveryNote, named: object = {}) => {
      const { body } = await followUp(uuid, 'confirm', { outcome: 'confirmed', ...named });
      await service().advance('PT10M');
      return body.uuid;
    };
    expect(await confirmed(one)).toBe(last);
    expect(await confirmed(one, { declarationId: first })).toBe(first);
    expect(await confirmed(other)).toBe(first);
  });

  it.runIf(DEPTH)('another vehicle for a whole note that shows another declaration is stored in the declaration', async () => {
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

  it.runIf(DEPTH)(
    'cancel of one of two notes: a correction removes its goods; of the last: the declaration is deleted',
    async () => {
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
    },
  );

  it.runIf(DEPTH)('two lorries of one note: each has a UIT, with its part of the goods in proportion', async () => {
    const note = await declarableNote();
    const lorry = async (line: object, vehicleNumber: string) => {
      const { body } = await together([partOf(note, line)], { vehicleNumber });
      await service().advance('PT10M');
      return { ...(await declaration(body.uuid)), xml: await lastXml() };
    };
    const first = await lorry({ quantity: 900 }, 'B 1 AAA');
    expect([values(first.xml, 'cantitate'), values(first.xml, 'valoareLeiFaraTva')]).toEqual([['900'], ['2700.00']]);
    expect([values(first.xml, 'greutateNeta'), values(first.xml, 'greutateBruta')]).toEqual([['900.00'], ['945.38']]);
    const second = await lorry({ quantity: '300', netWeight: '310', grossWeight: '320', valueWithoutVat: '901' }, 'B2BBB');
    expect([values(second.xml, 'cantitate'), values(second.xml, 'valoareLeiFaraTva').map(Number)]).toEqual([['300'], [901]]);
    expect([values(second.xml, 'greutateNeta').map(Number), values(second.xml, 'greutateBruta').map(Number)]).toEqual([
      [310],
      [320],
    ]);
    expect([first, second].map(({ status, vehicle }) => [status, vehicle?.vehicleNumber])).toEqual([
      ['ok', 'B1AAA'],
      ['ok', 'B2BBB'],
    ]);
    expect(first.uit).not.toBe(second.uit);
    // The note shows the last one; its history has both.
    expect(await read(note.uuid)).toMatchObject({ etransportUit: second.uit, etransportVehicleNumber: 'CJ12ABC' });
    expect((await declarations(note.uuid)).map(({ uit }) => uit)).toEqual([second.uit, first.uit]);

    // The first lorry breaks down: the note shows the second one all the time.
    await followUp(note.uuid, 'vehicle', { declarationId: first.uuid, vehicleNumber: 'B3CCC' });
    await service().advance('PT10M');
    expect((await declaration(first.uuid)).vehicle).toMatchObject({ vehicleNumber: 'B3CCC' });

    // Cancelled, it is removed from both.
    await act(note.uuid, 'cancel');
    await service().advance('PT10M');
    expect((await declarations(note.uuid)).map(({ status }) => status)).toEqual(['deleted', 'deleted']);
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
