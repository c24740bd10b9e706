import { describe, expect, it } from 'vitest';
import { isUit } from '#shared/authority/etransport/uit.ts';
import { refusal } from '../../support/refusals.ts';
import { useTransports } from '../../support/transport.ts';

const { service, scope, declarableNote, submit, act, patch, read, received, declarations, request, set } = useTransports();

const draftBody = async () => {
  const { declarable } = await import('../../support/delivery-notes.ts');
  const { today } = await import('#shared/base/kernel/clock.ts');
  return { clientId: scope.clientId, currency: 'RON', issueDate: today(), dueDate: today(), ...declarable(scope) };
};
describe('POST /delivery-notes/{uuid}/submit-etransport (TRN-29 to TRN-37)', () => {
  it('sets `uploaded` and the time of submission at once', async () => {
    const { uuid } = await declarableNote();
    const { status, body } = await submit(uuid);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ uuid, status: 'issued', etransportStatus: 'uploaded', etransportUit: null, etransportErrorMessage: null },
      etransportSubmittedAt: expect.stringMatching(/Z$/) as string,
    });
    await service().advance('PT10M');
  });

  it('records the UIT when the authority responds ok, with its last day', async () => {
    const { uuid } = await declarableNote();
    await submit(uuid);
    await service().advance('PT10M');
    const note = await read(uuid);
    expect(note).toMatchObject({ etransportStatus: 'ok', etransportErrorMessage: null });
    expect(isUit(note.etransportUit ?? '')).toBe(true);
    expect(note.etransportUploadId).toMatch(/^\d+$/);
    expect(note.etransportValidUntil).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(note.events.map(({ type }) => type).slice(0, 2)).toEqual(['taxauth_validated', 'taxauth_submitted']);
    expect((await received()).filter(one => one.uit === note.etransportUit)).toMatchObject([
      { verdict: 'ok', kind: 'notification' },
    ]);
  });

  it('a violated rule: validation_failed with `[rule] text` lines, without contacting the authority', async () => {
    const before = (await received()).length;
    const found = async (fields: object): Promise<string[]> => {
      const { uuid } = await declarableNote(fields);
      await submit(uuid);
      await service().idle();
      const { etransportStatus, etransportErrorMessage } = await read(uuid);
      expect(etransportStatus).toBe('validation_failed');
      return etransportErrorMessage?.split('\n') ?? [];
    };
    const one = await found({ etransportVehicleNumber: null });
    expect(one).toEqual([expect.stringMatching(/^\[BR-\d+\] .+/)]);
    expect((await found({ etransportVehicleNumber: null, etransportTransporterName: null })).length).toBeGreaterThan(1);
    expect((await received()).length).toBe(before);
  });

  it('a response that is not ok: nok with its message, and again after a correction', async () => {
    const { uuid } = await declarableNote();
    await set({ mode: 'reject', errors: ['[BR-005]-Partenerul nu este din Romania'] });
    await submit(uuid);
    await service().advance('PT10M');
    await set({ mode: 'ok' });
    expect(await read(uuid)).toMatchObject({
      ...{ etransportStatus: 'nok', etransportUit: null, etransportErrorMessage: '[BR-005]-Partenerul nu este din Romania' },
    });
    expect((await patch(uuid, { etransportVehicleNumber: 'B 100 XYZ' })).status).toBe(200);
    expect((await submit(uuid)).body).toMatchObject({ etransportStatus: 'uploaded', etransportErrorMessage: null });
    await service().advance('PT10M');
    expect(await read(uuid)).toMatchObject({ etransportStatus: 'ok', etransportVehicleNumber: 'B100XYZ' });
    // One record of one transport, with both messages.
    expect((await declarations(uuid)).map(({ messages }) => messages.map(({ status }) => status))).toEqual([['ok', 'nok']]);
  });

  describe('is rejected with 422 validation_error', () => {
    it.each([
      ['draft', 'not_issued'],
      ['converted', 'already_converted'],
      ['cancelled', 'cancelled'],
    ] as const)('a note that is %s: %s', async (status, reason) => {
      const { uuid } = await declarableNote();
      const id =
        status === 'draft' ? (await request<{ uuid: string }>('POST', '/delivery-notes', await draftBody())).body.uuid : uuid;
      if (status === 'converted') await act(uuid, 'convert');
      if (status === 'cancelled') await act(uuid, 'cancel');
      expect(refusal(await submit(id))).toMatchObject([422, 'validation_error', { status, reason }]);
    });

    it('one that is being declared, and one that is declared', async () => {
      const { uuid } = await declarableNote();
      await submit(uuid);
      expect(refusal(await submit(uuid))).toMatchObject([422, 'validation_error', { reason: 'declaration_in_progress' }]);
      await service().advance('PT10M');
      const { etransportUit } = await read(uuid);
      expect(refusal(await submit(uuid))).toMatchObject([422, 'validation_error', { reason: 'already_declared', etransportUit }]);
    });

    it('one that states that it must not be declared', async () => {
      const { uuid } = await declarableNote({ skipEtransport: true });
      expect(refusal(await submit(uuid))).toMatchObject([422, 'validation_error', { reason: 'not_declared' }]);
    });
  });
});
