import { describe, expect, test } from 'vitest';
import { newEmail } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { attemptCalls } from './attempt-calls.ts';

const service = useOwnService({ machines: [], rateLimits: true });
const { call } = attemptCalls(service);

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe('rate limits of the account endpoints (REQ-66)', () => {
  test('of 30 simultaneous logins from one address 5 are checked', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call('/api/auth', '192.0.2.4', { email: newEmail(), password: 'wrong' })),
    );
    expect(answers.map(answer => answer.status).toSorted()).toEqual([...times(5, 401), ...times(25, 429)]);
  });
});
