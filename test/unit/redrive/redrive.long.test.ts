import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { handler as background } from '../../../functions/workers/hand-out-background.ts';
import { EXIT, redrive } from '../../../infra/redrive/redrive.ts';
import { QUEUE_NAMES, type QueueName } from '#shared/platform/aws/queues.ts';
import { sqs } from '#shared/platform/aws/sqs.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { defineRareWorker, defineWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { park, parkedItems } from '#shared/app/outbox/parked.ts';
import { dueItems } from '#shared/platform/store/due-work.ts';
import { awaitsDispatch, UNDISPATCHED } from '#shared/platform/store/outbox.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyKey, type Item } from '#shared/platform/store/table.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useOwnService } from '../../support/service.ts';
import { catalogueOf } from '../local/fixture.ts';

/** The command against the local engines: a worker that fails for its messages, is repaired, and gets them again. */

let isBroken = false;
const done: string[] = [];
const catalogue = catalogueOf({
  webhooks: defineWorker(
    { summary: 'Webhooks', queue: 'webhooks', uses: [], message: z.object({ companyId: z.guid() }), timeoutSeconds: 5 },
    () => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve()),
  ),
  ...Object.fromEntries(
    (['build-export', 'discard-file'] as const).map(worker => [
      `workers-${worker}`,
      defineRareWorker({ summary: worker, uses: [], message: z.object({ id: z.guid() }), timeoutSeconds: 5 }, ({ id }) => {
        if (isBroken) return Promise.reject(new Error('broken'));
        done.push(id);
        return Promise.resolve();
      }),
    ]),
  ),
  'workers-hand-out-background': background,
  mail: defineWorker(
    { summary: 'Mail', queue: 'email', uses: [], message: z.object({ id: z.guid(), to: z.string() }), timeoutSeconds: 5 },
    ({ id }) => {
      if (isBroken) return Promise.reject(new Error('broken'));
      done.push(id);
      return Promise.resolve();
    },
  ),
});
// Dead letters are counted: a second delivery would be a second one.
const service = useOwnService({ catalogue, machines: [], deliversTwice: false, onError: () => {} });

const said: string[] = [];
const asked: string[] = [];
let answer = false;
let waited = 0;
beforeEach(() => {
  for (const list of [said, asked, done]) list.length = 0;
  [answer, waited] = [false, 0];
});

const run = (...argv: string[]): Promise<number> =>
  redrive([...argv, '--local', service().url], {
    say: line => void said.push(line),
    confirm: question => {
      asked.push(question);
      return Promise.resolve(answer);
    },
    async wait(seconds) {
      waited += seconds;
      await Promise.resolve();
    },
    setEnvironment: () => {},
  });

/** Messages that failed permanently; their ids. */
async function deadLetters(count: number, queue = 'EMAIL', more: object = { to: 'ana@client.example' }): Promise<string[]> {
  isBroken = true;
  const ids = Array.from({ length: count }, newId);
  for (const id of ids) {
    const MessageBody = JSON.stringify({ id, ...more });
    await sqs().send(new SendMessageCommand({ QueueUrl: process.env[`${queue}_QUEUE_URL`], MessageBody }));
  }
  for (let tries = 0; tries < 6; tries++) {
    await service().idle();
    // Longer than the visibility timeout of every queue here.
    await service().advance('PT12M');
  }
  isBroken = false;
  return ids.toSorted();
}

const processed = async (): Promise<string[]> => {
  await service().idle();
  return done.toSorted();
};
const left = (queue: QueueName = 'email'): number => service().runtime.engines.sqs.deadLetters(queue);

describe('npm run redrive', () => {
  it('lists every queue with the number of its dead letters', async () => {
    const ids = await deadLetters(2);
    expect(await run()).toBe(EXIT.done);
    for (const name of QUEUE_NAMES)
      expect(said).toContainEqual(expect.stringMatching(new RegExp(`^  ${name} +${name === 'email' ? 2 : 0}$`)));
    expect(said.slice(-2)).toEqual([
      expect.stringMatching(/outbox +0 parked/),
      expect.stringMatching(/failed-mails +0 failed mails/),
    ]);
    expect(await run('email', '--yes')).toBe(EXIT.done);
    expect(await processed()).toEqual(ids);
  });

  it('prints some of the messages by their ids, asks, and moves nothing without a yes', async () => {
    const [id] = await deadLetters(1);
    expect(await run('email')).toBe(EXIT.notConfirmed);
    expect(asked).toEqual([`Move 1 of 1 dead letters back to email of the local runtime at ${service().url}?`]);
    expect(said.join('\n')).toContain(`id=${id}`);
    expect(said.join('\n')).not.toContain('ana@client.example');
    expect([await processed(), left()]).toEqual([[], 1]);
    answer = true;
    expect(await run('email')).toBe(EXIT.done);
    expect(said.at(-1)).toBe('Moved: 1.');
    expect([await processed(), left()]).toEqual([[id], 0]);
  });

  it('moves no more than --limit, and no faster than --rate', async () => {
    const ids = await deadLetters(3);
    expect(await run('email', '--yes', '--limit', '2', '--rate', '4')).toBe(EXIT.done);
    expect(said.at(-1)).toBe('Moved: 2.');
    expect([(await processed()).length, left(), waited]).toEqual([2, 1, 0.5]);
    expect(await run('email', '--yes', '--limit', '5')).toBe(EXIT.done);
    expect([await processed(), left()]).toEqual([ids, 0]);
  });

  it('moves those of one queue, however many of others are among them, and leaves these as they are', async () => {
    const others = await deadLetters(12, 'WEBHOOKS', { companyId: newId() });
    const ids = await deadLetters(11);
    expect([left('webhooks'), left()]).toEqual([others.length, ids.length]);
    expect(await run('email', '--yes')).toBe(EXIT.done);
    expect(said.at(-1)).toBe('Moved: 11.');
    expect([await processed(), left('webhooks'), left()]).toEqual([ids, others.length, 0]);
    said.length = 0;
    expect(await run()).toBe(EXIT.done);
    expect(said).toContainEqual(expect.stringMatching(/^ {2}webhooks +12$/));
    expect(await run('webhooks', '--yes', '--limit', '12')).toBe(EXIT.done);
    expect(left('webhooks')).toBe(0);
  });

  it('moves those of one worker of a shared queue, and leaves those of the others', async () => {
    const id = newId();
    await deadLetters(2, 'BACKGROUND', { worker: 'build-export', body: { id } });
    await deadLetters(1, 'BACKGROUND', { worker: 'discard-file', body: { id: newId() } });
    expect(await run()).toBe(EXIT.done);
    expect(said).toEqual(expect.arrayContaining([expect.stringMatching(/^ {2}background +3$/), '    build-export: 2']));
    expect(await run('build-export', '--yes')).toBe(EXIT.done);
    expect(said.join('\n')).toContain(`worker=build-export body.id=${id}`);
    expect(said.at(-1)).toBe('Moved: 2.');
    expect([await processed(), left('background')]).toEqual([[id, id], 1]);
    expect(await run('build-export', '--yes')).toBe(EXIT.done);
    expect(said.at(-1)).toContain('There are no dead letters of build-export in background');
    expect(await run('background', '--yes')).toBe(EXIT.done);
    expect(left('background')).toBe(0);
  });

  it('does nothing for a queue without dead letters', async () => {
    for (const name of QUEUE_NAMES) {
      expect(await run(name, '--yes')).toBe(EXIT.done);
      expect(said.at(-1)).toBe(`There are no dead letters of ${name} in the local runtime at ${service().url}.`);
    }
  });

  it('leaves messages that cannot be sent where they are, prints them and fails', async () => {
    await deadLetters(1);
    service().runtime.faults.add({ service: 'sqs', operation: 'SendMessage', kind: 'fail' });
    expect(await run('email', '--yes', '--limit', '1')).toBe(EXIT.failed);
    service().runtime.faults.clear();
    expect(said.at(-1)).toMatch(/^Not moved: [0-9a-f-]{36}: /);
    await service().advance('PT2M');
    expect([done, left()]).toEqual([[], 1]);
    expect(await run('email', '--yes')).toBe(EXIT.done);
  });

  it('dispatches parked items of the outbox again, with their attempts counted from the start', async () => {
    const [company, id] = [companyScope(newId()), newId()];
    const key = companyKey(company, `EXPORT#${id}`);
    const item: Item = { ...key, kind: 'export', ...awaitsDispatch(id) };
    await transact([put({ ...item, dispatches: 5 })]);
    await transact([park(item)]);
    expect(await run()).toBe(EXIT.done);
    expect(said.at(-2)).toMatch(/outbox +1 parked/);
    expect(await run('outbox')).toBe(EXIT.notConfirmed);
    expect(said.join('\n')).toContain(`export  ${key.pk}  ${key.sk}`);
    expect(await run('outbox', '--yes')).toBe(EXIT.done);
    expect(await parkedItems()).toEqual([]);
    await service().advance('PT1S');
    expect((await dueItems(UNDISPATCHED)).map(({ sk }) => sk)).toEqual([key.sk]);
    expect(await getItem(key)).not.toHaveProperty('dispatches');
    expect(await run('outbox', '--yes')).toBe(EXIT.done);
    expect(said.at(-1)).toContain('There are no parked items of the outbox');
  });

  it.each([
    ['an unknown queue', ['emial'], 'The nearest one is email.'],
    ['an unknown stage', ['email', '--stage', 'nowhere'], 'cdk.json has dev, staging, prod.'],
    ['a runtime that does not respond', ['--local', 'http://127.0.0.1:1'], 'No local runtime answers'],
  ])('explains the error for %s', async (_, argv, message) => {
    const terminal = { say: (line: string) => void said.push(line), confirm: () => Promise.resolve(true) };
    const code = await redrive(argv, { ...terminal, wait: () => Promise.resolve(), setEnvironment: () => {} });
    expect([code, said.join('\n')]).toEqual([EXIT.usage, expect.stringContaining(message)]);
  });

  it('runs as a command of its own', async () => {
    const command = ['infra/redrive/cli.ts', '--local', service().url];
    const { stdout } = await promisify(execFile)(process.execPath, command);
    expect(stdout).toContain('Dead letters of the local runtime');
    await deadLetters(1);
    const refused = promisify(execFile)(process.execPath, [...command, 'email']);
    await expect(refused).rejects.toMatchObject({ code: EXIT.notConfirmed });
    await promisify(execFile)(process.execPath, [...command, 'email', '--yes']);
    expect(await processed()).toHaveLength(1);
  });
});
