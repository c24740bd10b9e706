import { describe, expect, it } from 'vitest';
import { queryItems } from '#shared/platform/store/read.ts';
import { issued } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { EMITTED, emit } from '../../support/webhooks/emit.ts';
import { isSignedBy, useDeliveries } from './deliveries-calls.ts';

const service = useOwnService();
const { request, hook, deliveries, deliveryOf } = useDeliveries(service);

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

describe('a delivery that fails (WHK-15, WHK-31, WHK-32)', () => {
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
