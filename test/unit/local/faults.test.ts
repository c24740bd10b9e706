import { describe, expect, it } from 'vitest';
import { createFaults, seededRandom } from '../../../infra/local/faults/faults.ts';
import { beginCall, newInvocation } from '../../../infra/local/invocation.ts';

const put = { service: 'dynamodb', operation: 'PutItem', input: {} };
const get = { service: 'dynamodb', operation: 'GetItem', input: {} };
const transaction = { service: 'dynamodb', operation: 'TransactWriteItems', input: { TransactItems: [{}, {}] } };

const outcome = async (faults: ReturnType<typeof createFaults>, call = put): Promise<string> => {
  const injected = faults.onCall(call, undefined);
  try {
    await injected.before();
  } catch (error) {
    return `before: ${(error as Error).name}`;
  }
  try {
    await injected.after();
  } catch (error) {
    return `after: ${(error as Error).name}`;
  }
  return 'ok';
};

describe('injected faults', () => {
  it.each([
    ['throttle', 'before: ProvisionedThroughputExceededException'],
    ['fail', 'before: InternalServerError'],
    ['conflict', 'before: TransactionConflictException'],
    ['lostAnswer', 'after: TimeoutError'],
    ['slow', 'ok'],
  ] as const)('%s is seen as %s', async (kind, seen) => {
    const faults = createFaults();
    faults.add({ service: 'dynamodb', kind, delayMs: 1 });
    expect(await outcome(faults)).toBe(seen);
  });

  it('a call of a crashed process that returns late does not use up the crash of another', async () => {
    const faults = createFaults();
    const [late, next] = [newInvocation('1', 'invoices-issue'), newInvocation('2', 'invoices-issue')];
    for (const invocation of [late, next]) beginCall(invocation, put).done = true;
    late.die(new Error('It crashed before.'));
    faults.crash({ call: 1, when: 'after', name: 'invoices-issue' });
    await faults.onCall(put, late).after();
    expect([faults.crashed(), next.dead.aborted]).toEqual([false, false]);
    void faults.onCall(put, next).after();
    expect([faults.crashed(), next.dead.aborted]).toEqual([true, true]);
  });

  it('a conflict of a transaction names a reason for every item', async () => {
    const faults = createFaults();
    faults.add({ service: 'dynamodb', kind: 'conflict' });
    await expect(faults.onCall(transaction, undefined).before()).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    });
  });

  it('conflicts are only with writes and transactions, as on AWS, and reads use none up', async () => {
    const faults = createFaults();
    faults.add({ service: 'dynamodb', kind: 'conflict', times: 1 });
    for (const operation of ['GetItem', 'Query', 'BatchGetItem', 'BatchWriteItem', 'Scan'])
      expect(await outcome(faults, { service: 'dynamodb', operation, input: {} })).toBe('ok');
    expect(await outcome(faults, put)).toBe('before: TransactionConflictException');
  });

  it('affects only its service and operation, and ends after `times`', async () => {
    const faults = createFaults();
    faults.add({ service: 'dynamodb', operation: 'PutItem', kind: 'fail', times: 2 });
    expect(await outcome(faults, get)).toBe('ok');
    expect(await outcome(faults, { service: 's3', operation: 'PutItem', input: {} })).toBe('ok');
    expect([await outcome(faults), await outcome(faults), await outcome(faults)]).toEqual([
      'before: InternalServerError',
      'before: InternalServerError',
      'ok',
    ]);
  });

  it('the same seed affects the same calls, and the rate is right', async () => {
    const run = async (seed: number): Promise<string> => {
      const faults = createFaults();
      faults.add({ service: 'dynamodb', kind: 'fail', rate: 0.3, seed });
      return (await Promise.all(Array.from({ length: 400 }, () => outcome(faults))))
        .map(seen => (seen === 'ok' ? '.' : 'x'))
        .join('');
    };
    const first = await run(7);
    expect(await run(7)).toBe(first);
    expect(await run(8)).not.toBe(first);
    expect(first.replaceAll('.', '').length / 400).toBeCloseTo(0.3, 1);
  });

  it('clear ends them all', async () => {
    const faults = createFaults();
    faults.add({ service: 'dynamodb', kind: 'fail' });
    faults.clear();
    expect(await outcome(faults)).toBe('ok');
  });

  it.each([
    [{ service: 'kms', kind: 'fail' }],
    [{ service: 'sqs', kind: 'conflict' }],
    [{ service: 'dynamodb', kind: 'fail', rate: 2 }],
    [{ service: 'dynamodb', kind: 'fail', often: true }],
  ])('rejects %j', fault => {
    expect(() => createFaults().add(fault as never)).toThrow();
  });
});

describe('seeded random numbers', () => {
  it('lie in [0, 1) and spread evenly', () => {
    const random = seededRandom(1);
    const drawn = Array.from({ length: 10_000 }, random);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...drawn)).toBeLessThan(1);
    for (let tenth = 0; tenth < 10; tenth++) {
      expect(drawn.filter(value => Math.floor(value * 10) === tenth).length).toBeGreaterThan(900);
    }
  });
});
