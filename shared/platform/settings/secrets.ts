import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { lazyClient, timeouts } from '#shared/platform/aws/client.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { registerCache } from '#shared/base/kernel/caches.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { parameterOf, type SecretName } from './secret-names.ts';

const ssm = lazyClient(() => new SSMClient({ maxAttempts: 5, ...timeouts(6) }));

/** TTL of cached secrets. */
const KEPT_MILLIS = 5 * 60_000;

const kept = new Map<SecretName, { value: string; until: number }>();
registerCache(() => kept.clear());

/**
 * Reads a secret of the stage from its parameter (secret-names.ts). Cached for five minutes.
 *
 * @throws Error when the parameter is missing, empty or not readable; its message names the parameter and never contains the value
 */
export async function readSecret(name: SecretName): Promise<string> {
  const known = kept.get(name);
  if (known && known.until > now().getTime()) return known.value;
  const parameter = parameterOf(environment('stage'), name);
  const value = await valueOf(parameter);
  kept.set(name, { value, until: now().getTime() + KEPT_MILLIS });
  return value;
}

async function valueOf(parameter: string): Promise<string> {
  const { Parameter } = await ssm().send(new GetParameterCommand({ Name: parameter, WithDecryption: true }));
  if (!Parameter?.Value) throw new Error(`The parameter ${parameter} has no value.`);
  return Parameter.Value;
}
