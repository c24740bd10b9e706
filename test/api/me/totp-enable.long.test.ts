import { beforeAll, describe, expect, test } from 'vitest';
import { registerReady } from '../../support/accounts.ts';
import { codeOf, setUp } from '../../support/second-factor.ts';
import { useOwnService } from '../../support/service.ts';
import { meCalls } from './mfa-calls.ts';

const service = useOwnService();
const { post, nextStep } = meCalls(service);
beforeAll(() => void service().runtime.clock.freeze(true));

describe('POST /api/v1/me/mfa/totp/enable', () => {
  test('409 once enabled; of 6 simultaneous calls one enables', async () => {
    const { token } = await registerReady(service());
    const secret = await setUp(service(), token);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('totp/enable', token, { code: codeOf(secret) })));
    expect(answers.map(one => one.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    await nextStep();
    expect((await post('totp/enable', token, { code: codeOf(secret) })).status).toBe(409);
  });
});
