import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Case, CASES } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner } from '../../support/matrix/owner.ts';
import { changes, tableContent } from '../../support/matrix/people.ts';
import { filled } from '../../support/matrix/resources.ts';
import { type RawAnswer, senderTo } from '../../support/matrix/send.ts';
import { useOwnService } from '../../support/service.ts';

/** The response of every endpoint when its first call does not return: the process ends before it, or the table rejects it. */

// Each request makes a call then, since it is counted.
const service = useOwnService({ machines: [], rateLimits: true, onError: () => {} });
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'First calls');
});
afterEach(() => service().runtime.faults.clear());

function ask({ definition }: Case): Promise<RawAnswer> {
  const { method, path, auth } = definition;
  const headers = auth === 'public' ? {} : { authorization: `Bearer ${owner.scope.token}`, 'x-company': owner.scope.company };
  return senderTo(service().url)({ method, path: filled(path, owner.anyParams(definition)), headers });
}

test('the process ends: 500 with the message of API Gateway, and nothing of the cause', async () => {
  const answers = await Promise.all(
    CASES.map(async one => {
      service().runtime.faults.crash({ name: one.name, call: 1, when: 'before' });
      const { status, text } = await ask(one);
      return { title: one.title, status, text };
    }),
  );
  const failed = { status: 500, text: '{"message":"Internal Server Error"}' };
  expect(answers).toEqual(answers.map(({ title }) => ({ title, ...failed })));
});

describe('the table cannot count the request for the rate limits', () => {
  const uncounted = CASES.filter(({ definition }) => definition.uncounted);
  const counted = CASES.filter(one => !uncounted.includes(one));
  const failCounting = () => service().runtime.faults.add({ service: 'dynamodb', operation: 'UpdateItem', kind: 'fail' });

  test('every endpoint that counts returns 503, also to a caller with a credential: no request passes uncounted', async () => {
    await service().idle();
    const before = await tableContent();
    failCounting();
    const answers = await Promise.all(
      counted.map(async one => {
        const { status, json, headers } = await ask(one);
        return { title: one.title, status, json, retryAfter: headers['retry-after'] };
      }),
    );
    const json = { error: { code: 'service_unavailable', message: 'The service is busy; try again.' } };
    expect(answers).toEqual(counted.map(({ title }) => ({ title, status: 503, json, retryAfter: '1' })));
    // Those without a credential to check make no other call.
    const open = counted.filter(({ definition }) => definition.auth === 'public').map(({ name }) => name);
    const asked = service()
      .runtime.meter.last(counted.length)
      .filter(one => open.includes(one.function));
    expect(asked.map(one => one.function).toSorted()).toEqual(open.toSorted());
    expect(new Set(asked.flatMap(({ calls }) => calls.map(({ operation }) => operation)))).toEqual(new Set(['UpdateItem']));
    service().runtime.faults.clear();
    expect(changes(before, await tableContent())).toEqual([]);
  });

  test('the health checks, which count nothing, respond', async () => {
    failCounting();
    expect(uncounted.map(({ title }) => title)).toEqual(['GET /health', 'GET /api/v1/system/health']);
    for (const one of uncounted) expect(await ask(one)).toMatchObject({ status: 200 });
  });
});
