import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { DeliveryNote } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { declaring, transportsOf, useTransports } from '../../support/transport.ts';

const { service, declarableNote, submit, act, followUp, read } = useTransports();

/** The number of mails to an address that a note's UIT ends. */
const reminders = async ({ etransportUit }: Pick<DeliveryNote, 'etransportUit'>): Promise<number> =>
  (await service().mailbox()).filter(({ text }) => text?.includes(String(etransportUit))).length;

describe('the mail that a UIT ends (OUG 41/2022 art. 11)', () => {
  it('is not sent while the company is deleted', async () => {
    const date = addDays(today(), 1);
    const dayBefore = addDays(date, 3);
    const own = await declaring(service());
    const { declaredNote: declared } = transportsOf(service, own);
    const note = await declared({ etransportTransportDate: date });
    expect((await call(service(), own, 'DELETE', `/companies/${own.company}`)).status).toBe(204);
    const seconds = Math.floor((Date.parse(`${dayBefore}T12:00:00Z`) - service().runtime.clock.now()) / 1000);
    await service().advance(`PT${seconds}S`);
    expect((await service().mailbox()).filter(({ text }) => text?.includes(String(note.etransportUit)))).toEqual([]);
  });

  it('is sent once, in the morning of the day before; for none that was confirmed, taken back or cancelled', async () => {
    const date = addDays(today(), 1);
    const submitted = [];
    for (let each = 0; each < 5; each++) {
      const { uuid } = await declarableNote({ etransportTransportDate: date });
      await submit(uuid);
      submitted.push(uuid);
    }
    await service().advance('PT10M');
    const [kept, corrected, confirmed, deleted, cancelled] = await Promise.all(submitted.map(read));
    // The UIT is valid until the fifth day from the declared one; that of the corrected one until two days later.
    expect(kept?.etransportValidUntil).toBe(addDays(date, 4));
    await followUp(corrected!.uuid, 'correct', { etransportTransportDate: addDays(date, 2) });
    await followUp(confirmed!.uuid, 'confirm', { outcome: 'confirmed' });
    await followUp(deleted!.uuid, 'delete');
    await act(cancelled!.uuid, 'cancel');
    // Its declarer gets no second mail for another message.
    await followUp(kept!.uuid, 'vehicle', { vehicleNumber: 'B200ABC' });
    await service().advance('PT1H');
    expect((await read(corrected!.uuid)).etransportValidUntil).toBe(addDays(date, 6));

    const all = [kept!, corrected!, confirmed!, deleted!, cancelled!];
    const mails = () => Promise.all(all.map(reminders));
    const until = (day: string, time: string) =>
      service().advance(`PT${Math.floor((Date.parse(`${day}T${time}Z`) - service().runtime.clock.now()) / 1000)}S`);
    await until(addDays(date, 3), '05:59:00');
    expect(await mails()).toEqual([0, 0, 0, 0, 0]);
    await until(addDays(date, 3), '06:10:00');
    expect(await mails()).toEqual([1, 0, 0, 0, 0]);
    await until(addDays(date, 5), '06:10:00');
    expect(await mails()).toEqual([1, 1, 0, 0, 0]);
    await service().advance('P3D');
    expect(await mails()).toEqual([1, 1, 0, 0, 0]);
  });
});
