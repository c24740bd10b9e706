import { describe, expect, it } from 'vitest';
import { codeOf } from '../../support/refusals.ts';
import { usePlanned } from './planned-calls.ts';

const { service, trader, statusOf, received } = usePlanned();

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
});
