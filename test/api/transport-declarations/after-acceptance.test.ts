import { describe, expect, it } from 'vitest';
import { useTransports } from '../../support/transport.ts';
import type { DeliveryNote } from '../../support/contract.ts';
import { bulkConvert } from '../../support/delivery-notes.ts';
import { refusal } from '../../support/refusals.ts';
import { DEPTH } from '../../support/effort.ts';

const { service, declaredNote, act, read, received, declarations, scope, declarableNote, submit, followUp, set } =
  useTransports();

/** Kinds of the messages that the authority has accepted since there were so many. */
const since = async (before: number): Promise<string[]> => (await received()).slice(before).map(({ kind }) => kind);

/** Kinds and states of the messages of a note's declarations, newest first. */
const messagesOf = async (uuid: string) =>
  (await declarations(uuid)).map(({ messages }) => messages.map(({ kind, status }) => `${kind} ${status}`));

/** A note that the authority has not decided on yet. */
async function undecidedNote(): Promise<DeliveryNote> {
  await set({ processing: 2 });
  const note = await declarableNote();
  await submit(note.uuid);
  await service().idle();
  await set({ processing: 1 });
  expect(await read(note.uuid)).toMatchObject({ etransportStatus: 'uploaded' });
  return note;
}

/** The times in which a pending note gets its result, and the consequences. */
async function decide(): Promise<void> {
  await service().advance('PT1H');
  await service().advance('PT1H');
}

describe('cancel of a note whose transport is declared (TRN-52 to TRN-54)', () => {
  it('takes the declaration back: the note keeps its UIT and has the time', async () => {
    const { uuid, etransportUit } = await declaredNote();
    const before = (await received()).length;
    expect((await act(uuid, 'cancel')).body).toMatchObject({ status: 'cancelled', etransportUit, etransportDeletedAt: null });
    await service().advance('PT10M');
    expect(await read(uuid)).toMatchObject({
      ...{ status: 'cancelled', etransportStatus: 'ok', etransportUit },
      etransportDeletedAt: expect.stringMatching(/Z$/) as string,
    });
    expect((await received()).slice(before)).toMatchObject([{ kind: 'deletion', uit: etransportUit, verdict: 'ok' }]);
    expect((await declarations(uuid))[0]).toMatchObject({ status: 'deleted', deliveryNotes: [{ uuid, removed: true }] });
    expect((await read(uuid)).events[0]).toMatchObject({ details: 'Transport declaration deleted' });
  });

  it.runIf(DEPTH)('while the result is pending: the deletion follows it', async () => {
    const { uuid } = await undecidedNote();
    const before = (await received()).length;
    await act(uuid, 'cancel');
    await service().idle();
    expect(await since(before)).toEqual([]);
    await decide();
    expect(await since(before)).toEqual(['deletion']);
    expect(await read(uuid)).toMatchObject({
      ...{ status: 'cancelled', etransportStatus: 'ok', etransportUit: expect.any(String) as string },
      etransportDeletedAt: expect.stringMatching(/Z$/) as string,
    });
  });

  it.runIf(DEPTH)('while a result is pending that is not ok: nothing is taken back', async () => {
    await set({ mode: 'reject', processing: 2 });
    const { uuid } = await declarableNote();
    await submit(uuid);
    await service().idle();
    await set({ mode: 'ok', processing: 1 });
    const before = (await received()).length;
    await act(uuid, 'cancel');
    await decide();
    expect(await since(before)).toEqual([]);
    expect(await read(uuid)).toMatchObject({ status: 'cancelled', etransportStatus: 'nok', etransportUit: null });
  });

  it.runIf(DEPTH)('before it was sent: nothing is sent, and the note was never submitted', async () => {
    await set({ mode: 'down' });
    const { uuid } = await declarableNote();
    await submit(uuid);
    await service().idle();
    const before = (await received()).length;
    await act(uuid, 'cancel');
    await set({ mode: 'ok' });
    await decide();
    expect(await since(before)).toEqual([]);
    expect(await read(uuid)).toMatchObject({ status: 'cancelled', etransportStatus: null, etransportUit: null });
    expect(await messagesOf(uuid)).toEqual([['notification withdrawn']]);
  });

  it.runIf(DEPTH)('while its deletion is in progress: there is no second one', async () => {
    const { uuid } = await declaredNote();
    await set({ processing: 2 });
    expect((await followUp(uuid, 'delete')).status).toBe(200);
    await service().idle();
    await set({ processing: 1 });
    await act(uuid, 'cancel');
    await decide();
    expect(await messagesOf(uuid)).toEqual([['deletion ok', 'notification ok']]);
    expect(await read(uuid)).toMatchObject({ etransportDeletedAt: expect.stringMatching(/Z$/) as string });
  });

  it.runIf(DEPTH).each([
    ['rejected', 'nok', { mode: 'reject', errors: ['[BR-999]-Nu se poate'] }, 'taxauth_rejected', '[BR-999]-Nu se poate'],
    ['given up', 'upload_failed', { mode: 'down' }, 'status_change', 'The tax authority is unavailable.'],
  ])(
    'its deletion %s: the timeline has it, the UIT stays valid, and it can be requested again',
    async (_, state, mode, type, text) => {
      const { uuid, etransportUit } = await declaredNote();
      await set(mode);
      await act(uuid, 'cancel');
      await service().advance('PT10M');
      await set({ mode: 'ok' });
      const failed = await read(uuid);
      expect(failed).toMatchObject({ etransportStatus: 'ok', etransportUit, etransportDeletedAt: null });
      expect(failed.events[0]).toMatchObject({ type, metadata: { errors: [text] } });
      expect(await messagesOf(uuid)).toEqual([[`deletion ${state}`, 'notification ok']]);

      expect((await followUp(uuid, 'delete')).status).toBe(200);
      expect(refusal(await followUp(uuid, 'delete'))).toMatchObject([
        422,
        'validation_error',
        { reason: 'declaration_in_progress' },
      ]);
      await service().advance('PT10M');
      expect(await read(uuid)).toMatchObject({ etransportUit, etransportDeletedAt: expect.stringMatching(/Z$/) as string });
      expect(refusal(await followUp(uuid, 'delete'))).toMatchObject([422, 'validation_error', { reason: 'not_declared' }]);
    },
  );

  it.runIf(DEPTH)('and any other message about it is rejected', async () => {
    const { uuid } = await declaredNote();
    await act(uuid, 'cancel');
    for (const [what, body] of [
      ['correct', { etransportVehicleNumber: 'CJ01ABC' }],
      ['vehicle', { vehicleNumber: 'CJ01ABC' }],
      ['confirm', { outcome: 'confirmed' }],
    ] as const)
      expect(refusal(await followUp(uuid, what, body)), what).toMatchObject([422, 'validation_error', { reason: 'cancelled' }]);
    await service().advance('PT10M');
  });
});

describe('restore of a note whose transport was declared', () => {
  it('resets the fields of the transport; the declarations stay as history', async () => {
    const { uuid, etransportUit } = await declaredNote();
    await act(uuid, 'cancel');
    await service().advance('PT10M');
    expect((await act(uuid, 'restore')).body).toMatchObject({
      ...{ status: 'draft', etransportStatus: null, etransportUit: null, etransportSubmittedAt: null },
      ...{ etransportDeletedAt: null, etransportValidUntil: null, etransportDeclarationId: null },
    });
    expect(await declarations(uuid)).toMatchObject([{ uit: etransportUit, status: 'deleted' }]);
  });

  it.runIf(DEPTH)('at once: the deletion continues without the note', async () => {
    const { uuid } = await declaredNote();
    await act(uuid, 'cancel');
    await act(uuid, 'restore');
    await service().advance('PT10M');
    expect(await declarations(uuid)).toMatchObject([{ status: 'deleted' }]);
    expect(await read(uuid)).toMatchObject({ status: 'draft', etransportStatus: null, etransportDeletedAt: null });
  });

  it.runIf(DEPTH)('a failed deletion can be requested again once the note is issued', async () => {
    const { uuid, etransportDeclarationId: declarationId } = await declaredNote();
    await set({ mode: 'reject' });
    await act(uuid, 'cancel');
    await service().advance('PT10M');
    await set({ mode: 'ok' });
    await act(uuid, 'restore');
    await act(uuid, 'issue');
    expect(refusal(await followUp(uuid, 'delete'))).toMatchObject([422, 'validation_error', { reason: 'not_declared' }]);
    expect((await followUp(uuid, 'confirm', { declarationId, outcome: 'confirmed' })).status).toBe(404);
    expect((await followUp(uuid, 'delete', { declarationId })).status).toBe(200);
    await service().advance('PT10M');
    expect(await declarations(uuid)).toMatchObject([{ status: 'deleted' }]);
    expect(await read(uuid)).toMatchObject({ status: 'issued', etransportStatus: null });
  });

  it.runIf(DEPTH)(
    'issued and submitted again while the first result is pending: each result goes to its own declaration',
    async () => {
      const { uuid } = await undecidedNote();
      const [first] = await declarations(uuid);
      for (const step of ['cancel', 'restore', 'issue']) expect((await act(uuid, step)).status, step).toBe(200);
      expect((await submit(uuid)).status).toBe(200);
      await decide();
      const note = await read(uuid);
      expect(note).toMatchObject({ etransportStatus: 'ok', etransportDeletedAt: null });
      expect(await messagesOf(uuid)).toEqual([['notification ok'], ['deletion ok', 'notification ok']]);
      const [second, withdrawn] = await declarations(uuid);
      expect(second).toMatchObject({ uit: note.etransportUit, status: 'ok' });
      expect(withdrawn).toMatchObject({ uuid: first?.uuid, status: 'deleted' });
      expect(withdrawn?.uit).not.toBe(note.etransportUit);
    },
  );

  it.runIf(DEPTH)('and deleted while the result is pending: the declaration is taken back', async () => {
    const { uuid } = await undecidedNote();
    const before = (await received()).length;
    await act(uuid, 'cancel');
    await act(uuid, 'restore');
    const { status } = await service().api('DELETE', `/api/v1/delivery-notes/${uuid}`, scope);
    expect(status).toBe(204);
    await decide();
    expect(await since(before)).toEqual(['deletion']);
  });
});

describe.runIf(DEPTH)('the return of goods whose transport was declared', () => {
  it('has no declaration of its own: those of the note that it returns stay there', async () => {
    const { uuid, etransportDeclarationId: declarationId } = await declaredNote();
    const { uuid: returned } = (await act(uuid, 'storno')).body;
    expect(await declarations(returned)).toEqual([]);
    await act(returned, 'issue');
    expect((await followUp(returned, 'delete', { declarationId })).status).toBe(404);
    expect(await declarations(uuid)).toMatchObject([{ status: 'ok' }]);
  });
});

describe.runIf(DEPTH)('conversion of a note whose result is pending', () => {
  it.each([
    ['one note', async (ids: string[]) => (await act(ids[0]!, 'convert')).status, 1],
    ['several notes', async (ids: string[]) => (await bulkConvert(service(), scope, ids)).status, 2],
  ] as const)('%s: it still gets the result', async (_, convert, count) => {
    const notes = [];
    for (let each = 0; each < count; each++) notes.push(await undecidedNote());
    expect(await convert(notes.map(({ uuid }) => uuid))).toBe(201);
    await decide();
    for (const { uuid } of notes)
      expect(await read(uuid)).toMatchObject({
        ...{ status: 'converted', etransportStatus: 'ok', etransportUit: expect.any(String) as string },
        etransportDeletedAt: null,
      });
  });
});
