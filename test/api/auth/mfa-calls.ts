import { beforeAll } from 'vitest';
import { type Guarded, registerGuarded } from '../../support/second-factor.ts';
import type { Service } from '../../support/service.ts';

export const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

/** Requests of these tests, with a clock that only they turn. */
export function authCalls(service: () => Service) {
  const verify = (body: unknown) => service().api('POST', '/api/auth/mfa/verify', { body });
  const me = (token: string) => service().api('GET', '/api/v1/me', { token });
  const nextStep = () => service().advance('PT30S');

  /** A person with a second factor, at a step whose code is unused. */
  async function guarded() {
    const person = await registerGuarded(service());
    await nextStep();
    return person;
  }
  const unusedCodes = async (token: string): Promise<unknown> =>
    ((await service().api('GET', '/api/v1/me/mfa/status', { token })).body as { backupCodesRemaining: number })
      .backupCodesRemaining;

  /** A person for tests that use up only a step of time; filled in place before the first test. */
  const somebody = {} as Guarded;
  beforeAll(async () => {
    // Codes belong to steps of time: only the tests turn the clock.
    service().runtime.clock.freeze(true);
    Object.assign(somebody, await registerGuarded(service()));
  });
  return { somebody, verify, me, nextStep, guarded, unusedCodes };
}
