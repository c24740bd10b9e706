import { describe, expect, it } from 'vitest';
import { useTransports } from '../../support/transport.ts';

const { service, declaredNote, act, read, received, declarations } = useTransports();

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
});
