import { describe, expect, it } from 'vitest';
import { useTransports } from '../../support/transport.ts';
import { refusedFields } from '../../support/refusals.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, declarableNote, declaredNote, submit, followUp, read, declarations, lastReceived } = useTransports();
const INVALID = [422, 'validation_error'] as const;

describe('POST /delivery-notes/{uuid}/etransport/vehicle', () => {
  it('declares the vehicle to the authority; the note has it once that is accepted', async () => {
    const { uuid, etransportUit } = await declaredNote({ etransportTrailer1: 'CJ98REM' });
    const { status, body } = await followUp(uuid, 'vehicle', { vehicleNumber: 'b 200 abc', remark: 'Pană' });
    expect([status, body.messages[0]]).toMatchObject([
      200,
      { kind: 'vehicle_change', status: 'waiting', remark: 'Pană', vehicle: { vehicleNumber: 'B200ABC', trailer1: null } },
    ]);
    expect(await read(uuid)).toMatchObject({ etransportVehicleNumber: 'CJ12ABC' });
    await service().advance('PT10M');
    expect(await read(uuid)).toMatchObject({
      ...{ etransportStatus: 'ok', etransportUit, etransportVehicleNumber: 'B200ABC', etransportTrailer1: null },
    });
    expect(await lastReceived()).toMatchObject({
      ...{ kind: 'vehicle_change', uit: etransportUit, xml: expect.stringContaining('nrVehicul="B200ABC"') as string },
    });
  });

  it('rejects a change without a vehicle, by field', async () => {
    const { uuid } = await declaredNote();
    expect(refusedFields(await followUp(uuid, 'vehicle', { remark: 'Pană' }))).toEqual([...INVALID, [expect.any(String)]]);
  });

  it.runIf(DEPTH)('a correction after it declares the new vehicle', async () => {
    const { uuid } = await declaredNote();
    await followUp(uuid, 'vehicle', { vehicleNumber: 'B200ABC' });
    await service().advance('PT10M');
    await followUp(uuid, 'correct', { etransportEndStreet: 'Calea Plevnei' });
    await service().advance('PT10M');
    expect((await lastReceived()).xml).toContain('nrVehicul="B200ABC"');
  });
});

describe('POST /delivery-notes/{uuid}/etransport/confirm', () => {
  const OUTCOMES = [
    ['partial', 'Lipsă 2 saci', '20'],
    ['confirmed', null, '10'],
    ['denied', 'Nu am primit', '30'],
  ] as const;
  it.each(DEPTH ? OUTCOMES : OUTCOMES.slice(0, 1))(
    '%s: is sent to the authority, and is in the declaration',
    async (outcome, remark, code) => {
      const { uuid, etransportUit } = await declaredNote();
      expect((await followUp(uuid, 'confirm', { outcome, remark })).status).toBe(200);
      await service().advance('PT10M');
      expect((await declarations(uuid))[0]).toMatchObject({
        ...{ status: 'ok', confirmation: { outcome, remark, confirmedAt: expect.stringMatching(/Z$/) as string } },
      });
      const { xml, ...last } = await lastReceived();
      expect(last).toMatchObject({ kind: 'confirmation', uit: etransportUit });
      expect(xml).toContain(`tipConfirmare="${code}"`);
      expect(await read(uuid)).toMatchObject({ etransportStatus: 'ok', etransportUit });
    },
  );

  it('rejects an unknown outcome', async () => {
    const { uuid } = await declarableNote();
    expect((await followUp(uuid, 'confirm', { outcome: 'maybe' })).status).toBe(422);
  });
});

describe('POST /delivery-notes/{uuid}/etransport/delete', () => {
  it('takes the declaration back; the note can be declared again, under another UIT', async () => {
    const { uuid, etransportUit } = await declaredNote();
    expect((await followUp(uuid, 'delete')).body).toMatchObject({ status: 'ok', messages: [{ kind: 'deletion' }, {}] });
    expect(await read(uuid)).toMatchObject({ etransportStatus: 'ok', etransportUit });
    await service().advance('PT10M');
    expect(await read(uuid)).toMatchObject({ status: 'issued', etransportStatus: null, etransportUit: null });
    expect((await submit(uuid)).status).toBe(200);
    await service().advance('PT10M');
    const again = await read(uuid);
    expect(again).toMatchObject({ etransportStatus: 'ok', etransportDeletedAt: null });
    expect(again.etransportUit).not.toBe(etransportUit);
    expect(await declarations(uuid)).toMatchObject([
      { status: 'ok', uit: again.etransportUit },
      { status: 'deleted', uit: etransportUit },
    ]);
  });
});
