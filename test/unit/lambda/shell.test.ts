import type { Context as LambdaContext } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { atEnd, shell, type Step } from '#shared/platform/lambda/shell.ts';

const context = { awsRequestId: 'run-1', functionName: 'stage-task' } as LambdaContext;

const task = (run: () => Promise<void>) => defineTask({ summary: 'Works', input: z.unknown() }, run);

test('a task throws the error of its work unchanged: Retry and Catch match on its name', async () => {
  const error = Object.assign(new Error('busy'), { name: 'Busy' });
  await expect(task(() => Promise.reject(error))({}, context)).rejects.toBe(error);
});

test('a task throws TimeoutError shortly before the timeout of Lambda', async () => {
  const late = { ...context, getRemainingTimeInMillis: () => 20 };
  await expect(task(() => new Promise<never>(() => {}))({}, late)).rejects.toThrow(
    expect.objectContaining({ name: 'TimeoutError', message: 'The function ran out of time.' }),
  );
});

test('the end of the first step comes last, also when the form of a response has failed', async () => {
  const ends: string[] = [];
  const step = (name: string): Step<object> => atEnd(() => void ends.push(name));
  const failing: Step<object> = { after: () => Promise.reject(new Error('no form')) };
  const answering: Step<object, string> = { onError: request => void (request.response = String(request.error)) };
  const handler = shell(
    () => Promise.resolve('done'),
    () => ({}),
    [step('outer'), answering, failing, step('inner')],
  );
  expect(await handler({}, context)).toBe('Error: no form');
  expect(ends).toEqual(['inner', 'inner', 'outer']);
});
