import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import { codeOf } from '../../support/refusals.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import type { Invoice } from '../../support/contract.ts';
import { DEPTH } from '../../support/effort.ts';

const service = useOwnService();
const trader = useTrader({ service, connected: true, lasting: true });

const delayed = (hours: number | null) =>
  trader.request('PATCH', `/companies/${trader.scope.company}`, { efacturaDelayHours: hours });
const received = async (): Promise<number> => {
  const { body } = await service().api('GET', '/_local/taxauth/received');
  return (body as { uploads: unknown[] }).uploads.length;
};
const statusOf = async (id: string) => (await trader.detailOf(id)).status;

beforeAll(async () => {
  expect((await delayed(2)).status).toBe(200);
});

const authority = (state: object) => expecting(200, 'The authority', service().api('PUT', '/_local/taxauth', { body: state }));

describe('submission by a user', () => {
  it('is sent, and validated by the poll that follows (EIN-17 to EIN-24)', async () => {
    const { id } = await trader.issued();
    const submitted = await trader.act(id, 'submit');
    expect(submitted, JSON.stringify(submitted.body)).toMatchObject({
      status: 200,
      body: { status: 'sent_to_provider', taxauthStatus: 'uploaded', taxauthSubmissionId: expect.any(String) as string },
    });
    await service().advance('PT30M');
    const invoice = await trader.detailOf(id);
    expect(invoice).toMatchObject({ status: 'validated', taxauthStatus: 'validated', taxauthValidationErrors: null });
    expect(invoice.events.map(({ type }) => type)).toEqual([
      ...['taxauth_validated', 'taxauth_submitted', 'pdf_generated', 'xml_generated', 'status_change', 'created'],
    ]);
  });

  it('is rejected without a connection to the authority: 400', async () => {
    const other = await trader.newTrader({});
    const { id } = await other.inForce();
    expect(codeOf(await other.act(id, 'submit'))).toEqual([400, 'bad_request']);
  });
});

describe('automatic submission, some hours after the issue (efacturaDelayHours)', () => {
  it('is done at its time, once, as by a user, and not before', async () => {
    const before = await received();
    const { id } = await trader.issued();
    await service().advance('PT1H54M');
    expect(await statusOf(id)).toBe('issued');
    await service().advance('PT12M');
    expect(['sent_to_provider', 'validated']).toContain(await statusOf(id));
    const detail = await trader.detailOf(id);
    const submitted = detail.events.filter(({ type }) => type === 'taxauth_submitted');
    expect(submitted).toMatchObject([{ user: { id: null, name: 'System' } }]);
    await service().advance('PT5H');
    expect(await statusOf(id)).toBe('validated');
    expect(await received()).toBe(before + 1);
  });

  it('is done at its time, with its verdict, when the clock is set over both at once', async () => {
    const { id } = await trader.issued();
    await service().advance('P2D');
    const { status, events } = await trader.detailOf(id);
    expect(status).toBe('validated');
    const [created, ...then] = ['created', 'taxauth_submitted', 'taxauth_validated'].map(wanted =>
      Date.parse(events.find(({ type }) => type === wanted)?.timestamp ?? ''),
    );
    const [sent = NaN, validated = NaN] = then.map(at => (at - (created ?? NaN)) / 60_000);
    expect([sent >= 120, sent < 126, validated > sent, validated < sent + 30], `${sent}, ${validated}`).toEqual(
      Array(4).fill(true),
    );
  });

  it.runIf(DEPTH)('skips invoices that were submitted, cancelled or issued under another setting', async () => {
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

  it.runIf(DEPTH)('is delayed while the authority is down, and done when it is back', async () => {
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

  it.runIf(DEPTH)('logs lines that raise the alarm during an outage of five days, and is given up in the end', async () => {
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

  it.runIf(DEPTH)('is given up without a connection, and the user who issued the document is mailed once', async () => {
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
