import * as z from 'zod';
import { operation, serveJsonService } from './aws-json.ts';
import { AwsError, type Engine } from './http.ts';

export interface SsmEngine extends Engine {
  /** Sets or deletes a parameter. */
  put(name: string, value: string | undefined): void;
}

/** SSM Parameter Store on one machine: secure strings by name, kept in memory. */
export async function startSsm(parameters: Record<string, string>): Promise<SsmEngine> {
  const kept = new Map(Object.entries(parameters));
  const engine = await serveJsonService({
    target: 'AmazonSSM',
    version: '1.1',
    bodyLimit: 100_000,
    operations: {
      GetParameter: operation(z.object({ Name: z.string(), WithDecryption: z.boolean().default(false) }), input => {
        const value = kept.get(input.Name);
        if (value === undefined) throw new AwsError('ParameterNotFound', 400, `Parameter ${input.Name} not found.`);
        // Without decryption SSM returns the ciphertext, which is useless.
        return { Parameter: { Name: input.Name, Type: 'SecureString', Value: input.WithDecryption ? value : 'encrypted' } };
      }),
    },
  });
  return { ...engine, put: (name, value) => void (value === undefined ? kept.delete(name) : kept.set(name, value)) };
}
