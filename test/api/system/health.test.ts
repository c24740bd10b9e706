import packageJson from '../../../package.json' with { type: 'json' };
import { afterEach, describe, expect, test, beforeAll } from 'vitest';
import { useOwnService, type User } from '../../support/service.ts';
import { joinAs, keyWith } from '../../support/members.ts';

const service = useOwnService({ machines: [], rateLimits: true });
const health = () => service().api('GET', '/health');
afterEach(() => service().runtime.faults.clear());
const status = (token?: string) => service().api('GET', '/api/v1/system/health', token === undefined ? {} : { token });
const SHORT = ['status', 'timestamp', 'version'];
const answersIn2s = (ok: boolean) => expect.stringMatching(ok ? /answers\.$/ : /does not answer within 2 seconds\.$/) as string;
let owner: User;
beforeAll(async () => {
  owner = await service().newUser();
});

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

describe('GET /api/v1/system/health (REQ-83)', () => {
  test('200 healthy for everybody: only status, version and time; one read, counts towards no limit', async () => {
    const answer = await status();
    expect(answer).toMatchObject({ status: 200, body: { status: 'healthy', version: packageJson.version } });
    expect(Object.keys(answer.body as object).toSorted()).toEqual(SHORT);
    expect(service().runtime.meter.last(1)[0]?.dynamodb).toMatchObject({ calls: 1, writeUnits: 0 });
  });

  test('200 with checks and environment for owners and admins; not for other roles, API keys and forged tokens', async () => {
    const [admin, accountant] = await Promise.all([service().newUser(), service().newUser()]);
    await joinAs(owner, admin, 'admin');
    await joinAs(owner, accountant, 'accountant');
    const shown = {
      status: 200,
      body: {
        ...{ status: 'healthy', version: packageJson.version, environment: 'local' },
        checks: {
          database: { ok: true, message: answersIn2s(true) },
          queue: { ok: true, message: answersIn2s(true) },
          storage: { ok: true, message: answersIn2s(true) },
          cache: { ok: true, message: expect.any(String) as string },
          diskSpace: { ok: true, message: expect.stringMatching(/^\d+ MB are free/) as string },
        },
      },
    };
    expect(await status(owner.token)).toMatchObject(shown);
    expect(await status(admin.token)).toMatchObject(shown);
    const key = await keyWith(service(), owner, ['company.view']);
    for (const token of [accountant.token, key, 'eyJ.forged.token', `${owner.token}x`]) {
      const answer = await status(token);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body as object).toSorted()).toEqual(SHORT);
    }
  });

  test.each([
    ['sqs', 'queue'],
    ['s3', 'storage'],
  ] as const)("200 degraded for an owner when %s fails; others see only the table's status", async (failing, check) => {
    service().runtime.faults.add({ service: failing, kind: 'fail' });
    expect(await status(owner.token)).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { database: { ok: true }, [check]: { ok: false, message: answersIn2s(false) } } },
    });
    expect(await status()).toMatchObject({ status: 200, body: { status: 'healthy' } });
  });

  test.each(['fail', 'throttle'] as const)('503 unhealthy when the table returns "%s", without the reason', async kind => {
    service().runtime.faults.add({ service: 'dynamodb', kind });
    for (const token of [undefined, owner.token]) {
      const answer = await status(token);
      expect(answer).toMatchObject({ status: 503, body: { status: 'unhealthy' } });
      expect(Object.keys(answer.body as object).toSorted()).toEqual(SHORT);
    }
  });
});
