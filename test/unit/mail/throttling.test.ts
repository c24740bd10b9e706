import { describe, expect, it, test } from 'vitest';
import { instantIn } from '#shared/base/kernel/clock.ts';
import { givenUpReason, isGivenUp, isSuspended, isThrottled, nextPostponement } from '#shared/output/mail/throttling.ts';

const named = (name: string, message = ''): Error => Object.assign(new Error(message), { name });

const RATE = named('TooManyRequestsException', 'Maximum sending rate exceeded.');
const QUOTA = named('ThrottlingException', 'Daily message quota exceeded.');

describe('a mail above the limits of the mail service', () => {
  test.each([
    ['the rate', RATE, true],
    ['the quota', QUOTA, true],
    ['the first version of the API', named('Throttling'), true],
    ['the rate by its message alone', named('SomeException', 'Maximum sending rate exceeded'), true],
    ['the quota by its message alone', named('SomeException', 'Daily sending quota exceeded'), true],
    ['a rejected message', named('MessageRejected', 'Email address is not verified.'), false],
    ['a suspended account', named('AccountSuspendedException'), false],
    ['a failure of the service', named('InternalServiceErrorException'), false],
    ['a lost response', named('TimeoutError', 'socket hang up'), false],
  ])('%s', (_, error, throttled) => {
    expect(isThrottled(error)).toBe(throttled);
  });

  test.each([
    ['an account that SES has suspended', 'AccountSuspendedException', true],
    ['an account that is paused', 'SendingPausedException', true],
    ['a domain that is not verified any more', 'MailFromDomainNotVerifiedException', true],
    ['a rejected message', 'MessageRejected', false],
    ['the rate', 'TooManyRequestsException', false],
  ])('%s: whether no mail of the account is accepted', (_, name, suspended) => {
    expect(isSuspended(named(name))).toBe(suspended);
    expect(givenUpReason(named(name)).includes('took no mails')).toBe(suspended);
  });

  test.each([
    ['the rate, first', undefined, RATE, [2, 4]],
    ['the rate, second', 1, RATE, [4, 8]],
    ['the rate, fifth', 4, RATE, [32, 64]],
    ['the rate, often', 80, RATE, [150, 300]],
    ['the quota, first', undefined, QUOTA, [450, 900]],
    ['the quota, often', 80, QUOTA, [450, 900]],
    ['a suspended account, first', undefined, named('AccountSuspendedException'), [450, 900]],
  ])('%s: seconds until the mail is queued again', (_, times, error, [least, most]) => {
    const before = times === undefined ? undefined : { times, seconds: 1 };
    const at = (drawn: number) => nextPostponement(before, error, drawn);
    expect([at(0), at(1)]).toEqual([
      { times: (times ?? 0) + 1, seconds: least },
      { times: (times ?? 0) + 1, seconds: most },
    ]);
  });

  it('is retried for 24 hours', () => {
    expect([isGivenUp(instantIn(-86_399)), isGivenUp(instantIn(-86_401))]).toEqual([false, true]);
  });
});
