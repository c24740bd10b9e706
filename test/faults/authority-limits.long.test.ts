import { describe, expect, it } from 'vitest';
import { windowKey } from '#shared/authority/calls/token-window.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { ALL } from '../support/effort.ts';
import { useOwnService } from '../support/service.ts';
import { CIF, useAuthorityCalls } from '../support/taxauth/many-calls.ts';
import { asFunction, callAtOnce } from '../support/taxauth/workers.ts';

/** The five limits of the authority at their real numbers, by workers that call at once. The authority itself counts what arrives. */

const service = useOwnService();
/** The number of times that the workers call all at once. */
const STEPS = ALL ? 30 : 6;
const { WORKERS, client, anyCall, clockNow, arrivedSince } = useAuthorityCalls(service);

describe('the limit of all calls, 1,000 a minute', () => {
  it('lets 1,000 calls of 20 workers through, whatever their companies; the 1,001st waits until the first have left every minute', async () => {
    const { made, refusals } = await callAtOnce(WORKERS, 2_000, (_, worker) => asFunction(`company-${worker}`, true, anyCall));
    expect(made).toBe(1_000);
    expect(refusals).toHaveLength(WORKERS);
    // 60 seconds, plus those that a call may be under way after it was counted. A worker that has had more than a fair share, because it
    // was faster, waits 20 seconds more when others have been rejected before it.
    for (const { limit, retryAfter } of refusals) expect(['calls 73', 'calls 93']).toContain(`${limit} ${retryAfter}`);
    expect(refusals.some(({ retryAfter }) => retryAfter === 73)).toBe(true);
    await service().advance('PT72S');
    await expect(asFunction('company-1', true, anyCall)).rejects.toMatchObject({ name: 'TaxauthRateLimited' });
    await service().advance('PT1S');
    await expect(asFunction('company-1', true, anyCall)).rejects.toMatchObject({ name: 'TaxauthRefused' });
  });

  it('lets one company use all of it when it is alone', async () => {
    const { made } = await callAtOnce(WORKERS, 2_000, () => asFunction('alone', true, anyCall));
    // The rest of a block of 20 that was opened earlier is less than a block.
    expect(made).toBeGreaterThan(980);
    expect(made).toBeLessThanOrEqual(1_000);
  });

  it('never lets more through in any minute when calls arrive at random times', async () => {
    const from = clockNow();
    for (let step = 0; step < STEPS; step++) {
      await callAtOnce(WORKERS, 400, (_, worker) => asFunction(`company-${worker}`, step % 2 === 0, anyCall));
      await service().advance(step % 3 === 0 ? 'PT1S' : 'PT31S');
    }
    const times = service()
      .runtime.engines.taxauth.limits.arrivals('calls')
      .filter(each => each >= from);
    const inAMinute = times.map(end => times.filter(each => each > end - 60_000 && each <= end).length);
    expect(Math.max(...inAMinute)).toBeLessThanOrEqual(1_000);
    expect(Math.max(...inAMinute)).toBeGreaterThan(700);
  });
});

describe('the limits of a day', () => {
  it('100 checks of an upload: the 101st waits', async () => {
    const { made, refusals } = await callAtOnce(WORKERS, 300, () =>
      asFunction('company', false, () => client().checkStatus('5000000001')),
    );
    expect(made).toBe(100);
    expect(refusals[0]?.limit).toBe('status');
  });

  /** Calls in parts, as a minute allows them. */
  async function aDayOf(most: number, run: () => Promise<unknown>): Promise<number> {
    let made = 0;
    for (let part = 0; part < Math.ceil(most / 500); part++) {
      made += (await callAtOnce(WORKERS, 500, () => asFunction('company', true, run))).made;
      await service().advance('PT80S');
    }
    const { made: further, refusals } = await callAtOnce(WORKERS, 100, () => asFunction('company', true, run));
    expect(refusals.map(({ limit }) => limit)).not.toContain('calls');
    return made + further;
  }

  it('1,500 lists of a company: the 1,501st waits', async () => {
    const list = () => client().listMessages({ cif: CIF, days: 1 });
    expect(await aDayOf(1_500, list)).toBe(1_500);
    expect(await callAtOnce(1, 1, list)).toMatchObject({ made: 0, refusals: [{ limit: 'list' }] });
  });

  it('1,000 uploads of a company: the 1,001st waits', async () => {
    const upload = () => client().uploadInvoice({ cif: `RO ${CIF}`, xml: 'no invoice', standard: 'UBL' });
    expect(await aDayOf(1_000, upload)).toBe(1_000);
    expect(await callAtOnce(1, 1, upload)).toMatchObject({ made: 0, refusals: [{ limit: 'upload' }] });
  });
});

describe('a count whose response is lost, or that fails', () => {
  it('costs a token, and lets no call through that is not counted', async () => {
    service().runtime.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'lostAnswer', rate: 0.2, seed: 7 });
    const from = clockNow();
    const { made } = await callAtOnce(WORKERS, 2_000, (_, worker) => asFunction(`company-${worker}`, true, anyCall));
    expect(made).toBe(arrivedSince(from));
    expect(made).toBeLessThan(1_000);
    expect(made).toBeGreaterThan(600);
    const { taken } = (await getItem<{ pk: string; sk: string; taken: number }>(windowKey('calls', 'all')))!;
    expect(taken).toBeLessThanOrEqual(20);
  });
});
