import { enableCompileCache, flushCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { strictness } from './faults/strictness.ts';
import type { Runtime, RuntimeOptions } from './runtime.ts';

/**
 * `npm start`: the whole system on this machine. `--once` runs the demo and exits; `--no-demo` does not create demo data.
 * Settings come from the environment: PORT, DATA_DIR, LOCAL_RATE_LIMITS, LOCAL_EMAIL_CONFIRMATION, LOCAL_STRICT, LOCAL_APP_URL,
 * WEBHOOKS_ALLOW_LOOPBACK, EINVOICE_ARTIFACTS.
 */
const say = (line: string): void => console.log(line);

function fail(what: string, error: unknown): never {
  console.error(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exit(1);
}

process.on('uncaughtException', error => fail('Ended by an error that nobody handled', error));
process.on('unhandledRejection', error => fail('Ended by an error that nobody handled', error));

// What this process and its children write is for its owner alone.
process.umask(0o077);

const flags = readFlags();
const settings = readSettings();
say(`Starting on ${settings.dataDir} ...`);
const startedAt = performance.now();
// Caches compiled code for the next start. It only applies to modules that are imported after this call.
enableCompileCache();
const [{ hasDemo }, { runDemo, tellAccess, tellData }, { startRuntime }] = await Promise.all([
  import('./demo/demo-data.ts'),
  import('./demo/demo.ts'),
  import('./runtime.ts'),
]);
const starting = startRuntime(settings);
let ending = false;

/** Stops everything, also during the start, and exits; a second signal exits at once. */
async function end(code: number): Promise<never> {
  if (ending) process.exit(1);
  ending = true;
  const runtime = await starting.catch(() => undefined);
  await runtime?.stop().catch((error: unknown) => fail('The system did not end cleanly', error));
  process.exit(code);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));

const runtime = await starting.catch((error: unknown) => {
  // Errors that the user can fix have the name `Error` and a clear message: no stack is printed for them.
  const { name, message, stack } = error as Error;
  console.error(`Could not start: ${name === 'Error' ? message : stack}`);
  process.exit(1);
});
flushCompileCache();
endWithChild(runtime);
if (!ending) await serve(runtime);

async function serve({ url, schedules }: Runtime): Promise<void> {
  const millis = Math.round(performance.now() - startedAt);
  say(`Tables, files, queues, mail, keys, state machines, the tax authority and the national bank are up (${millis} ms).`);
  if (flags.once || (!flags['no-demo'] && !hasDemo(settings.dataDir))) {
    try {
      await runDemo({ runtime, dataDir: settings.dataDir, say });
    } catch (error) {
      if (ending) return;
      console.error(`The demo failed: ${(error as Error).message}`);
      if (flags.once) await end(1);
      console.error('The system keeps running. To repeat the demo, stop it and run `npm start -- --once`.');
    }
  }
  if (ending) return;
  if (flags.once) {
    tellData({ dataDir: settings.dataDir, say });
    await end(0);
  }
  // Fetches exchange rates at once, before the schedule's first run; after the demo, so that it does not wait for them.
  schedules.run('exchange-rates');
  tellAccess({ url, dataDir: settings.dataDir, say });
  say(`ready ${url}`);
}

/** Kills the DynamoDB process when this process exits; after a `kill -9` the next start does so. */
function endWithChild({ engines }: Runtime): void {
  const { pid } = engines.dynamodb;
  process.on('exit', () => {
    try {
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  });
}

function readFlags(): { once: boolean; 'no-demo': boolean } {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { once: flag, 'no-demo': flag } }).values;
  } catch (error) {
    console.error(`${(error as Error).message}\nKnown flags: --once, --no-demo.`);
    process.exit(2);
  }
}

function readSettings(): RuntimeOptions {
  const {
    PORT = '3000',
    DATA_DIR,
    EINVOICE_ARTIFACTS,
    LOCAL_RATE_LIMITS,
    LOCAL_EMAIL_CONFIRMATION,
    LOCAL_STRICT,
    LOCAL_APP_URL,
    WEBHOOKS_ALLOW_LOOPBACK,
  } = process.env;
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
    console.error(`PORT must be a number from 0 to 65535, not "${PORT}".`);
    process.exit(2);
  }
  if (LOCAL_APP_URL && !URL.canParse(LOCAL_APP_URL)) {
    console.error(`LOCAL_APP_URL must be an address such as http://localhost:5173, not "${LOCAL_APP_URL}".`);
    process.exit(2);
  }
  return {
    port: Number(PORT),
    dataDir: DATA_DIR || '.local',
    rateLimits: LOCAL_RATE_LIMITS !== 'off',
    emailConfirmation: LOCAL_EMAIL_CONFIRMATION === 'optional' ? 'optional' : 'required',
    ...strictness(LOCAL_STRICT),
    webhooksAllowLoopback: WEBHOOKS_ALLOW_LOOPBACK === '1',
    ...(LOCAL_APP_URL ? { appUrl: LOCAL_APP_URL } : {}),
    ...(EINVOICE_ARTIFACTS ? { artifacts: EINVOICE_ARTIFACTS } : {}),
    onFatal: error => fail('The system cannot go on', error),
  };
}
