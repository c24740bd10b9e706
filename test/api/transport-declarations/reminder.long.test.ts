import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { call } from '../../support/invoices.ts';
import { declaring, transportsOf, useTransports } from '../../support/transport.ts';

const { service } = useTransports();

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
});
