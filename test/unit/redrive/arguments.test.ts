import { describe, expect, it } from 'vitest';
import { QUEUE_NAMES, RARE_WORKERS } from '#shared/platform/aws/queues.ts';
import { type Arguments, readArguments, UsageError } from '../../../infra/redrive/arguments.ts';
import { subjectsOf } from '../../../infra/redrive/subjects.ts';

const DEFAULT: Arguments = {
  ...{ queue: undefined, stage: undefined, local: 'http://127.0.0.1:3000' },
  ...{ limit: undefined, rate: undefined, yes: false },
};

describe('the arguments of the command', () => {
  it.each<[string, Partial<Arguments>]>([
    ['', {}],
    ['webhooks', { queue: 'webhooks' }],
    ['outbox', { queue: 'outbox' }],
    ['failed-mails', { queue: 'failed-mails' }],
    ['webhooks --stage prod --yes', { queue: 'webhooks', stage: 'prod', yes: true }],
    ['--limit 10 webhooks --rate=5', { queue: 'webhooks', limit: 10, rate: 5 }],
    ['--local http://127.0.0.1:4000', { local: 'http://127.0.0.1:4000' }],
  ])('%s', (line, expected) => {
    expect(readArguments(line.split(' ').filter(Boolean))).toEqual({ ...DEFAULT, ...expected });
  });

  it('accepts every queue, and every worker that shares one, by its name in the code', () => {
    for (const queue of [...QUEUE_NAMES, ...RARE_WORKERS]) expect(readArguments([queue])).toEqual({ ...DEFAULT, queue });
  });

  it('reads the port of the local runtime from PORT', () => {
    expect(readArguments([], '4001').local).toBe('http://127.0.0.1:4001');
  });

  it.each([
    ['webhoks', 'There is no queue or worker webhoks. The nearest one is webhooks.'],
    ['webhooks email', 'One queue at a time, not webhooks and email.'],
    ['webhooks --limit 0', '--limit must be at least 1.'],
    ['webhooks --limit 1.5', '--limit must be a whole number.'],
    ['webhooks --limit many', '--limit must be a whole number.'],
    ['webhooks --rate 501', '--rate must be at most 500.'],
    ['webhooks --stage dev --local http://127.0.0.1:3000', 'Give either --stage or --local, not both.'],
    ['--local 3000', '--local must be an address such as http://127.0.0.1:3000.'],
  ])('rejects %s', (line, message) => {
    const read = () => readArguments(line.split(' '));
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  });

  it('rejects unknown options', () => {
    expect(() => readArguments(['webhooks', '--force'])).toThrow(UsageError);
  });
});

describe('the displayed part of a message', () => {
  const [a, b] = ['018f3c5e-0000-7000-8000-00000000000a', '018f3c5e-0000-7000-8000-00000000000b'];
  it.each([
    [{ companyId: a, id: b, subject: 'invoice' }, `companyId=${a} id=${b} subject=invoice`],
    [{ pk: `C#${a}`, sk: `INVMAIL#${a}#${b}` }, `pk=C#${a} sk=INVMAIL#${a}#${b}`],
    [{ pk: 'EMAIL#ana@client.example', sk: 'EMAIL' }, 'sk=EMAIL'],
    [
      { storageKey: 'companies/x/file', name: 'Ana Popescu', to: 'ana@client.example', token: 's3cret' },
      '(97 characters without ids)',
    ],
    [
      { worker: 'build-export', body: { companyId: a, id: b, note: 'Ana' } },
      `worker=build-export body.companyId=${a} body.id=${b}`,
    ],
    [
      { companyId: a, events: [{ id: b, type: 'invoice.issued', data: { clientName: 'ana', total: 5 } }] },
      `companyId=${a} events.id=${b} events.type=invoice.issued`,
    ],
    [
      { eventType: 'Bounce', mail: { destination: ['ana@client.example'], tags: { companyId: [a], emailId: [b] } } },
      `mail.tags.companyId=${a} mail.tags.emailId=${b}`,
    ],
  ])('of %j', (message, shown) => {
    expect(subjectsOf(JSON.stringify(message))).toBe(shown);
  });

  it('of text that is no JSON: its length', () => {
    expect(subjectsOf('Ana Popescu')).toBe('(11 characters, not JSON)');
  });
});
