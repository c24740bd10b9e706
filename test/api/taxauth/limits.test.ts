import { describe, expect, it } from 'vitest';
import { authorityClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import { call, detailOf, issued } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { asFunction, callAtOnce } from '../../support/taxauth/workers.ts';
import { useLimits } from './limits-calls.ts';

/** The effect of the limit of all calls on callers and background work, with few calls a minute. */

const service = useOwnService();
const { scope, limitTo, submitted } = useLimits(service);

/** Calls of other companies until none are left. */
async function useUp(): Promise<void> {
  const client = authorityClient(service().runtime.engines.taxauth.createToken({ cif: '18547290' }));
  const { refusals } = await callAtOnce(1, 1_000, number =>
    asFunction(`other-${number}`, true, () => client.checkStatus(String(number + 1))),
  );
  expect(refusals).toHaveLength(1);
}

interface Limited {
  error: string;
  retryAfter: number;
}

describe('a caller at the limit of the tax authority', () => {
  it('of its register and of a submission: 429 with retryAfter and Retry-After', async () => {
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    // The calls that connected the company count towards its share of the minute, and of the next one.
    await service().advance('PT3M');
    // Counted calls leave the window by the clock, however long they take.
    service().runtime.clock.freeze(true);
    limitTo(10);
    await useUp();
    const limited = [
      await call<Limited>(service(), scope, 'GET', '/clients/taxauth-lookup?cui=14399840'),
      await call<Limited>(service(), scope, 'GET', '/taxauth/vat-status/14399840'),
      await call<Limited>(service(), scope, 'POST', `/invoices/${id}/submit`),
    ];
    for (const { status, body, headers } of limited) {
      expect([status, body.error]).toEqual([429, 'The limit of the tax authority is reached.']);
      expect(body.retryAfter).toBeGreaterThan(60);
      expect(headers.get('retry-after')).toBe(String(body.retryAfter));
    }
    expect((await detailOf(service(), scope, id)).status).toBe('issued');
    // Before that, others who were rejected may come first.
    await service().advance(`PT${limited[2]?.body.retryAfter}S`);
    expect((await call(service(), scope, 'POST', `/invoices/${id}/submit`)).status).toBe(200);
  });
});

describe('a submission in progress', () => {
  it('waits for the limit, and polls for its result as often as without', async () => {
    const id = await submitted();
    await service().advance('PT4M');
    limitTo(10);
    await useUp();
    // The first poll is due, and rejected; it is repeated when the limit has passed, and the second one a quarter of an hour later.
    await service().advance('PT65S');
    expect((await detailOf(service(), scope, id)).status).toBe('sent_to_provider');
    await service().advance('PT20M');
    expect((await detailOf(service(), scope, id)).status).toBe('validated');
  });
});

describe('a clock that was moved forward and put back', () => {
  it('keeps no limit of the authority that was reached at the later time', async () => {
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    service().runtime.clock.freeze(false);
    const { now: before } = service().runtime.clock.state();
    await service().advance('P2D');
    limitTo(10);
    await useUp();
    await service().api('POST', '/_local/clock', { body: { set: before } });
    expect((await call(service(), scope, 'POST', `/invoices/${id}/submit`)).status).toBe(200);
  });
});
