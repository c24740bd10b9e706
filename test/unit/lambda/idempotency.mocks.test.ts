import { createHmac } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { Answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { claimKey, type IdempotentRequest } from '#shared/platform/lambda/endpoint/idempotency/claim-key.ts';
import type { Claim } from '#shared/platform/lambda/endpoint/idempotency/held-claim.ts';
import { conflict } from '#shared/base/kernel/errors.ts';
import { newId, sha256 } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { create, update } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

const table = useTable();
let request: IdempotentRequest;
beforeEach(() => {
  request = {
    partition: table.partition(),
    userId: newId(),
    endpoint: 'POST /api/v1/things',
    key: `key-${newId()}`,
    content: '/api/v1/things\n\n{"a":1}',
  };
});

/** The claim of the first request. */
async function claimed(overrides: Partial<IdempotentRequest> = {}): Promise<Claim> {
  const claim = await claimKey({ ...request, ...overrides });
  if (claim instanceof Answer) throw new Error('The key was answered already.');
  return claim;
}
const present = (result: unknown): Answer => new Answer(201, { result });
const write = (sk = 'A') => create({ pk: request.partition, sk, kind: 'client' }, () => conflict('Exists.'));
const written = async (sk = 'A') => (await getItem({ pk: request.partition, sk })) !== undefined;

const RUNNING = { code: 'conflict', details: { reason: 'request_in_progress' } };
const CRASHED = { code: 'service_unavailable', isExpected: true };

test('a key is also claimed while a transaction on its record is in progress: the first request commits its response', async () => {
  table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'conflict', times: 3 });
  const claim = await claimed();
  await claim.commitAs(present)([write()], 'Ana');
  table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'conflict', times: 3 });
  expect(await claimKey(request)).toEqual(new Answer(201, { result: 'Ana' }, { 'idempotent-replayed': 'true' }));
});

test('the record of a request reveals nothing of its content to readers who do not know the key', async () => {
  await claimed();
  const { Items = [] } = await dynamodb().send(new ScanCommand({ TableName: tableName() }));
  const [record] = Items.filter(item => item['pk'] === request.partition);
  expect(record?.['fingerprint']).toBe(createHmac('sha256', request.key).update(request.content).digest('hex'));
  for (const told of [request.key, request.content, sha256(request.content)]) expect(JSON.stringify(record)).not.toContain(told);
});

describe('a key with a response', () => {
  test('returns the committed response again: status, body, and the header Idempotent-Replayed', async () => {
    const claim = await claimed();
    expect(await claim.commitAs(present)([write()], 'Ana')).toBe('Ana');
    expect(await claimKey(request)).toEqual(new Answer(201, { result: 'Ana' }, { 'idempotent-replayed': 'true' }));
    expect(await claimKey(request)).toEqual(await claimKey(request));
  });

  test('the response is committed with the work, in one transaction', async () => {
    const claim = await claimed();
    table.calls.length = 0;
    await claim.commitAs(present)([write()], 'x');
    expect(table.calls.map(call => call.operation)).toEqual(['TransactWriteItems']);
    const failing = await claimed({ key: 'other' });
    await expect(failing.commitAs(present)([write()], 'y')).rejects.toMatchObject({ message: 'Exists.' });
    await expect(claimKey({ ...request, key: 'other' })).rejects.toMatchObject(RUNNING);
  });

  test('returns a response without a body again', async () => {
    const claim = await claimed();
    await claim.commitAs(() => new Answer(204, undefined))([write()], undefined);
    expect(await claimKey(request)).toEqual(new Answer(204, undefined, { 'idempotent-replayed': 'true' }));
  });

  test('returns a rejection again too', async () => {
    const claim = await claimed();
    const refusal = new Answer(409, { error: { code: 'conflict', message: 'No.' } });
    await claim.keep(refusal);
    expect(await claimKey(request)).toEqual(new Answer(409, refusal.body, { 'idempotent-replayed': 'true' }));
  });

  test('where the final response has more than the committed one, the final one is returned again', async () => {
    const claim = await claimed();
    await claim.commitAs(present)([write()], 'early');
    table.calls.length = 0;
    await claim.keep(present('early'));
    expect(table.calls).toEqual([]);
    await claim.keep(new Answer(200, { late: true }));
    expect(await claimKey(request)).toMatchObject({ status: 200, body: { late: true } });
  });

  test('returns a response of 1 MB, with every character', async () => {
    const body = {
      text: 'ăâîșț 🧾 "\\'.repeat(20_000),
      // Incompressible: more than one item of the store can hold.
      noise: Array.from({ length: 20_000 }, () => newId()),
    };
    await (await claimed()).keep(new Answer(200, body));
    expect(await claimKey(request)).toMatchObject({ status: 200, body });
  });

  test('is kept for 24 hours, then the key can be used again', async () => {
    await (await claimed()).commitAs(present)([write()], 'x');
    table.clock.advance(86_399);
    expect(await claimKey(request)).toBeInstanceOf(Answer);
    table.clock.advance(1);
    expect(await claimKey(request)).not.toBeInstanceOf(Answer);
  });

  test('the stored response can be decrypted only with the key', async () => {
    const secret = 'af_0123456789abcdef-only-here';
    await (await claimed()).commitAs(present)([write()], secret);
    const { Items = [] } = await dynamodb().send(new ScanCommand({ TableName: tableName() }));
    const rest = JSON.stringify(Items, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(rest).toContain(request.partition);
    for (const hidden of [secret, request.key, request.content]) expect(rest).not.toContain(hidden);
  });
});

describe('keys are separate', () => {
  test.each<[what: string, other: Partial<IdempotentRequest>]>([
    ['another company', { partition: 'C#other' }],
    ['another user', { userId: newId() }],
    ['another endpoint', { endpoint: 'POST /api/v1/others' }],
    ['another key', { key: 'another' }],
  ])('for %s', async (_, other) => {
    await (await claimed()).commitAs(present)([write()], 'x');
    const own = await claimKey({ ...request, ...other, ...('partition' in other && { partition: table.partition() }) });
    expect(own).not.toBeInstanceOf(Answer);
  });

  test.each(['/api/v1/things\n\n{"a":2}', '/api/v1/things\nmode=x\n{"a":1}', '/api/v1/things/1\n\n{"a":1}'])(
    'returns 422 for the same key with another request (%j)',
    async content => {
      await (await claimed()).commitAs(present)([write()], 'x');
      await expect(claimKey({ ...request, content })).rejects.toMatchObject({
        code: 'validation_error',
        details: { 'Idempotency-Key': ['was used with another request'] },
      });
    },
  );

  test('returns 422 for another request also while the first is running, and also when the first was abandoned', async () => {
    await claimed();
    await expect(claimKey({ ...request, content: 'other' })).rejects.toMatchObject({ code: 'validation_error' });
    table.clock.advance(60);
    await expect(claimKey({ ...request, content: 'other' })).rejects.toMatchObject({ code: 'validation_error' });
  });

  test('a key has 1 to 255 characters', async () => {
    await claimed({ key: 'x'.repeat(255) });
    await expect(claimKey({ ...request, key: 'x'.repeat(256) })).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('a request that is still running', () => {
  test('returns 409 for its repetition; of many simultaneous requests one runs', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => claimKey(request)));
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject(RUNNING);
  });

  test('the SDK repeating its own claim is not taken for another request', async () => {
    table.faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'lostAnswer', times: 2 });
    await (await claimed()).commitAs(present)([write()], 'x');
    expect(await written()).toBe(true);
  });

  test('an error of ours releases the key at once', async () => {
    const claim = await claimed();
    await claim.release();
    await (await claimed()).commitAs(present)([write()], 'second');
    expect(await claimKey(request)).toMatchObject({ body: { result: 'second' } });
  });

  test('an error after its work is committed does not', async () => {
    const claim = await claimed();
    await claim.commitAs(present)([write()], 'x');
    await claim.release();
    expect(await claimKey(request)).toMatchObject({ status: 201 });
  });
});

describe('a request whose process died', () => {
  test('keeps the key: 409 while it could still be running, then 503 with the seconds to wait, then a repetition takes over', async () => {
    await claimed();
    for (const [seconds, refusal] of [
      [29.999, RUNNING],
      [0.001, { ...CRASHED, retryAfter: 6 }],
      [3.5, { ...CRASHED, retryAfter: 2 }],
      [1.5, { ...CRASHED, retryAfter: 1 }],
    ] as const) {
      table.clock.advance(seconds);
      await expect(claimKey(request)).rejects.toMatchObject(refusal);
    }
    table.clock.advance(0.001);
    await (await claimed()).commitAs(present)([write()], 'second');
    expect(await claimKey(request)).toMatchObject({ body: { result: 'second' } });
  });

  test('of many that try to take over, one succeeds', async () => {
    await claimed();
    table.clock.advance(36);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => claimKey(request)));
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1);
  });

  test('that was still alive cannot commit any more, and its response does not replace the other', async () => {
    const slow = await claimed();
    table.clock.advance(36);
    const quick = await claimed();
    await expect(slow.commitAs(present)([write('slow')], 'slow')).rejects.toMatchObject(RUNNING);
    expect(await written('slow')).toBe(false);
    await quick.commitAs(present)([write('quick')], 'quick');
    await slow.keep(new Answer(409, { error: {} }));
    await slow.release();
    expect(await claimKey(request)).toMatchObject({ body: { result: 'quick' } });
  });

  test('returns the committed response if its commit succeeded after all', async () => {
    const claim = await claimed();
    await claim.commitAs(present)([write()], 'x');
    table.clock.advance(600);
    expect(await claimKey(request)).toMatchObject({ status: 201, body: { result: 'x' } });
  });

  test('a commit whose result was lost stands: releasing the key does not free it', async () => {
    const claim = await claimed();
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer' });
    await expect(claim.commitAs(present)([write()], 'x')).rejects.toMatchObject({ code: 'service_unavailable' });
    table.faults.clear();
    await claim.release();
    expect(await claimKey(request)).toMatchObject({ status: 201, body: { result: 'x' } });
  });

  test('a commit whose response was lost returns one response', async () => {
    const claim = await claimed();
    table.faults.add({ service: 'dynamodb', operation: 'TransactWriteItems', kind: 'lostAnswer', times: 5 });
    const count = update(
      { pk: request.partition, sk: 'N' },
      { expression: 'SET #kind = :kind ADD hits :one', names: { '#kind': 'kind' }, values: { ':kind': 'count', ':one': 1 } },
    );
    await claim.commitAs(present)([write(), count], 'x');
    expect(await getItem({ pk: request.partition, sk: 'N' })).toMatchObject({ hits: 1 });
    expect(await claimKey(request)).toMatchObject({ body: { result: 'x' } });
  });
});
