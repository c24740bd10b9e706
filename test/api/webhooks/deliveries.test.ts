import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { issued } from '../../support/invoices.ts';
import { joinAs } from '../../support/members.ts';
import { refusal } from '../../support/refusals.ts';
import { useOwnService } from '../../support/service.ts';
import type { Delivery, Hook } from '../../support/webhooks/company.ts';
import { EMITTED, emit } from '../../support/webhooks/emit.ts';
import { isSignedBy, standard, useDeliveries } from './deliveries-calls.ts';

const service = useOwnService();
const { request, receiver, company, subscribe, hook, deliveries, deliveryOf, isActive, isRepeated } = useDeliveries(service);

describe('A delivery (WHK-17 to WHK-28)', () => {
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
    expect(isSignedBy(secret, sent!)).toBe(true);
    const { data, total } = await deliveries(own, uuid);
    expect([total, data[0]]).toMatchObject([1, { uuid: body.id, status: 'success', responseCode: 200, attempt: 1 }]);
    const { body: whole } = await request<Delivery>(own, 'GET', `/${uuid}/deliveries/${body.id}`);
    expect(whole).toMatchObject({ requestPayload: raw, webhookUuid: uuid, nextRetryAt: null, errorMessage: null });
    const { body: detail } = await request<object>(own, 'GET', `/${uuid}`);
    expect(detail).toMatchObject({ deliveriesCount: 1, lastDeliveryStatus: 'success' });
  });

  it('is accepted by a receiver that follows the time of the machine, wherever the local clock stands', async () => {
    const to = await receiver();
    const { secret } = await subscribe(own, to);
    await service().advance('P2D');
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    const { raw, headers } = to.requests[0]!;
    expect(standard(secret).verify(raw, headers as Record<string, string>)).toMatchObject({ type: 'invoice.issued' });
  });

  it('is sent to subscribed webhooks, and to none of another company', async () => {
    const [all, paid, stranger] = await Promise.all([receiver(), receiver(), receiver()]);
    await subscribe(own, all, ['*']);
    await subscribe(own, paid, ['invoice.paid']);
    await subscribe(await company(), stranger, ['*']);
    await issued(service(), own, { clientId: own.clientId });
    await service().idle();
    expect(all.requests.map(({ body }) => body.type)).toEqual(expect.arrayContaining(['invoice.created', 'invoice.issued']));
    expect([paid.requests, stranger.requests]).toEqual([[], []]);
  });
});

describe('a delivery that fails (WHK-15, WHK-31, WHK-32)', () => {
  it('an error is repeated under the same message id, until it succeeds', () => isRepeated(500));

  it('410 switches the webhook off at once, and the admins of the company get a mail', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    const [admin, accountant] = await Promise.all([service().newUser(), service().newUser()]);
    await joinAs(own.user, admin, 'admin');
    await joinAs(own.user, accountant, 'accountant', [own.company]);
    // The index has the members by now.
    await service().idle();
    to.answer = 410;
    await emit(own.company, ['one']);
    await service().advance('PT1H');
    expect(await isActive(own, uuid)).toBe(false);
    await emit(own.company, ['one']);
    await service().idle();
    expect(to.requests).toHaveLength(1);
    const mails = (await service().mailbox()).filter(mail => /webhook/i.test(mail.subject) && mail.text?.includes(to.url));
    expect(mails.flatMap(mail => mail.to).toSorted()).toEqual([own.user.email, admin.email].toSorted());
    const [only] = (await deliveries(own, uuid)).data;
    expect(await deliveryOf(own, uuid, only?.uuid)).toMatchObject({ responseCode: 410, nextRetryAt: null });
  });
});

describe('deliveries by users', () => {
  it('a test is sent at once, recorded, and never repeated', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
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
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    await emit(own.company, ['one']);
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

  it('a replay sends the events of a period again', async () => {
    const { own, to, uuid } = await hook([EMITTED], { client: false });
    const from = service().runtime.clock.state().now;
    for (let place = 0; place < 3; place++) await emit(own.company, ['one']);
    await service().idle();
    const body = { from, to: new Date(Date.parse(from) + 3_600_000).toISOString() };
    expect((await request(own, 'POST', `/${uuid}/replay`, body)).status).toBe(202);
    await service().idle();
    const ids = to.requests.map(one => one.body.id);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(3);
    expect((await request(own, 'POST', `/${uuid}/replay`, { from: body.to, to: body.from })).status).toBe(422);
  });
});
