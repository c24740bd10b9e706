import { describe, expect, it } from 'vitest';
import type { Notification } from '#shared/output/webhooks/notification.ts';
import type { DeliveryNote } from '../../support/contract.ts';
import { useTransports } from '../../support/transport.ts';
import { storedNotifications } from '../../support/webhooks/stored.ts';

const { service, scope, declarableNote, declaredNote, submit, followUp, set } = useTransports();

/** The webhook events about the transport of a note, oldest first. */
async function toldOf({ uuid }: Pick<DeliveryNote, 'uuid'>): Promise<Notification[]> {
  return (await storedNotifications(scope.company, `DN#${uuid}`)).filter(({ type }) => type.startsWith('etransport.'));
}

describe('etransport.* (TRN-38)', () => {
  const data = ({ uuid, number }: DeliveryNote, rest: object) => ({
    ...{ deliveryNoteUuid: uuid, deliveryNoteNumber: number, etransportUit: null, errorMessage: null },
    ...rest,
  });
  const submitted = (note: DeliveryNote) => ({
    type: 'etransport.submitted',
    data: data(note, { etransportStatus: 'uploaded' }),
  });

  it('submitted, then accepted with the UIT', async () => {
    const note = await declaredNote();
    const { etransportUit } = note;
    expect(await toldOf(note)).toMatchObject([
      submitted(note),
      { type: 'etransport.accepted', data: data(note, { etransportStatus: 'ok', etransportUit }) },
    ]);
  });

  it.each([
    ['rejected', 'nok', { mode: 'reject', errors: ['[BR-1]-Unu', '[BR-2]-Doi'] }, {}, '[BR-1]-Unu\n[BR-2]-Doi'],
    ['failed', 'upload_failed', { mode: 'down' }, {}, 'The tax authority is unavailable.'],
    [
      'failed',
      'validation_failed',
      { mode: 'ok' },
      { etransportVehicleNumber: null },
      expect.stringMatching(/^\[BR-\d+\] /) as string,
    ],
  ])('%s for %s, with the reason', async (name, etransportStatus, settings, fields, errorMessage) => {
    const note = await declarableNote(fields);
    await set(settings);
    await submit(note.uuid);
    await service().advance('PT10M');
    await set({ mode: 'ok' });
    expect(await toldOf(note)).toMatchObject([
      submitted(note),
      { type: `etransport.${name}`, data: data(note, { etransportStatus, errorMessage }) },
    ]);
  });

  it('a message about a declared transport: its result, with the resulting note', async () => {
    const note = await declaredNote();
    const stays = { etransportStatus: 'ok', etransportUit: note.etransportUit };
    await set({ mode: 'reject', errors: ['[BR-1]-Unu'] });
    await followUp(note.uuid, 'correct', { etransportVehicleNumber: 'B1AAA' });
    await service().advance('PT10M');
    await set({ mode: 'ok' });
    await followUp(note.uuid, 'correct', { etransportVehicleNumber: 'B1AAA' });
    await service().advance('PT10M');
    expect((await toldOf(note)).slice(2)).toMatchObject([
      { type: 'etransport.rejected', data: data(note, { ...stays, errorMessage: '[BR-1]-Unu' }) },
      { type: 'etransport.accepted', data: data(note, stays) },
    ]);
  });
});
