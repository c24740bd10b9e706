import { describe, expect, it } from 'vitest';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import type { Invoice } from '../../support/contract.ts';
import { usePlanned } from './planned-calls.ts';

const { service, trader, delayed, statusOf, received, authority } = usePlanned();

describe('automatic submission, some hours after the issue (efacturaDelayHours)', () => {
  it('skips invoices that were submitted, cancelled or issued under another setting', async () => {
    const before = await received();
    const [submitted, cancelled] = [await trader.issued(), await trader.issued()];
    await trader.act(submitted.id, 'submit');
    await trader.act(cancelled.id, 'cancel', { reason: 'Ordered twice by mistake' });
    // Changing the setting affects later issues only.
    const planned = await trader.issued();
    await delayed(null);
    const unplanned = await trader.issued();
    await service().advance('PT3H');
    expect(await received()).toBe(before + 2);
    expect(await statusOf(cancelled.id)).toBe('cancelled');
    expect(await statusOf(unplanned.id)).toBe('issued');
    expect(await statusOf(planned.id)).not.toBe('issued');
    await delayed(0);
    const atOnce = await trader.issued();
    await service().advance('PT6M');
    expect(await statusOf(atOnce.id)).not.toBe('issued');
    await delayed(2);
  });

  it('is delayed while the authority is down, and done when it is back', async () => {
    const before = await received();
    const { id } = await trader.issued();
    await authority({ mode: 'down' });
    await service().advance('PT2H10M');
    expect(await statusOf(id)).toBe('issued');
    await authority({ mode: 'ok' });
    await service().advance('PT30M');
    expect(await statusOf(id)).not.toBe('issued');
    expect(await received()).toBe(before + 1);
  });

  it('logs lines that raise the alarm during an outage of five days, and is given up in the end', async () => {
    let lines: Record<string, unknown>[] = [];
    setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
    const invoice = await trader.issued();
    await authority({ mode: 'down' });
    for (const wait of ['PT2H6M', 'PT6M']) await service().advance(wait);
    const metrics = metricsOf('workers', lines);
    expect(metrics['authority-calls-failed']?.length).toBeGreaterThan(1);
    expect(metrics['authority-calls-made']).toEqual(metrics['authority-calls-failed']);
    const postponed = lines.filter(({ message }) => message === 'Planned submission postponed');
    expect(postponed[0]).toMatchObject({ level: 'WARN', invoiceId: invoice.id, tries: 0, companyId: trader.scope.company });
    lines = [];
    for (let tries = 0; tries < 22; tries++) await service().advance('PT6H5M');
    await authority({ mode: 'ok' });
    setLogSink(() => {});
    expect(new Set(metricsOf('workers', lines)['incidents'])).toEqual(new Set([1]));
    expect(await statusOf(invoice.id)).toBe('issued');
  });

  it('is given up without a connection, and the user who issued the document is mailed once', async () => {
    const other = await trader.newTrader({ lasting: true });
    await other.request('PATCH', `/companies/${other.scope.company}`, { efacturaDelayHours: 1 });
    const invoice: Invoice = await other.issued();
    const mails = async () =>
      (await service().mailbox()).filter(({ text }) => text?.includes(`Factura ${invoice.number} nu a putut`));
    await service().advance('PT1H10M');
    expect(await mails()).toHaveLength(1);
    await service().advance('P1D');
    expect(await mails()).toHaveLength(1);
    expect((await other.detailOf(invoice.id)).status).toBe('issued');
  });
});
