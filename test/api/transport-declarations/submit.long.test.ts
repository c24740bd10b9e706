import { describe, expect, it } from 'vitest';
import { declaring, transportsOf, type Declaring, useTransports } from '../../support/transport.ts';

const { service, declarableNote, submit, act, read, set } = useTransports();

describe('POST /delivery-notes/{uuid}/submit-etransport (TRN-29 to TRN-37)', () => {
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
