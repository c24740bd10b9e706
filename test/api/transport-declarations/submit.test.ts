import { describe, expect, it } from 'vitest';
import { isUit } from '#shared/authority/etransport/uit.ts';
import { declarable, noteIn } from '../../support/delivery-notes.ts';
import { refusal } from '../../support/refusals.ts';
import { declaring, type Declaring, transportsOf, useTransports } from '../../support/transport.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, scope, declarableNote, submit, act, patch, read, received, declarations, set } = useTransports();

describe('POST /delivery-notes/{uuid}/submit-etransport (TRN-29 to TRN-37)', () => {
  it('sets `uploaded` and the time of submission at once, and records the UIT when the authority responds ok, with its last day', async () => {
    const { uuid } = await declarableNote();
    const { status, body } = await submit(uuid);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ uuid, status: 'issued', etransportStatus: 'uploaded', etransportUit: null, etransportErrorMessage: null },
      etransportSubmittedAt: expect.stringMatching(/Z$/) as string,
    });
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
      const { uuid } = await noteIn(service(), scope, status, declarable(scope));
      expect(refusal(await submit(uuid))).toMatchObject([422, 'validation_error', { status, reason }]);
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

describe.runIf(DEPTH)('POST /delivery-notes/{uuid}/submit-etransport (TRN-29 to TRN-37)', () => {
  it('a note of returned goods is not complete: its quantities are negative', async () => {
    const { uuid } = await declarableNote();
    const returned = await act(uuid, 'storno');
    await act(returned.body.uuid, 'issue');
    await submit(returned.body.uuid);
    await service().idle();
    const note = await read(returned.body.uuid);
    expect([note.etransportStatus, note.etransportErrorMessage]).toEqual([
      'validation_failed',
      expect.stringContaining('[BR-027]'),
    ]);
  });

  it('an authority that fails: upload_failed after three attempts', async () => {
    const { uuid } = await declarableNote();
    await set({ mode: 'down' });
    await submit(uuid);
    await service().advance('PT10M');
    await set({ mode: 'ok' });
    expect(await read(uuid)).toMatchObject({
      etransportStatus: 'upload_failed',
      etransportErrorMessage: 'The tax authority is unavailable.',
    });
    await submit(uuid);
    await service().advance('PT10M');
    expect(await read(uuid)).toMatchObject({ etransportStatus: 'ok' });
  });

  it('a single failure: the second attempt succeeds', async () => {
    const { uuid } = await declarableNote();
    await set({ mode: 'down' });
    await submit(uuid);
    await service().idle();
    await set({ mode: 'ok' });
    await service().advance('PT1M');
    await service().advance('PT5M');
    expect(await read(uuid)).toMatchObject({ etransportStatus: 'ok' });
  });

  it('no connection to the authority: upload_failed', async () => {
    const other = {} as Declaring;
    Object.assign(other, await declaring(service()));
    const own = transportsOf(service, other);
    const { uuid } = await own.declarableNote();
    const { body } = await own.request<{ id: string }[]>('GET', '/taxauth/tokens');
    for (const { id } of body) {
      const removed = await service().api('DELETE', `/api/v1/taxauth/tokens/${id}`, { token: other.session });
      expect(removed.status).toBe(204);
    }
    await own.submit(uuid);
    await service().advance('PT10M');
    expect(await own.read(uuid)).toMatchObject({
      etransportStatus: 'upload_failed',
      etransportErrorMessage: 'The company has no valid connection to the tax authority.',
    });
  });

  it('no response: stays uploaded, and is upload_failed after 24 hours', async () => {
    const { uuid } = await declarableNote();
    await set({ processing: 1000 });
    await submit(uuid);
    await service().advance('PT23H');
    expect(await read(uuid)).toMatchObject({ etransportStatus: 'uploaded' });
    await service().advance('PT2H');
    await set({ processing: 1 });
    expect(await read(uuid)).toMatchObject({
      etransportStatus: 'upload_failed',
      etransportErrorMessage: 'The tax authority gave no answer within 24 hours.',
    });
  });

  it('polls at once, after 5 min, 15 min, 30 min, 1 h, then every 2 h', async () => {
    // The sixth poll has the result.
    await set({ processing: 5 });
    const { uuid } = await declarableNote();
    await submit(uuid);
    await service().idle();
    const stands = [];
    for (const wait of ['PT5M', 'PT15M', 'PT30M', 'PT1H', 'PT119M', 'PT1M']) {
      await service().advance(wait);
      stands.push((await read(uuid)).etransportStatus);
    }
    await set({ processing: 1 });
    expect(stands).toEqual([...Array<string>(5).fill('uploaded'), 'ok']);
  });
});
