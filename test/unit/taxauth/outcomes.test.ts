import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { NotCounted } from '#shared/authority/calls/token-window.ts';
import { setLogSink } from '#shared/base/kernel/log.ts';
import {
  TaxauthAnswerLost,
  TaxauthArchiveUnusable,
  TaxauthRateLimited,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from '#shared/authority/taxauth/client/errors.ts';
import { loggingOutcomes, outcomeOf } from '#shared/authority/taxauth/client/outcomes.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';

test.each([
  ['a response', undefined, 'answered'],
  ['a rejection of the document', new TaxauthRefused(['BR-RO-010']), 'answered'],
  ['no connection', new TaxauthUnavailable('ECONNREFUSED'), 'failed'],
  ['a lost response', new TaxauthAnswerLost('Timed out.'), 'failed'],
  ['an invalid archive', new TaxauthArchiveUnusable('A page.'), 'failed'],
  ['a limit', new TaxauthRateLimited('1,000 a minute', 60), undefined],
  ['a token that is not accepted', new TaxauthUnauthorized('Expired.', 'token'), undefined],
  [
    'a call that could not be counted, and was not made',
    new TaxauthUnavailable('', { cause: new NotCounted('Busy.') }),
    undefined,
  ],
  ['an error of ours', new TypeError('undefined is no function'), undefined],
])('%s means for the authority: %3$s', (_, error, outcome) => {
  expect(outcomeOf(error)).toBe(outcome);
});

describe('a client of the authority', () => {
  const lines: Record<string, unknown>[] = [];
  beforeAll(() => setLogSink(line => void lines.push(JSON.parse(line) as Record<string, unknown>)));
  afterAll(() => setLogSink(() => {}));

  it('logs each call, and returns and throws as before', async () => {
    const down = new TaxauthUnavailable('HTTP 503');
    const client = loggingOutcomes({
      list: (days: number) => Promise.resolve(days + 1),
      upload: () => Promise.reject(down),
      status: () => Promise.reject(new TaxauthUnauthorized('Expired.', 'token')),
    });
    expect(await client.list(6)).toBe(7);
    await expect(client.upload()).rejects.toBe(down);
    await expect(client.status()).rejects.toBeInstanceOf(TaxauthUnauthorized);
    expect(lines).toEqual([
      { level: 'INFO', message: 'authority call', operation: 'list', outcome: 'answered' },
      { level: 'WARN', message: 'authority call', operation: 'upload', outcome: 'failed', failure: 'TaxauthUnavailable' },
    ]);
    for (const area of ['invoices', 'taxauth', 'tasks', 'workers'])
      expect(metricsOf(area, lines)).toEqual({ 'authority-calls-made': [1, 1], 'authority-calls-failed': [1] });
  });
});
