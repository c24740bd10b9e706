import { registerGuarded } from '../../support/second-factor.ts';
import type { Service } from '../../support/service.ts';

export const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

/** Requests of these tests. */
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
  return { verify, me, nextStep, guarded, unusedCodes };
}
