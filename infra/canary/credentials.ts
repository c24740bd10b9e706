import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import { lazyClient, timeouts } from '#shared/platform/aws/client.ts';
import { CanaryFailed } from './problems.ts';

/** What the canary needs to know, in one parameter (SSM Parameter Store, `SecureString`), which `npm run canary` writes. */
const schema = z.object({
  /** An API key for sandbox companies: the API refuses it for all others, whatever else the parameter says. */
  key: z.string().startsWith('af_test_'),
  company: z.string(),
  client: z.string(),
  webhook: z.string(),
  /** The secret that signs its webhooks. */
  secret: z.string(),
});

export type Credentials = z.output<typeof schema>;

const ssm = lazyClient(() => new SSMClient({ maxAttempts: 5, ...timeouts(6) }));

/** @throws CanaryFailed when there is no such parameter, or no valid one; its message does not contain the value */
export async function readCredentials(name: string): Promise<Credentials> {
  const parameter = await ssm()
    .send(new GetParameterCommand({ Name: name, WithDecryption: true }))
    .catch((error: unknown) => {
      if ((error as Error).name === 'ParameterNotFound') return undefined;
      throw error;
    });
  const credentials = schema.safeParse(parsed(parameter?.Parameter?.Value ?? ''));
  if (credentials.success) return credentials.data;
  throw new CanaryFailed([{ problem: 'not-set-up', message: `There is no valid parameter ${name}: run npm run canary.` }]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
