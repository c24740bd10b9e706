import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { lazyClient } from '../aws/client.ts';
import { environment } from '../aws/environment.ts';
import { registerCache } from '../kernel/caches.ts';
import { now } from '../kernel/clock.ts';
import { parameterOf, type SecretName } from './secret-names.ts';

const ssm = lazyClient(() => new SSMClient({ maxAttempts: 5 }));

/** How long a process keeps a secret; after that it reads the new one. */
const KEPT_MILLIS = 5 * 60_000;

const kept = new Map<SecretName, { value: string; until: number }>();
registerCache(() => kept.clear());

/**
 * A secret of the stage, from its parameter (secret-names.ts). One call, then none for five minutes.
 *
 * @throws Error that names the parameter and never the value, when there is none or it cannot be read
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
