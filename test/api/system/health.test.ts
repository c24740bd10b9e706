import { afterEach, describe, expect, test } from 'vitest';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [], rateLimits: true });
const health = () => service().api('GET', '/health');

afterEach(() => service().runtime.faults.clear());

describe('GET /health', () => {
  test('200 healthy, with its checks and the time', async () => {
    expect(await health()).toMatchObject({
      status: 200,
      body: {
        status: 'healthy',
        checks: { database: 'ok' },
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      },
    });
  });

  test.each(['fail', 'throttle'] as const)(
    '503 degraded within the timeout of load balancers when the table returns "%s", without the reason',
    async kind => {
      service().runtime.faults.add({ service: 'dynamodb', kind });
      const answer = await health();
      expect(answer).toMatchObject({ status: 503, body: { status: 'degraded', checks: { database: 'error' } } });
      expect(Object.keys(answer.body as object).toSorted()).toEqual(['checks', 'status', 'timestamp']);
      service().runtime.faults.clear();
      expect((await health()).status).toBe(200);
    },
  );

  test('503 when the table is slow', async () => {
    service().runtime.faults.add({ service: 'dynamodb', kind: 'slow', delayMs: 10_000, times: 1 });
    expect((await health()).status).toBe(503);
  });

  test('takes one read, and counts towards no limit', async () => {
    await health();
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ calls: 1, writeUnits: 0 });
  });
});
