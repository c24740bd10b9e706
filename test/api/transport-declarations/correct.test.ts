import { describe, expect, it } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { useTransports } from '../../support/transport.ts';
import { refusal, refusedFields } from '../../support/refusals.ts';
import { declarable, noteIn, transportOfLine } from '../../support/delivery-notes.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, declarableNote, declaredNote, submit, act, followUp, read, declarations, lastReceived, set, scope } =
  useTransports();
const INVALID = [422, 'validation_error'] as const;

describe('POST /delivery-notes/{uuid}/etransport/correct (OUG 129/2024)', () => {
  it('changes the fields, the lines and the last day of the note once the authority has accepted it', async () => {
    const { uuid, etransportUit, lines } = await declaredNote();
    const date = addDays(today(), 3);
    const { status, body } = await followUp(uuid, 'correct', {
      ...{ etransportTransportDate: date, etransportEndStreet: 'Șoseaua Olteniței' },
      lines: [{ uuid: lines[0]?.uuid, ...transportOfLine, grossWeight: '1300.00' }],
    });
    expect([status, body.status, body.messages[0]?.kind, body.messages[0]?.status]).toEqual([200, 'ok', 'correction', 'waiting']);
    expect(await read(uuid)).toMatchObject({ etransportEndStreet: 'Bd. Theodor Pallady', etransportUit });

    await service().advance('PT10M');
    const note = await read(uuid);
    expect(note).toMatchObject({
      ...{ etransportStatus: 'ok', etransportUit, etransportTransportDate: date, etransportEndStreet: 'Șoseaua Olteniței' },
      ...{ etransportValidUntil: addDays(date, 4), etransportStartStreet: 'Calea Turzii' },
    });
    expect(note.lines).toMatchObject([{ grossWeight: '1300.00', tariffCode: '07019050' }]);
    expect(note.events[0]).toMatchObject({ type: 'taxauth_validated', details: 'Correction of the transport accepted' });
    expect((await declarations(uuid))[0]).toMatchObject({ uit: etransportUit, validUntil: addDays(date, 4) });
    const { kind, uit, xml } = await lastReceived();
    expect([kind, uit]).toEqual(['correction', etransportUit]);
    expect(xml).toContain('greutateBruta="1300"');
  });

  const FAILURES = [
    ['rejected', 'nok', { mode: 'reject', errors: ['[BR-999]-Nu'] }, '[BR-999]-Nu'],
    ['given up', 'upload_failed', { mode: 'down' }, 'The tax authority is unavailable.'],
  ] as const;
  it.each(DEPTH ? FAILURES : FAILURES.slice(0, 1))(
    '%s: the note stays as declared, and the declaration has the reason',
    async (_, state, mode, text) => {
      const { uuid, etransportUit, etransportValidUntil } = await declaredNote();
      await set(mode);
      await followUp(uuid, 'correct', { etransportVehicleNumber: 'B77NEW', etransportTransportDate: addDays(today(), 3) });
      await service().advance('PT10M');
      await set({ mode: 'ok' });
      expect(await read(uuid)).toMatchObject({
        ...{ etransportStatus: 'ok', etransportUit, etransportValidUntil, etransportVehicleNumber: 'CJ12ABC' },
        etransportErrorMessage: null,
      });
      expect((await declarations(uuid))[0]?.messages[0]).toMatchObject({ kind: 'correction', status: state, errors: [text] });
      // And again.
      expect((await followUp(uuid, 'correct', { etransportVehicleNumber: 'B77NEW' })).status).toBe(200);
      await service().advance('PT10M');
      expect(await read(uuid)).toMatchObject({ etransportVehicleNumber: 'B77NEW' });
    },
  );

  describe('is rejected', () => {
    const change = { etransportVehicleNumber: 'B77NEW' };

    it('for a note that is not declared, or whose declaration is in progress', async () => {
      const { uuid } = await declarableNote();
      expect(refusal(await followUp(uuid, 'correct', change))).toMatchObject([...INVALID, { reason: 'not_declared' }]);
      await submit(uuid);
      expect(refusal(await followUp(uuid, 'correct', change))).toMatchObject([...INVALID, { reason: 'not_declared' }]);
      await service().advance('PT10M');
    });

    it('for a draft, and for a declaration of another note', async () => {
      const draft = await noteIn(service(), scope, 'draft', declarable(scope));
      expect(refusal(await followUp(draft.uuid, 'correct', change))).toMatchObject([...INVALID, { reason: 'not_issued' }]);
      const [one, other] = [await declaredNote(), await declaredNote()];
      const declarationId = other.etransportDeclarationId;
      expect((await followUp(one.uuid, 'correct', { ...change, declarationId })).status).toBe(404);
    });

    it('by field: a line that the note does not have, or a rule that is violated', async () => {
      const { uuid, lines } = await declaredNote();
      const unknown = { lines: [{ uuid: newId(), ...transportOfLine }] };
      expect(refusedFields(await followUp(uuid, 'correct', unknown))).toEqual([...INVALID, ['lines.0.uuid']]);
      const broken = { lines: [{ uuid: lines[0]?.uuid, ...transportOfLine, grossWeight: '1.00' }] };
      const [status, code, details] = refusal(await followUp(uuid, 'correct', broken));
      expect([status, code, Object.values(details ?? {}).flat()]).toEqual([
        ...INVALID,
        expect.arrayContaining([expect.stringMatching(/^\[BR-\d+\] /)]),
      ]);
      expect((await declarations(uuid))[0]?.messages).toHaveLength(1);
    });
  });

  it.runIf(DEPTH)('of a note that was converted since', async () => {
    const { uuid } = await declaredNote();
    await act(uuid, 'convert');
    expect((await followUp(uuid, 'correct', { etransportVehicleNumber: 'B 77 NEW' })).status).toBe(200);
    await service().advance('PT10M');
    expect(await read(uuid)).toMatchObject({ status: 'converted', etransportVehicleNumber: 'B77NEW' });
  });

  describe.runIf(DEPTH)('is rejected', () => {
    const change = { etransportVehicleNumber: 'B77NEW' };

    it('while another message is in progress', async () => {
      const { uuid } = await declaredNote();
      await followUp(uuid, 'correct', change);
      expect(refusal(await followUp(uuid, 'correct', change))).toMatchObject([...INVALID, { reason: 'declaration_in_progress' }]);
      await service().advance('PT10M');
    });

    it('after the 25th of the month that follows the end of the transport', async () => {
      const { uuid } = await declaredNote({ etransportTransportDate: addDays(today(), -90) });
      expect(refusal(await followUp(uuid, 'correct', change))).toMatchObject([
        ...INVALID,
        { reason: 'correction_too_late', correctableUntil: expect.stringMatching(/^\d{4}-\d{2}-25$/) as string },
      ]);
    });
  });
});
