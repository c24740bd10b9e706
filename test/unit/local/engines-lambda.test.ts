import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../infra/local/engines/http.ts';
import { startLambda } from '../../../infra/local/engines/lambda.ts';
import { clientConfig, refusal } from './engines-support.ts';

let engine: Engine;
let client: LambdaClient;
const started: [name: string, run: () => Promise<unknown>][] = [];

const functions: Record<string, (payload: unknown) => Promise<unknown>> = {
  echo: payload => Promise.resolve({ got: payload }),
  silent: () => Promise.resolve(undefined),
  broken: () => Promise.reject(new TypeError('no such invoice')),
  huge: () => Promise.resolve('x'.repeat(7_000_000)),
};

beforeAll(async () => {
  engine = await startLambda({
    invoke: (name, payload) => functions[name]!(payload),
    has: name => name in functions,
    startEvent: (name, run) => void started.push([name, run]),
  });
  client = new LambdaClient({ ...clientConfig, endpoint: engine.endpoint });
});
afterAll(() => engine.stop());

const invoke = async (
  FunctionName: string,
  payload: unknown,
  InvocationType: 'RequestResponse' | 'Event' = 'RequestResponse',
) => {
  const answer = await client.send(
    new InvokeCommand({ FunctionName, InvocationType, Payload: Buffer.from(JSON.stringify(payload)) }),
  );
  return { ...answer, result: answer.Payload?.length ? (JSON.parse(answer.Payload.transformToString()) as unknown) : undefined };
};

test('a RequestResponse invocation returns what the function returns, by name, qualified name or ARN', async () => {
  for (const name of ['echo', 'echo:live', 'arn:aws:lambda:eu-central-1:000000000000:function:echo']) {
    expect(await invoke(name, { invoice: 'ă' })).toMatchObject({ StatusCode: 200, result: { got: { invoice: 'ă' } } });
  }
});

test('a function that returns nothing returns null', async () => {
  expect((await invoke('silent', {})).result).toBeNull();
});

test('a throw returns 200 with FunctionError Unhandled and the error in the payload', async () => {
  expect(await invoke('broken', {})).toMatchObject({
    StatusCode: 200,
    FunctionError: 'Unhandled',
    result: { errorType: 'TypeError', errorMessage: 'no such invoice' },
  });
});

test('a response over 6 MB is a function error', async () => {
  const { FunctionError, result } = await invoke('huge', {});
  expect(FunctionError).toBe('Unhandled');
  expect(result).toMatchObject({ errorType: 'Function.ResponseSizeTooLarge' });
});

test('an Event invocation returns 202 at once, and is run in the background', async () => {
  expect((await invoke('echo', { invoice: 1 }, 'Event')).StatusCode).toBe(202);
  expect(started.map(([name]) => name)).toEqual(['echo']);
  await expect(started[0]?.[1]()).resolves.toEqual({ got: { invoice: 1 } });
});

test('an unknown function is ResourceNotFoundException, a payload over 6 MB is rejected, or over 1 MB for an Event invocation', async () => {
  expect(await refusal(invoke('missing', {}))).toMatchObject({ name: 'ResourceNotFoundException', status: 404 });
  expect(await refusal(invoke('echo', 'x'.repeat(6_300_000)))).toMatchObject({ name: 'RequestTooLargeException', status: 413 });
  const large = 'x'.repeat(1_100_000);
  expect(await refusal(invoke('echo', large, 'Event'))).toMatchObject({ name: 'RequestTooLargeException', status: 413 });
  expect((await invoke('echo', large)).StatusCode).toBe(200);
});
