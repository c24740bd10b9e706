import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { machineSeconds, now } from '#shared/base/kernel/clock.ts';
import { statusFor } from '../canary/receive.ts';
import { runCanary } from '../canary/run.ts';
import { SCOPES, setUp } from '../canary/set-up.ts';
import { apiAt, expecting } from '../local/api-client.ts';
import { register } from '../local/demo/journey.ts';
import { onCountedSystem } from './counting.ts';
import { modelledMillis } from './durations.ts';
import { idleSheet, type IdleStage } from './idle.ts';
import type { Prices } from './prices.ts';
import { type PriceLine, priceSheet, storageSheet, times, total } from './sheet.ts';
import type { Usage } from './usage.ts';

/** What a canary costs (docs/adr/0048-canary.md). */

/** Minutes of the default setting. */
const EVERY_MINUTES = 60;
export const CANARY_RUNS_A_MONTH = (30 * 1440) / EVERY_MINUTES;

/** In turns of which the clock goes forward from one run to the next: at each, what is due is done. */
const TURN_MINUTES = 2.5;

/** Memory of its functions (stacks/canary.ts). */
const MEMORY_GB = 0.25;

/**
 * Counts what one run of the canary takes, and what follows on its invoice until the next: it is run on a local system of its own in `dataDir`,
 * with a receiver of its webhooks. @throws CanaryFailed
 */
export async function countCanary(dataDir: string): Promise<Usage> {
  const receiver = { secret: '' };
  const server = createServer((request, response) => {
    void answerTo(request, receiver.secret).then(status => response.writeHead(status).end());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    return await onCountedSystem(dataDir, async ({ runtime, measure }) => {
      const { url, clock } = runtime;
      const credentials = await setUp(url, await newKey(url), `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      receiver.secret = credentials.secret;
      const runAndWait = async (): Promise<void> => {
        await runCanary({ url, credentials, everyMinutes: EVERY_MINUTES }, now());
        for (let minutes = 0; minutes < EVERY_MINUTES; minutes += TURN_MINUTES) {
          await runtime.idle();
          clock.advance(`PT${TURN_MINUTES * 60}S`);
        }
        await runtime.idle();
      };
      // The first run looks at none before it.
      await runAndWait();
      const { usage, runs } = await measure(runAndWait);
      const endpoints = new Set(runtime.catalogue.endpoints.map(({ name }) => name));
      const requests = runs.filter(({ name }) => endpoints.has(name));
      // Its own function waits for its requests, one after the other; its receiver for nothing.
      const seconds = [...requests, { name: '', calls: [] }].reduce(
        (sum, run) => sum + modelledMillis(run.name, run.calls) / 1000,
        0,
      );
      return {
        ...usage,
        requests: requests.length,
        invocations: usage.invocations + 2,
        // Each of its two functions has the parameter decrypted.
        kmsRequests: usage.kmsRequests + 2,
        gbSecondsArm: usage.gbSecondsArm + MEMORY_GB * seconds,
      };
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function answerTo(request: IncomingMessage, secret: string): Promise<number> {
  const body = (await buffer(request)).toString('base64');
  return statusFor({ headers: request.headers as Record<string, string>, body, isBase64Encoded: true }, secret, machineSeconds());
}

async function newKey(url: string): Promise<string> {
  const api = apiAt(url);
  const person = { firstName: 'Ana', lastName: 'Pop', organizationName: 'Canary' };
  const token = await register(api, { ...person, email: 'canary@invoicing.example', password: 'Cost-of-1-canary' });
  const body = { name: 'Canary', sandbox: true, scopes: SCOPES };
  return (await expecting<{ token: string }>(201, 'A key', api('POST', '/api/v1/api-tokens', { token, body }))).token;
}

/** What the canary adds to a month of a stage: its runs, its alarm, and keeping what it made in that month. Pure. */
export function canarySheet(run: Usage, off: IdleStage, on: IdleStage, prices: Prices): PriceLine[] {
  const month = times(run, CANARY_RUNS_A_MONTH);
  return [
    ...priceSheet(month, prices),
    {
      service: 'Alarm',
      amount: `${on.alarms - off.alarms} metric watched`,
      dollars: total(idleSheet(on, prices)) - total(idleSheet(off, prices)),
    },
    {
      service: 'Its storage',
      amount: 'of one month, in each month after it',
      dollars: total(storageSheet(month, prices)),
    },
  ];
}
