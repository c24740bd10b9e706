import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apiAt } from '../../infra/local/api-client.ts';
import { startRuntime } from '../../infra/local/runtime.ts';
import { newEmail, PASSWORD } from '../support/accounts.ts';

/**
 * `node test/bench/timing.ts`: whether the time of a response reveals that an account exists. Calls each endpoint in random order for
 * emails that have an account and for emails that have none, and prints Welch's t of the two times; beyond 4.5 they differ
 * (ISO/IEC 17825, as tests for leakage use it). Ends with 1 then.
 *
 * `--pairs <n>` calls each endpoint n times for both; `--match <text>` takes only endpoints whose path contains the text.
 */
const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '500' }, match: { type: 'string', default: '' } },
});
const PAIRS = Number(values.pairs);
const WARM_UP = 30;
const BOUND = 4.5;
/** Number of accounts to use in turn, since an email gets at most three mails an hour. */
const ACCOUNTS = 40;

const ENDPOINTS: { path: string; body: (email: string) => object }[] = [
  { path: '/api/auth', body: email => ({ email, password: 'Wrong-Horse-9-Battery' }) },
  { path: '/api/auth/forgot-password', body: email => ({ email }) },
  { path: '/api/auth/resend-confirmation', body: email => ({ email }) },
  { path: '/api/auth/passkey/login/options', body: email => ({ email }) },
];

interface Sample {
  mean: number;
  variance: number;
  median: number;
  count: number;
}

function sampleOf(times: readonly number[]): Sample {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  const variance = times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (times.length - 1);
  return { mean, variance, median: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0, count: times.length };
}

const welch = (a: Sample, b: Sample): number => (a.mean - b.mean) / Math.sqrt(a.variance / a.count + b.variance / b.count);

const dataDir = mkdtempSync(join(tmpdir(), 'invoicing-timing-'));
const runtime = await startRuntime({ port: 0, dataDir, rateLimits: false });
const api = apiAt(runtime.url);
try {
  const known: string[] = [];
  while (known.length < ACCOUNTS) {
    const email = newEmail();
    await api('POST', '/api/auth/register', { body: { email, password: PASSWORD } });
    known.push(email);
  }
  console.log(['endpoint'.padEnd(36), 'known ms', 'unknown ms', 'medians', 'Welch t'].join('  '));
  for (const { path, body } of ENDPOINTS.filter(one => one.path.includes(values.match))) {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    const time = async (who: 'known' | 'unknown', email: string, counts: boolean): Promise<void> => {
      // Waits, so that mails of the previous call are not written during this one.
      await runtime.idle();
      const startedAt = performance.now();
      await api('POST', path, { body: body(email) });
      if (counts) times[who].push(performance.now() - startedAt);
    };
    for (let pair = 0; pair < WARM_UP + PAIRS; pair++) {
      if (pair % ACCOUNTS === 0) runtime.clock.advance('PT1H');
      const calls = [
        () => time('known', known[pair % ACCOUNTS] ?? '', pair >= WARM_UP),
        () => time('unknown', newEmail(), pair >= WARM_UP),
      ];
      for (const call of randomInt(2) === 0 ? calls : calls.reverse()) await call();
    }
    const [a, b] = [sampleOf(times.known), sampleOf(times.unknown)];
    const t = welch(a, b);
    const cells = [a.mean.toFixed(2), b.mean.toFixed(2), `${a.median.toFixed(2)} / ${b.median.toFixed(2)}`, t.toFixed(2)];
    console.log([path.padEnd(36), ...cells].join('  '));
    if (Math.abs(t) >= BOUND) {
      console.error(`The time of POST ${path} tells whether an account exists.`);
      process.exitCode = 1;
    }
  }
} finally {
  await runtime.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
