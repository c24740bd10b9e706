import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { addLogFields, log, setLogSink, withLogFields } from '#shared/base/kernel/log.ts';

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
  setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>));
});

describe('the fields of a run', () => {
  test('are on every line of it, in addition to its own, across awaits', async () => {
    await withLogFields({ requestId: 'r1', function: 'f' }, async () => {
      await sleep(1);
      log.warn('later', { clientId: 'c' });
    });
    log.info('outside');
    expect(lines).toEqual([
      { level: 'WARN', message: 'later', requestId: 'r1', function: 'f', clientId: 'c' },
      { level: 'INFO', message: 'outside' },
    ]);
  });

  test('of simultaneous runs do not mix', async () => {
    const run = (requestId: string, millis: number) =>
      withLogFields({ requestId }, async () => {
        await sleep(millis);
        addLogFields({ userId: `user of ${requestId}` });
        await sleep(1);
        log.info('done');
      });
    await Promise.all([run('r1', 3), run('r2', 1)]);
    expect(lines).toEqual([
      { level: 'INFO', message: 'done', requestId: 'r2', userId: 'user of r2' },
      { level: 'INFO', message: 'done', requestId: 'r1', userId: 'user of r1' },
    ]);
  });

  test('of an inner run are added to those of the outer one, which does not get them', () => {
    withLogFields({ requestId: 'r1' }, () => {
      withLogFields({ companyId: 'c1' }, () => {
        addLogFields({ userId: 'u1' });
        log.info('inner');
      });
      log.info('outer');
    });
    expect(lines).toEqual([
      { level: 'INFO', message: 'inner', requestId: 'r1', companyId: 'c1', userId: 'u1' },
      { level: 'INFO', message: 'outer', requestId: 'r1' },
    ]);
  });

  test('added outside of any run are ignored', () => {
    addLogFields({ userId: 'u1' });
    log.info('outside');
    expect(lines).toEqual([{ level: 'INFO', message: 'outside' }]);
  });
});

test('personal numbers are masked, other numbers and ids are not', () => {
  const kept = '1790500000000 12345678901234 0000000000000 a1850101123456';
  log.error('Client 1850101123456', new Error('cnp 2991231400011, again:6010229400011.'), { id: kept, at: 1850101123456 });
  expect(lines[0]).toMatchObject({
    message: 'Client *************',
    errorMessage: 'cnp *************, again:*************.',
    id: kept,
    at: 1850101123456,
  });
});
