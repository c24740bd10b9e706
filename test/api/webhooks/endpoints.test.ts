import { beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import type { Refusal } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { refusal } from '../../support/refusals.ts';
import { type Scope, useService } from '../../support/service.ts';

interface Webhook {
  uuid: string;
  url: string;
  events: string[];
  description: string | null;
  isActive: boolean;
  secret: string;
  deliveriesCount: number;
  lastDeliveryAt: string | null;
  lastDeliveryStatus: string | null;
}

const service = useService();

let scope: Scope;
beforeAll(async () => {
  scope = await service().newCompany(await service().newUser());
});

const request = <T = Webhook>(method: string, path: string, body?: unknown, own: Scope = scope) =>
  call<T & Refusal>(service(), own, method, `/webhooks${path}`, body);
const BODY = { url: 'https://receiver.example/hook', events: ['invoice.issued', 'invoice.paid'] };

const made = async (overrides: object = {}): Promise<Webhook> => (await request('POST', '', { ...BODY, ...overrides })).body;

describe('Webhook endpoints (WHK-1 to WHK-13)', () => {
  it('are created with a secret that only this response contains', async () => {
    const { status, body } = await request('POST', '', { ...BODY, description: 'Stock' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...BODY, description: 'Stock', isActive: true });
    expect(body.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    const listed = (await request<Webhook[]>('GET', '')).body.find(({ uuid }) => uuid === body.uuid);
    expect(listed?.secret).toMatch(/^whsec_•{8,}$/);
    expect((await request('GET', `/${body.uuid}`)).body).toMatchObject({
      secret: listed?.secret,
      ...{ deliveriesCount: 0, lastDeliveryAt: null, lastDeliveryStatus: null },
    });
  });

  it('accept `*` for all events, and each event once', async () => {
    expect((await made({ events: ['*'] })).events).toEqual(['*']);
    expect((await made({ events: ['invoice.paid', 'invoice.paid'] })).events).toEqual(['invoice.paid']);
  });

  it('are changed field by field: events are replaced', async () => {
    const { uuid } = await made();
    const { status, body } = await request('PATCH', `/${uuid}`, { events: ['payment.created'], isActive: false });
    expect([status, body.events, body.isActive, body.url]).toEqual([200, ['payment.created'], false, BODY.url]);
    expect(body.secret).not.toMatch(/[0-9a-f]{8}/);
  });

  it('are deleted: 204, then 404', async () => {
    const { uuid } = await made();
    expect((await request('DELETE', `/${uuid}`)).status).toBe(204);
    expect((await request('GET', `/${uuid}`)).status).toBe(404);
  });

  it('get a new secret', async () => {
    const { uuid, secret } = await made();
    const { status, body } = await request('POST', `/${uuid}/regenerate-secret`);
    expect([status, body.secret === secret]).toEqual([200, false]);
    expect(body.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  });

  it('400: no url', async () => {
    expect(refusal(await request('POST', '', { ...BODY, url: undefined }))).toEqual([
      ...[400, 'bad_request', { url: ['is required'] }],
    ]);
  });

  it('400: an empty change', async () => {
    expect((await request('PATCH', `/${(await made()).uuid}`, {})).status).toBe(400);
  });

  it.each([
    ['the metadata service', { url: 'https://169.254.169.254/latest' }, 'url'],
    ['an unknown event', { events: ['invoice.exploded'] }, 'events'],
  ])('422: %s', async (_, overrides, field) => {
    expect(refusal(await request('POST', '', { ...BODY, ...overrides }))).toMatchObject([
      422,
      'validation_error',
      { [field]: [expect.any(String)] },
    ]);
  });

  it('422: the twenty-first of a company', async () => {
    const own = await service().newCompany(await service().newUser());
    for (let place = 0; place < 20; place++) expect((await request('POST', '', BODY, own)).status).toBe(201);
    expect((await request('POST', '', BODY, own)).status).toBe(422);
  });

  it('402 where the plan has no webhooks', async () => {
    const user = await service().newUser();
    const own = await service().newCompany(user);
    const { body } = await call<{ organizationId: string }>(service(), own, 'GET', `/companies/${own.company}`);
    await service().api('PUT', `/_local/plans/${body.organizationId}`, { body: { plan: 'freemium' } });
    expect(refusal(await request('POST', '', BODY, own))).toMatchObject([402, 'plan_limit', { feature: 'webhooks' }]);
  });

  it('GET /webhooks/events returns every event with its description and category', async () => {
    const { body } = await request<{ name: string; description: string; category: string }[]>('GET', '/events');
    expect(body.map(({ name }) => name).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    expect(body.every(({ description, category }) => description !== '' && category !== '')).toBe(true);
  });
});
