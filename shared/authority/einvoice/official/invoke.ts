import { InvokeCommand } from '@aws-sdk/client-lambda';
import { environment } from '#shared/platform/aws/environment.ts';
import { lambda } from '#shared/platform/aws/lambda.ts';
import type { Assertion } from './schematron.ts';

/** Milliseconds to wait for the function's answer: less than the 29 seconds after which a request to the API times out. */
const PATIENCE = 20_000;

/**
 * Runs the official rules on a UBL document, by invoking the function that contains them.
 *
 * @throws Error when the function fails or does not answer in time
 */
export async function runSchematron(xml: string): Promise<Assertion[]> {
  const request = new InvokeCommand({
    FunctionName: environment('schematronFunction'),
    Payload: Buffer.from(JSON.stringify({ xml })),
  });
  const answer = await lambda().send(request, { abortSignal: AbortSignal.timeout(PATIENCE) });
  const payload = Buffer.from(answer.Payload ?? []).toString();
  if (answer.FunctionError) throw new Error(payload);
  return JSON.parse(payload) as Assertion[];
}
