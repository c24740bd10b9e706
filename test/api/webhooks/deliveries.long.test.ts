import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, issued } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import type { Delivery } from '../../support/webhooks/company.ts';
import { EMITTED, emit, nameOf } from '../../support/webhooks/emit.ts';
import { isSignedBy, useDeliveries } from './deliveries-calls.ts';
import { queryItems } from '#shared/platform/store/read.ts';

const service = useOwnService();
const { request, receiver, company, subscribe, hook, deliveries, isActive, isRepeated, deliveryOf } = useDeliveries(service);

describe('A delivery (WHK-17 to WHK-28)', () => {
  it('numbers the events of a company without gaps', async () => {
    const fresh = await company();
    const to = await receiver();
    await subscribe(fresh, to, ['*']);
    await Promise.all(Array.from({ length: 5 }, () => issued(service(), fresh, { clientId: fresh.clientId })));
    // A receiver that a busy machine lets answer late gets the delivery again.
    await service().advance('PT24H');
    const numbers = new Set(to.requests.map(({ body }) => body.sequence));
    expect([...numbers].toSorted((a, b) => a - b)).toEqual(Array.from({ length: numbers.size }, (_, place) => place + 1));
    expect(numbers.size).toBeGreaterThanOrEqual(10);
  });
});

describe('a delivery that fails (WHK-15, WHK-31, WHK-32)', () => {
  it.each([
    ['a redirect', 302],
    ['an error', 404],
  ])('%s is repeated under the same message id, until it succeeds', (_, status) => isRepeated(status));

  it('a broken connection: response code 0, with the reason', async () => {
    const { own, to, uuid } = await hook();
    to.answer = () => 'drop';
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const [first] = (await deliveries(own, uuid)).data;
    const { body } = await request<Delivery>(own, 'GET', `/${uuid}/deliveries/${first?.uuid}`);
    expect(body).toMatchObject({ responseCode: 0, status: 'failed', errorMessage: expect.any(String) as string });
    expect(body.nextRetryAt).not.toBeNull();
  });

  it('follows the schedule: 10 attempts within 10 % of 5 s, 5 min, 30 min, 2, 5, 10, 14, 20, 24 h', async () => {
    const { own, to, uuid } = await hook();
    to.answer = 503;
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const planned = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (const [place, seconds] of planned.entries()) {
      const [last] = (await deliveries(own, uuid)).data;
      const { body } = await request<Delivery>(own, 'GET', `/${uuid}/deliveries/${last?.uuid}`);
      const wait = (Date.parse(body.nextRetryAt ?? '') - Date.parse(body.deliveredAt)) / 1000;
      expect(wait, `before attempt ${place + 2}`).toBeGreaterThanOrEqual(0.9 * seconds - 1);
      expect(wait, `before attempt ${place + 2}`).toBeLessThanOrEqual(1.1 * seconds + 1);
      expect(to.requests).toHaveLength(place + 1);
      // Attempts that wait for long are found by a timed function, once a minute.
      await service().advance(`PT${Math.ceil(wait) + (seconds > 900 ? 60 : 1)}S`);
    }
    await service().advance('PT72H');
    expect(to.requests).toHaveLength(10);
    expect((await deliveries(own, uuid)).data.map(({ attempt }) => attempt)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await isActive(own, uuid)).toBe(true);
  });

  it('410 to one of many simultaneous ones: only those in progress are sent, 10 at most, and none is left waiting', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    to.answer = 410;
    await emit(
      own.company,
      Array.from({ length: 40 }, (_, place) => `event ${place}`),
    );
    await service().idle();
    // Those that found no free slot have their next attempt within five minutes.
    for (let pass = 0; pass < 3; pass++) await service().advance('PT5M');
    expect(await isActive(own, uuid)).toBe(false);
    expect(to.requests.length).toBeGreaterThan(0);
    expect(to.requests.length).toBeLessThanOrEqual(10);
    const { data } = await deliveries(own, uuid, '?limit=100');
    expect(new Set(data.map(({ status, attempt, nextRetryAt }) => [status, attempt, nextRetryAt].join()))).toEqual(
      new Set([['failed', 1, null].join()]),
    );
    expect(data.filter(({ responseCode }) => responseCode === 410)).toHaveLength(to.requests.length);
  });

  it('no success for 120 hours switches the webhook off; switched on again, it has 120 hours more', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    to.answer = 500;
    const failingDays = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day++) {
        await emit(own.company, ['one']);
        await service().advance('PT24H');
      }
    };
    await failingDays(4);
    expect(await isActive(own, uuid)).toBe(true);
    await failingDays(2);
    expect(await isActive(own, uuid)).toBe(false);
    await request(own, 'PATCH', `/${uuid}`, { isActive: true });
    await failingDays(4);
    expect(await isActive(own, uuid)).toBe(true);
  });

  it('pending retries are dropped when it is switched off by a user', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    to.answer = 500;
    await emit(own.company, ['one']);
    await service().idle();
    await request(own, 'PATCH', `/${uuid}`, { isActive: false });
    const sent = to.requests.length;
    await service().advance('PT1H');
    expect(to.requests).toHaveLength(sent);
    const [dropped] = (await deliveries(own, uuid)).data;
    expect(await deliveryOf(own, uuid, dropped?.uuid)).toMatchObject({ errorMessage: 'The webhook is switched off.' });
    // Switched on again, it is sent new events only.
    to.answer = 200;
    await request(own, 'PATCH', `/${uuid}`, { isActive: true });
    await service().advance('PT24H');
    expect(to.requests).toHaveLength(sent);
  });
});

describe('a plan without webhooks', () => {
  it('sends nothing, not even waiting deliveries, until the plan has webhooks again', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    const { body } = await call<{ organizationId: string }>(service(), own, 'GET', `/companies/${own.company}`);
    const change = (plan: string) => service().api('PUT', `/_local/plans/${body.organizationId}`, { body: { plan } });
    to.answer = 500;
    await emit(own.company, ['before']);
    await service().idle();
    await change('starter');
    await emit(own.company, ['meanwhile']);
    await service().advance('PT1H');
    await change('professional');
    to.answer = 200;
    await emit(own.company, ['again']);
    await service().advance('PT24H');
    expect([...new Set(to.requests.map(({ body }) => nameOf(body)))]).toEqual(['before', 'again']);
    const { data } = await deliveries(own, uuid);
    expect(data.map(one => [one.status, one.attempt])).toEqual([
      ['success', 1],
      ['failed', 2],
      ['failed', 1],
    ]);
  });
});

describe('regenerated secrets', () => {
  it('of secrets regenerated twice each keeps its own grace period', async () => {
    const { own, to, uuid, secret } = await hook();
    const regenerated = async (graceHours: number): Promise<string> =>
      (await request<{ secret: string }>(own, 'POST', `/${uuid}/regenerate-secret`, { graceHours })).body.secret;
    const [second, third] = [await regenerated(3), await regenerated(1)];
    await service().advance('PT2H');
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const signed = [secret, second, third].map(each => isSignedBy(each, to.requests[0]!));
    expect(signed).toEqual([true, false, true]);
  });

  it.each([
    ['without a grace period the old secret is invalid at once', 0, false],
    ['with a grace period both sign', 1, true],
  ])('a pending retry is signed again: %s', async (_, graceHours, isOldSigning) => {
    const { own, to, uuid, secret } = await hook();
    to.answer = place => ({ status: place === 0 ? 500 : 200 });
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const { body } = await request<{ secret: string }>(own, 'POST', `/${uuid}/regenerate-secret`, { graceHours });
    await service().advance('PT6S');
    const [first, retried] = to.requests;
    expect([isSignedBy(secret, first!), isSignedBy(body.secret, first!)]).toEqual([true, false]);
    expect([isSignedBy(secret, retried!), isSignedBy(body.secret, retried!)]).toEqual([isOldSigning, true]);
    const plain = createHmac('sha256', body.secret).update(retried!.raw).digest('hex');
    expect(retried?.headers['x-webhook-signature']).toBe(`sha256=${plain}`);
  });
});

describe('the body of the requests of an event', () => {
  it('is the same text in every attempt, also when it is resent by a user, in the order of its schema', async () => {
    const { own, to, uuid } = await hook(['invoice.issued']);
    to.answer = 500;
    await issued(service(), own, { clientId: own.clientId });
    await service().advance('PT1H');
    const attempts = to.requests.length;
    expect(attempts).toBeGreaterThan(1);
    to.answer = 200;
    const [last] = (await deliveries(own, uuid)).data;
    for (let time = 0; time < 3; time++) await request(own, 'POST', `/${uuid}/deliveries/${last?.uuid}/retry`);
    await service().idle();
    const [{ raw, body } = { raw: '', body: undefined }] = to.requests;
    expect(to.requests.map(sent => sent.raw)).toEqual(Array.from({ length: attempts + 3 }, () => raw));
    const order = ['invoiceUuid', 'invoiceNumber', 'status', 'direction', 'clientName', 'total', 'currency'];
    expect(Object.keys(body?.data ?? {}).filter(name => order.includes(name))).toEqual(order);
  });
});

describe('a webhook that is deleted', () => {
  it('loses its deliveries; pending ones are not sent', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    to.answer = 500;
    await emit(own.company, ['one']);
    await service().idle();
    const sent = to.requests.length;
    expect((await request(own, 'DELETE', `/${uuid}`)).status).toBe(204);
    await service().advance('PT1H');
    expect(to.requests).toHaveLength(sent);
    for (const prefix of ['WHDLV', 'WHCOUNT', 'WHHEALTH'])
      expect(await queryItems({ partition: `C#${own.company}`, beginsWith: `${prefix}#${uuid}` })).toEqual([]);
  });
});

describe('deliveries by users', () => {
  it('both secrets sign during the grace period', async () => {
    const { own, to, uuid, secret } = await hook([EMITTED], { client: false });
    const { body } = await request<{ secret: string }>(own, 'POST', `/${uuid}/regenerate-secret`, { graceHours: 1 });
    await emit(own.company, ['one']);
    await service().idle();
    for (const each of [secret, body.secret]) expect(isSignedBy(each, to.requests[0]!)).toBe(true);
    await service().advance('PT2H');
    await emit(own.company, ['one']);
    await service().idle();
    expect(to.requests[1]?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1);
  });
});
