import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryItems } from '../../../shared/store/read.ts';
import { issued } from '../../support/invoices.ts';
import { joinAs } from '../../support/members.ts';
import { type Delivery, type Hook, useWebhooks } from '../../support/webhooks/company.ts';
import { EMITTED, emit } from '../../support/webhooks/emit.ts';
import type { Receiver } from '../../support/webhooks/receiver.ts';
import { refusal } from '../../support/refusals.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService();
const { request, receiver, company, subscribe, hook, deliveries, isActive } = useWebhooks(service);

const deliveryOf = async (own: Hook['own'], uuid: string, id = ''): Promise<Delivery> =>
  (await request<Delivery>(own, 'GET', `/${uuid}/deliveries/${id}`)).body;

const standard = (secret: string) => new StandardWebhook(secret.replace('whsec_', ''));

/** Whether the library signs the request as it is signed; the clock of the service may be turned far from the library's. */
const isSignedBy = (secret: string, { raw, headers, body }: Receiver['requests'][number]): boolean => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(standard(secret).sign(body.id, at, raw));
};

describe('A delivery (completions-documents §7.2, §7.3)', () => {
  let own: Hook['own'];
  beforeAll(async () => {
    own = await company();
  });

  it('is posted with both signatures, and recorded', async () => {
    const to = await receiver();
    const { uuid, secret } = await subscribe(own, to);
    const invoice = await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    expect(to.requests).toHaveLength(1);
    const [sent] = to.requests;
    const { body, headers, raw } = sent!;
    expect(body).toMatchObject({ type: 'invoice.issued', company: own.company, data: { invoiceUuid: invoice.id } });
    expect(body.timestamp).toBe(body.createdAt);
    expect(headers).toMatchObject({
      ...{ 'content-type': 'application/json', 'user-agent': 'Webhooks/1.0', 'x-webhook-event': 'invoice.issued' },
      ...{ 'x-webhook-id': body.id, 'x-webhook-delivery': body.id, 'webhook-id': body.id },
    });
    expect(headers['x-webhook-signature']).toBe(`sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`);
    expect(standard(secret).verify(raw, headers as Record<string, string>)).toMatchObject({ id: body.id });
    const { data, total } = await deliveries(own, uuid);
    expect([total, data[0]]).toMatchObject([1, { uuid: body.id, status: 'success', responseCode: 200, attempt: 1 }]);
    const { body: whole } = await request<Delivery>(own, 'GET', `/${uuid}/deliveries/${body.id}`);
    expect(whole).toMatchObject({ requestPayload: raw, webhookUuid: uuid, nextRetryAt: null, errorMessage: null });
    const { body: detail } = await request<object>(own, 'GET', `/${uuid}`);
    expect(detail).toMatchObject({ deliveriesCount: 1, lastDeliveryStatus: 'success' });
  });

  it('goes to those that are subscribed, and to nobody of another company', async () => {
    const [all, paid, stranger] = await Promise.all([receiver(), receiver(), receiver()]);
    await subscribe(own, all, ['*']);
    await subscribe(own, paid, ['invoice.paid']);
    await subscribe(await company(), stranger, ['*']);
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    expect(all.requests.map(({ body }) => body.type)).toEqual(expect.arrayContaining(['invoice.created', 'invoice.issued']));
    expect([paid.requests, stranger.requests]).toEqual([[], []]);
  });

  it('numbers the events of a company without gaps', async () => {
    const fresh = await company();
    const to = await receiver();
    await subscribe(fresh, to, ['*']);
    await Promise.all(Array.from({ length: 5 }, () => issued(service(), fresh, { clientId: fresh.clientId })));
    await service().idle();
    const numbers = to.requests.map(({ body }) => body.sequence).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, place) => place + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(10);
  });
});

describe('A delivery that fails (decisions.md §Webhooks)', () => {
  it.each([
    ['an error', 500],
    ['a redirect', 302],
    ['a refusal', 404],
  ])('%s is repeated under the same message id, until it succeeds', async (_, status) => {
    const { own, to, uuid } = await hook();
    to.answer = place => ({ status: place < 2 ? status : 204, headers: { location: 'http://127.0.0.1:1/' } });
    await issued(service(), own, { clientId: own.clientId });
    for (const wait of ['PT6S', 'PT6M', 'PT1H']) await service().advance(wait);
    expect(to.requests.map(({ body }) => body.id)).toEqual(Array(3).fill(to.requests[0]?.body.id));
    const { data } = await deliveries(own, uuid);
    expect(data.map(one => [one.attempt, one.status, one.responseCode])).toEqual([
      [3, 'success', 204],
      [2, 'failed', status],
      [1, 'failed', status],
    ]);
    expect((await deliveries(own, uuid, '?status=failed&limit=1')).total).toBe(2);
  });

  it('a connection that breaks: response code 0, with the reason', async () => {
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

  it('410 switches the webhook off at once, and the admins of the company are mailed', async () => {
    const { own, to, uuid } = await hook();
    const [admin, accountant] = await Promise.all([service().newUser(), service().newUser()]);
    await joinAs(own.user, admin, 'admin');
    await joinAs(own.user, accountant, 'accountant', [own.company]);
    // An index lists the members by then.
    await service().idle();
    to.answer = 410;
    await issued(service(), own, { clientId: own.clientId });
    await service().advance('PT1H');
    expect(await isActive(own, uuid)).toBe(false);
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    expect(to.requests).toHaveLength(1);
    const mails = (await service().mailbox()).filter(mail => /webhook/i.test(mail.subject) && mail.text?.includes(to.url));
    expect(mails.flatMap(mail => mail.to).toSorted()).toEqual([own.user.email, admin.email].toSorted());
    const [only] = (await deliveries(own, uuid)).data;
    expect(await deliveryOf(own, uuid, only?.uuid)).toMatchObject({ responseCode: 410, nextRetryAt: null });
  });

  it('410 to one of many at once: nothing is sent but what was under way, 10 at most, and none is left waiting', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    to.answer = 410;
    await emit(
      own.company,
      Array.from({ length: 40 }, (_, place) => `event ${place}`),
    );
    await service().idle();
    // Those that found no slot free have their next try within five minutes.
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

  it('no success for 120 hours switches it off; switched on again, it has 120 hours more', async () => {
    const { own, to, uuid } = await hook();
    to.answer = 500;
    const failingDays = async (days: number): Promise<void> => {
      for (let day = 0; day < days; day++) {
        await issued(service(), own, { clientId: own.clientId });
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

  it('switched off by hand, retries that wait are dropped', async () => {
    const { own, to, uuid } = await hook();
    to.answer = 500;
    await issued(service(), own, { clientId: own.clientId });
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

describe('A webhook that is removed', () => {
  it('takes its deliveries along; what waited is not sent', async () => {
    const { own, to, uuid } = await hook();
    to.answer = 500;
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const sent = to.requests.length;
    expect((await request(own, 'DELETE', `/${uuid}`)).status).toBe(204);
    await service().advance('PT1H');
    expect(to.requests).toHaveLength(sent);
    for (const prefix of ['WHDLV', 'WHCOUNT', 'WHHEALTH'])
      expect(await queryItems({ partition: `C#${own.company}`, beginsWith: `${prefix}#${uuid}` })).toEqual([]);
  });
});

describe('Deliveries by hand', () => {
  it('a test is sent at once, recorded, and never repeated', async () => {
    const { own, to, uuid } = await hook();
    to.answer = 500;
    const { status, body } = await request<Delivery & { deliveryUuid: string }>(own, 'POST', `/${uuid}/test`, {});
    expect([status, body.status, body.responseCode, body.eventType]).toEqual([200, 'failed', 500, 'webhook.test']);
    await service().advance('PT1H');
    expect(to.requests).toHaveLength(1);
    expect((await deliveries(own, uuid)).data.map(one => one.uuid)).toEqual([body.deliveryUuid]);
    expect(refusal(await request(own, 'POST', `/${uuid}/deliveries/${body.deliveryUuid}/retry`))).toMatchObject([
      409,
      'conflict',
      { reason: 'webhook_test' },
    ]);
    expect((await request(own, 'POST', `/${uuid}/test`, { eventType: 'invoice.exploded' })).status).toBe(422);
    await request(own, 'PATCH', `/${uuid}`, { isActive: false });
    expect(refusal(await request(own, 'POST', `/${uuid}/test`, {}))).toMatchObject([
      422,
      'validation_error',
      { reason: 'webhook_inactive' },
    ]);
  });

  it('a retry sends the same message again; 409 where the webhook is off', async () => {
    const { own, to, uuid } = await hook();
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const [first] = (await deliveries(own, uuid)).data;
    const { status, body } = await request<{ status: string }>(own, 'POST', `/${uuid}/deliveries/${first?.uuid}/retry`);
    expect([status, body]).toEqual([202, { status: 'queued' }]);
    await service().idle();
    expect(to.requests.map(one => one.body.id)).toEqual([first?.uuid, first?.uuid]);
    expect(to.requests[1]?.headers['x-webhook-delivery']).not.toBe(first?.uuid);
    await request(own, 'PATCH', `/${uuid}`, { isActive: false });
    expect(refusal(await request(own, 'POST', `/${uuid}/deliveries/${first?.uuid}/retry`))).toMatchObject([
      409,
      'conflict',
      { reason: 'webhook_inactive' },
    ]);
  });

  it('a replay sends the events of a time again', async () => {
    const { own, to, uuid } = await hook();
    const from = service().runtime.clock.state().now;
    for (let place = 0; place < 3; place++) await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const body = { from, to: new Date(Date.parse(from) + 3_600_000).toISOString() };
    expect((await request(own, 'POST', `/${uuid}/replay`, body)).status).toBe(202);
    await service().idle();
    const ids = to.requests.map(one => one.body.id);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(3);
    expect((await request(own, 'POST', `/${uuid}/replay`, { from: body.to, to: body.from })).status).toBe(422);
  });

  it('while the grace lasts both secrets sign', async () => {
    const { own, to, uuid, secret } = await hook();
    const { body } = await request<{ secret: string }>(own, 'POST', `/${uuid}/regenerate-secret`, { graceHours: 1 });
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    for (const each of [secret, body.secret]) expect(isSignedBy(each, to.requests[0]!)).toBe(true);
    await service().advance('PT2H');
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    expect(to.requests[1]?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1);
  });

  it('of secrets made anew twice each keeps its own grace', async () => {
    const { own, to, uuid, secret } = await hook();
    const anew = async (graceHours: number): Promise<string> =>
      (await request<{ secret: string }>(own, 'POST', `/${uuid}/regenerate-secret`, { graceHours })).body.secret;
    const [second, third] = [await anew(3), await anew(1)];
    await service().advance('PT2H');
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const signed = [secret, second, third].map(each => isSignedBy(each, to.requests[0]!));
    expect(signed).toEqual([true, false, true]);
  });

  it.each([
    ['without grace the old secret is dead at once', 0, false],
    ['with grace both sign', 1, true],
  ])('a retry that waits is signed anew: %s', async (_, graceHours, isOldSigning) => {
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
