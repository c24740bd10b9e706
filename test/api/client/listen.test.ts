import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notification } from '#shared/output/webhooks/notification.ts';
import { notify } from '#shared/output/webhooks/notify.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { useOwnService } from '../../support/service.ts';
import { emit } from '../../support/webhooks/emit.ts';
import { type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';
import { standard } from '../webhooks/deliveries-calls.ts';
import { useCommandLine } from './command-line.ts';

/** `invoicing webhooks listen`: the events of a company at a receiver on this machine, which the service does not know. */

const service = useOwnService();
const { login, run, start, whose } = useCommandLine(service);
let to: Receiver;
beforeAll(async () => {
  to = await startReceiver();
  expect((await login()).code).toBe(0);
});
afterAll(() => to.stop());

interface Forwarded {
  id: string;
  type: string;
  status: number | null;
  error: string | null;
}

/** The command, once it listens. */
async function listening(...args: string[]) {
  const child = start(['--json', 'webhooks', 'listen', '--forward-to', to.url, '--interval', '0.1', ...args]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const [said] = (await createInterface(child.stderr)[Symbol.asyncIterator]().next()).value?.match(/whsec_\S+/) ?? [];
  const ended = new Promise(resolve => child.once('close', (code, signal) => resolve([code, signal])));
  return {
    secret: String(said),
    next: async () => JSON.parse(((await lines.next()) as { value: string }).value) as Forwarded,
    /** Ctrl-C in a terminal, which npm and npx pass on once more. */
    async interrupt() {
      child.kill('SIGINT');
      child.kill('SIGINT');
      expect((await lines.next()).done).toBe(true);
      return ended;
    },
  };
}

const failedSync = () => notification('sync.failed', { syncId: newId(), errorMessage: 'No.', failedAt: '2026-11-26T10:00:00Z' });

describe('webhooks listen', () => {
  it('sends what happens from now on, with signatures that a library accepts, and ends by Ctrl-C', async () => {
    const { company } = whose().scope;
    await emit(company, ['before']);
    await service().idle();
    const { secret, next, interrupt } = await listening();
    await emit(company, ['first', 'second']);
    expect(await next()).toMatchObject({ type: 'email.delivered', status: 200, error: null });
    to.answer = 500;
    const event = await next();
    expect(event).toMatchObject({ status: 500 });
    expect(to.requests.map(({ body }) => body.data['to']).toSorted()).toEqual(['first', 'second']);
    for (const { raw, headers } of to.requests) standard(secret).verify(raw, headers as Record<string, string>);
    const { headers, body } = to.requests[1] as Receiver['requests'][number];
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Webhooks/1.0',
      'x-webhook-event': 'email.delivered',
      'webhook-id': event.id,
      'x-webhook-id': event.id,
      'x-webhook-delivery': event.id,
    });
    const read = await service().api('GET', `/api/v1/events/${event.id}`, whose().scope);
    expect(body).toEqual(read.body);
    expect(await interrupt()).toEqual([0, null]);
  });

  it('sends only the named events, by the secret that is given, and says why a receiver does not answer', async () => {
    const { company } = whose().scope;
    const given = `whsec_${'0a'.repeat(32)}`;
    to.answer = 200;
    to.requests.length = 0;
    const { secret, next, interrupt } = await listening('--events', 'sync.failed', '--secret', given);
    expect(secret).toBe(given);
    await emit(company, ['other']);
    await transact([notify(company, failedSync())]);
    expect(await next()).toMatchObject({ type: 'sync.failed', status: 200 });
    expect(to.requests).toHaveLength(1);
    to.answer = () => 'drop';
    await transact([notify(company, failedSync())]);
    expect(await next()).toMatchObject({ status: null, error: expect.any(String) as string });
    expect(await interrupt()).toEqual([0, null]);
  });

  it('says when the clock of the service was set back, behind events that there are', async () => {
    await service().api('POST', '/_local/clock', { body: { advance: 'P1D' } });
    await emit(whose().scope.company, ['later']);
    await service().idle();
    await service().api('POST', '/_local/clock', { body: { reset: true } });
    const child = start(['webhooks', 'listen', '--forward-to', to.url]);
    const [said] = (await once(createInterface(child.stderr), 'line')) as [string];
    expect(said).toMatch(/^The newest event is of \S+, and the clock of the service shows \S+: it was set back\./);
    child.kill('SIGINT');
    await once(child, 'close');
  });

  it('exits with 2 for a wrong URL or secret, and with 1 for an unknown event', async () => {
    const codes = [
      ['--forward-to', 'http://'],
      ['--forward-to', to.url, '--secret', 'whsec_short'],
      [],
      ['--forward-to', to.url, '--events', 'invoice.lost'],
    ].map(async args => (await run(['webhooks', 'listen', ...args])).code);
    expect(await Promise.all(codes)).toEqual([2, 2, 2, 1]);
  });
});
