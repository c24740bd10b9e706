import { describe, expect, it } from 'vitest';
import { deliveriesQuery } from '#shared/app/webhooks/deliveries/list.ts';
import { presentDelivery, presentTest } from '#shared/app/webhooks/deliveries/present.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { type Answered, newDelivery, type SentDelivery } from '#shared/app/webhooks/deliveries/store.ts';

const fields = { id: 'd', companyId: companyScope('c'), webhookId: 'w', messageId: 'm', eventType: 'invoice.paid', attempt: 1 };
const pending = newDelivery({ ...fields, dueAt: '2026-11-22T22:30:00.000Z' });
const answer: Answered = {
  ...{ responseCode: 500, responseHeaders: { 'x-b': '2', 'x-a': '1' }, responseBody: 'x'.repeat(1_025), durationMs: 20 },
  ...{ errorMessage: 'Too late.', deliveredAt: '2026-11-22T22:30:01.234Z' },
};
const request = { url: 'https://receiver.example/hook', headers: { 'x-b': '2', 'x-a': '1' }, payload: '{}' };
const sent: SentDelivery = { ...pending, status: 'failed', request, answer, nextRetryAt: '2026-11-22T22:30:06.789Z' };
const IN_ORDER = '{"x-a":"1","x-b":"2"}';

describe('A delivery in a response', () => {
  it('has the request and the answer of an attempt that was made, with headers in the order of their names', () => {
    const shown = presentDelivery(sent);
    expect(shown).toEqual({
      ...{ uuid: 'd', webhookUuid: 'w', eventType: 'invoice.paid', status: 'failed', attempt: 1, requestMethod: 'POST' },
      ...{ requestUrl: request.url, requestHeaders: request.headers, requestPayload: '{}' },
      ...{ responseCode: 500, responseHeaders: answer.responseHeaders, responseBody: answer.responseBody, durationMs: 20 },
      ...{ errorMessage: 'Too late.', deliveredAt: '2026-11-22T22:30:01Z', nextRetryAt: '2026-11-22T22:30:06Z' },
    });
    expect([shown.requestHeaders, shown.responseHeaders].map(headers => JSON.stringify(headers))).toEqual([IN_ORDER, IN_ORDER]);
  });

  it('has null, and 0 for numbers, in their place while the attempt waits', () => {
    expect(presentDelivery(pending)).toMatchObject({
      ...{ status: 'pending', requestUrl: null, requestMethod: 'POST', requestHeaders: null, requestPayload: null },
      ...{ responseCode: 0, responseHeaders: null, responseBody: null, durationMs: 0 },
      ...{ errorMessage: null, deliveredAt: null, nextRetryAt: null },
    });
  });

  it('of a test has the first 1,024 characters of the answer', () => {
    const shown = presentTest(sent);
    expect(shown).toEqual({
      ...{
        deliveryUuid: 'd',
        status: 'failed',
        eventType: 'invoice.paid',
        requestPayload: '{}',
        requestHeaders: request.headers,
      },
      ...{ responseCode: 500, responseBody: 'x'.repeat(1_024), durationMs: 20, deliveredAt: '2026-11-22T22:30:01Z' },
    });
    expect(JSON.stringify(shown.requestHeaders)).toBe(IN_ORDER);
    expect(presentTest({ ...sent, answer: { ...answer, responseBody: 'ab' } }).responseBody).toBe('ab');
    expect(presentTest({ ...sent, answer: { ...answer, responseBody: null } }).responseBody).toBeNull();
  });
});

describe('The query of a list of deliveries', () => {
  const refused = (query: object) => deliveriesQuery.safeParse(query).error?.issues.map(({ path }) => path.join('.'));

  it('may be empty, or have empty values', () => {
    const all = { page: 1, limit: 20 };
    expect(deliveriesQuery.parse({})).toEqual(all);
    expect(deliveriesQuery.parse({ status: '', eventType: '', from: '', to: '' })).toEqual(all);
  });

  it.each([
    [{ page: '2', limit: '50' }],
    [{ status: 'success' }],
    [{ status: 'failed', eventType: 'x'.repeat(100) }],
    [{ from: '2026-11-20' }],
    [{ to: '2026-11-20' }],
    [{ from: '2026-11-20', to: '2026-11-20' }],
    [{ from: '2026-11-19', to: '2026-11-20' }],
  ])('is taken: %o', query => {
    const { page = '1', limit = '20', ...filter } = query as Record<string, string>;
    expect(deliveriesQuery.parse(query)).toEqual({ ...filter, page: Number(page), limit: Number(limit) });
  });

  it.each([
    [{ status: 'pending' }, 'status'],
    [{ eventType: 'x'.repeat(101) }, 'eventType'],
    [{ from: '2026-02-30' }, 'from'],
    [{ to: 'today' }, 'to'],
    [{ from: '2026-11-21', to: '2026-11-20' }, 'from'],
  ])('is refused: %o', (query, field) => {
    expect(refused(query)).toEqual([field]);
  });
});
