import { attest, creationOptions } from '../../support/authenticator.ts';
import { codeOf } from '../../support/second-factor.ts';
import type { Service } from '../../support/service.ts';

export const PROOF_REQUIRED = { status: 403, body: { error: { code: 'forbidden', details: { reason: 'proof_required' } } } };

/** The calls that add a way into the account. */
export function proofCalls(service: () => Service) {
  const post = (path: string, token: string | undefined, body: unknown) => service().api('POST', `/api${path}`, { token, body });

  /** Each call with what it is answered when it is let through. */
  const CALLS = {
    'POST /me/mfa/totp/setup': async () => ({ path: '/v1/me/mfa/totp/setup', body: {}, done: 200 }),
    'POST /me/mfa/totp/enable': async (_token: string, secret: string) => {
      await Promise.resolve();
      return { path: '/v1/me/mfa/totp/enable', body: { code: codeOf(secret) }, done: 200 };
    },
    'POST /passkey/register': async (token: string) => {
      const { response } = attest(await creationOptions(service(), token));
      return { path: '/v1/passkey/register', body: { name: 'Cheie', response }, done: 201 };
    },
  };
  return { post, CALLS };
}
