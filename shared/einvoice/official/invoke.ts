import { InvokeCommand } from '@aws-sdk/client-lambda';
import { environment } from '../../aws/environment.ts';
import { lambda } from '../../aws/lambda.ts';
import type { Assertion } from './schematron.ts';

/** Milliseconds to wait for a verdict: under the 29 seconds that a caller of the API waits. */
const PATIENCE = 20_000;

/** Has the official rules judge a document. @throws Error when they gave no verdict */
export async function judge(xml: string): Promise<Assertion[]> {
  const request = new InvokeCommand({
    FunctionName: environment('schematronFunction'),
    Payload: Buffer.from(JSON.stringify({ xml })),
  });
  const answer = await lambda().send(request, { abortSignal: AbortSignal.timeout(PATIENCE) });
  const payload = Buffer.from(answer.Payload ?? []).toString();
  if (answer.FunctionError) throw new Error(payload);
  return JSON.parse(payload) as Assertion[];
}
