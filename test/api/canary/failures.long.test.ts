import type { Context } from 'aws-lambda';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { machineSeconds, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Credentials } from '../../../infra/canary/credentials.ts';
import { canaryCommand } from '../../../infra/canary/command.ts';
import { receive, run } from '../../../infra/canary/functions.ts';
import { SINK } from '../../../infra/canary/run.ts';
import { setUp } from '../../../infra/canary/set-up.ts';
import { CANARY_VARIABLES } from '../../../infra/canary/variables.ts';
import { call, invoiceBody } from '../../support/invoices.ts';
import { useOwnService } from '../../support/service.ts';
import { STAGE } from '../../infra/synthesis.ts';
import { type Canary, useCanaries } from './canary-calls.ts';

/** What the canary finds, and what happens when runs die or come twice. */

const service = useOwnService();
const { canary, key, receiving } = useCanaries(service);

// Five minutes after a period has begun: none of the tests gets into the next one by accident.
beforeAll(() => service().runtime.clock.set(`${addDays(today(), 1)}T12:05:00.000Z`));

interface Row {
  id: string;
  number: string;
  status: string;
}
const invoices = async ({ scope }: Canary): Promise<Row[]> =>
  (await call<{ data: Row[] }>(service(), scope, 'GET', '/invoices')).body.data;
const mailed = async () => (await service().mailbox(SINK)).length;
const later = () => service().advance('PT1H');

describe('a run of the canary', () => {
  it('two at once and one again make one invoice with one mail, and none fails', async () => {
    const own = await canary();
    await own.run();
    await later();
    const before = await mailed();
    expect(await Promise.all([own.run(), own.run()])).toEqual([[], []]);
    expect(await own.run()).toEqual([]);
    expect(await invoices(own)).toHaveLength(2);
    expect((await mailed()) - before).toBe(1);
  });

  it('mails nobody but the sink, also when its invoices have been open for days', async () => {
    const own = await canary();
    expect(await own.run()).toEqual([]);
    const before = (await service().mailbox(own.user.email)).length;
    await service().advance('P3D');
    expect(await service().mailbox(own.user.email)).toHaveLength(before);
    expect(await own.run()).toEqual([]);
  });

  it('one that died after the draft is done by the next run of the period, and is found by that of the next period', async () => {
    const [done, died] = [await canary(), await canary()];
    for (const own of [done, died]) {
      service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-issue' });
      expect(await own.run()).toMatchObject([{ problem: 'api-failed', message: expect.stringContaining('/issue') as string }]);
    }
    // The key of the request that crashed is free after 35 seconds.
    await service().advance('PT1M');
    expect(await done.run()).toEqual([]);
    await later();
    expect(await done.run()).toEqual([]);
    expect(await died.run()).toMatchObject([{ problem: 'not-issued' }]);
  });
});

describe('a run fails with a message of its own', () => {
  const withOrder = async (own: Canary, orderNumber: string): Promise<void> => {
    const body = invoiceBody(own.credentials.client, { orderNumber, issueDate: today() });
    const { invoice } = (await call<{ invoice: Row }>(service(), own.scope, 'POST', '/invoices', body)).body;
    for (const step of ['issue', 'submit']) await call(service(), own.scope, 'POST', `/invoices/${invoice.id}/${step}`);
    await call(service(), own.scope, 'POST', `/invoices/${invoice.id}/email`, { to: SINK });
    await service().idle();
  };

  it.each([
    ['SANDBOX-DOWN', 'not-submitted', /FCT-\d+ was not submitted/],
    ['SANDBOX-REJECTED', 'rejected', /its status is rejected: .*BR-RO/],
    ['SANDBOX-SLOW', 'no-verdict', /FCT-\d+ has no verdict/],
  ])('where the authority answers as asked by %s: %s', async (order, problem, message) => {
    const own = await canary();
    await withOrder(own, order);
    // Invoices are judged by now, and the slow verdict comes after 20 minutes.
    await service().advance('PT16M');
    expect(await own.run()).toEqual([{ problem, message: expect.stringMatching(message) as string }]);
  });

  it('where the mail is not sent', async () => {
    const own = await canary();
    service().runtime.faults.add({ service: 'ses', kind: 'fail' });
    await own.run();
    await later();
    service().runtime.faults.clear();
    expect(await own.run()).toEqual([
      { problem: 'mail-not-delivered', message: expect.stringMatching(/^The mail with FCT-\d+ is queued/) as string },
    ]);
  });

  it('where the webhook is refused, and where its receiver is away', async () => {
    const [refused, away] = [await canary(), await canary()];
    refused.receiver.secret = `whsec_${'0'.repeat(64)}`;
    const { token, company } = away.scope;
    const elsewhere = { url: 'http://127.0.0.1:49/' };
    await service().api('PATCH', `/api/v1/webhooks/${away.credentials.webhook}`, { token, company, body: elsewhere });
    await refused.run();
    await away.run();
    await service().advance('PT1H');
    expect(refused.receiver.answers.every(status => status === 401)).toBe(true);
    expect(await refused.run()).toEqual([
      { problem: 'webhook-failed', message: expect.stringMatching(/was not taken: the receiver answered 401\.$/) as string },
    ]);
    expect(await away.run()).toEqual([
      { problem: 'webhook-failed', message: expect.stringMatching(/was not taken: .*(refused|ECONN).*\.$/i) as string },
    ]);
  });

  it('where there was no webhook', async () => {
    const own = await canary();
    await own.run();
    await service().advance('PT1M');
    const { user, scope, credentials } = own;
    await service().api('PATCH', `/api/v1/webhooks/${credentials.webhook}`, {
      ...{ token: user.token, company: scope.company, body: { isActive: false } },
    });
    await later();
    expect(await own.run()).toMatchObject([{ problem: 'no-webhook' }]);
  });

  it('where the API fails, and where it does not answer', async () => {
    const own = await canary();
    service().runtime.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'fail' });
    expect(await own.run()).toMatchObject([
      {
        problem: 'api-failed',
        message: expect.stringMatching(/^POST \/api\/v1\/invoices answered 50\d: .*\(request /) as string,
      },
    ]);
    service().runtime.faults.clear();
    const found = await own.run('http://127.0.0.1:49');
    expect(found[0]).toEqual({
      problem: 'api-failed',
      message: expect.stringMatching(/^POST \/api\/v1\/invoices got no answer: .*ECONNREFUSED/) as string,
    });
  });
});

describe('setting up', () => {
  it('again keeps company, client and webhook, turns that on, and signs by the secret before for an hour too', async () => {
    const own = await canary();
    const { token, company } = { token: own.user.token, company: own.scope.company };
    const path = `/api/v1/webhooks/${own.credentials.webhook}`;
    await service().api('PATCH', path, { token, company, body: { isActive: false } });
    const second: Credentials = await setUp(service().url, await key(own.user), own.receiver.url);
    expect({ ...second, key: '', secret: '' }).toEqual({ ...own.credentials, key: '', secret: '' });
    expect([second.key === own.credentials.key, second.secret === own.credentials.secret]).toEqual([false, false]);
    // The function at the address still has the secret before.
    await own.run();
    await service().advance('PT1H');
    expect(await own.run()).toEqual([]);
    own.receiver.secret = second.secret;
    await later();
    expect([await own.run(), new Set(own.receiver.answers)]).toEqual([[], new Set([204])]);
  });

  it('by the command stores what the canary needs and runs it once', async () => {
    const [user, { url: receiver }] = [await service().newUser(), await receiving()];
    const stage = { ...STAGE, apiUrl: service().url, canary: { everyMinutes: 60 } };
    const [lines, stored]: [string[], Credentials[]] = [[], []];
    const token = await key(user);
    const terminal = { say: (line: string) => void lines.push(line), ask: () => Promise.resolve(` ${token}\n`) };
    const command = (found?: string) =>
      canaryCommand([stage.name], [stage], terminal, () => ({
        receiver: () => Promise.resolve(receiver),
        store: credentials => Promise.resolve(void stored.push(credentials)),
        run: () => Promise.resolve(found),
      }));
    expect([await command(), await command('no-verdict: FCT-001.')]).toEqual([0, 1]);
    expect(lines).toEqual([
      expect.stringMatching(/is set up\. It runs once now, then every 60 minutes\.$/),
      expect.stringMatching(/^The run has passed/),
      expect.stringMatching(/is set up/),
      'The run has failed: no-verdict: FCT-001.',
    ]);
    expect(stored.map(({ key: used, company }) => [used, company])).toEqual([
      [token, stored[0]?.company],
      [token, stored[0]?.company],
    ]);
  });

  it('with the address of another function makes a webhook for it', async () => {
    const [own, other] = [await canary(), await receiving()];
    const second = await setUp(service().url, own.credentials.key, other.url);
    expect([second.company === own.credentials.company, second.webhook === own.credentials.webhook]).toEqual([true, false]);
  });
});

describe('the functions, as Lambda runs them', () => {
  const PARAMETER = '/invoicing/local/canary';
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  afterEach(() => {
    vi.unstubAllEnvs();
    service().runtime.engines.ssm.put(PARAMETER, undefined);
  });

  it('read what the command has stored, and fail without it', async () => {
    const { credentials } = await canary();
    vi.stubEnv(CANARY_VARIABLES.url, service().url);
    vi.stubEnv(CANARY_VARIABLES.everyMinutes, '60');
    vi.stubEnv(CANARY_VARIABLES.parameter, PARAMETER);
    const store = (value: string): void => service().runtime.engines.ssm.put(PARAMETER, value);
    // With a key of other companies it would issue and submit real invoices.
    const ofOthers = JSON.stringify({ ...credentials, key: credentials.key.replace('af_test_', 'af_') });
    for (const wrong of [undefined, 'no JSON', JSON.stringify({ ...credentials, key: undefined }), ofOthers]) {
      if (wrong !== undefined) store(wrong);
      await expect(run({}, context)).rejects.toThrow(`not-set-up: There is no valid parameter ${PARAMETER}: run npm run canary.`);
    }
    // It does not look for the parameter for what states no time of now.
    expect(await receive({ headers: {} }, context)).toEqual({ statusCode: 401 });
    store(JSON.stringify(credentials));
    await expect(run({}, context)).resolves.toBeUndefined();
    const headers = { 'webhook-timestamp': String(machineSeconds()) };
    expect(await receive({ headers, body: '{}', isBase64Encoded: false }, context)).toEqual({ statusCode: 401 });
  });
});
