import * as z from 'zod';
import { machineSeconds, now } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { environmentVariable } from '#shared/platform/aws/environment.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { readCredentials } from './credentials.ts';
import { isTimely, statusFor } from './receive.ts';
import { runCanary } from './run.ts';
import { CANARY_VARIABLES } from './variables.ts';

/** The two Lambda functions of the canary (infra/stacks/canary.ts), in one bundle. */

const variable = (of: keyof typeof CANARY_VARIABLES): string => environmentVariable(CANARY_VARIABLES[of]);

/** Runs by a schedule. Lambda repeats a run that has failed after one minute and after two more, and counts each in the metric `Errors`. */
export const run = defineTask({ summary: 'Runs the canary', input: z.unknown() }, async () => {
  const credentials = await readCredentials(variable('parameter'));
  await runCanary({ url: variable('url'), credentials, everyMinutes: Number(variable('everyMinutes')) }, now());
});

const webhookRequest = z.object({
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().optional(),
});

/** Answers at a function URL. */
export const receive = defineTask({ summary: 'Receives webhooks of the canary', input: webhookRequest }, async request => {
  const seconds = machineSeconds();
  // The parameter is not read, and nothing logged, for what cannot be a webhook: anybody may call this address.
  if (!isTimely(request, seconds)) return { statusCode: 401 };
  const { secret } = await readCredentials(variable('parameter'));
  const statusCode = statusFor(request, secret, seconds);
  if (statusCode !== 204) log.warn('canary received a webhook without a valid signature', { status: statusCode });
  return { statusCode };
});
