import { PASSWORD } from '../../support/accounts.ts';
import { attest, creationOptions } from '../../support/authenticator.ts';
import { codeOf } from '../../support/second-factor.ts';
import type { Service } from '../../support/service.ts';

interface Call {
  method?: string;
  path: string;
  body: object;
  done: number;
}

export const PROOF_REQUIRED = { status: 403, body: { error: { code: 'forbidden', details: { reason: 'proof_required' } } } };

/** The calls that add a way into the account, widen one, or remove one. */
export function proofCalls(service: () => Service) {
  const send = (method: string, path: string, token: string | undefined, body: unknown) =>
    service().api(method, `/api${path}`, { token, body });
  const post = (path: string, token: string | undefined, body: unknown) => send('POST', path, token, body);
  /** The id of a key, or passkey, that is created with the password as proof. */
  const made = async (path: string, token: string, body: object): Promise<string> => {
    const answer = await post(path, token, { ...body, password: PASSWORD });
    return (answer.body as { id: string }).id;
  };
  const newKey = (token: string) => made('/v1/api-tokens', token, { name: 'Cheie', scopes: ['invoice.view'] });

  /** Each call with the response when it is accepted. */
  const CALLS: Record<string, (token: string, secret: string) => Promise<Call>> = {
    'POST /me/mfa/totp/setup': async () => ({ path: '/v1/me/mfa/totp/setup', body: {}, done: 200 }),
    'POST /me/mfa/totp/enable': async (_token: string, secret: string) => {
      await Promise.resolve();
      return { path: '/v1/me/mfa/totp/enable', body: { code: codeOf(secret) }, done: 200 };
    },
    'POST /passkey/register': async (token: string) => {
      const { response } = attest(await creationOptions(service(), token));
      return { path: '/v1/passkey/register', body: { name: 'Cheie', response }, done: 201 };
    },
    'POST /api-tokens': async () => ({ path: '/v1/api-tokens', body: { name: 'Cheie', scopes: ['invoice.view'] }, done: 201 }),
    'POST /api-tokens/{uuid}/rotate': async token => ({
      path: `/v1/api-tokens/${await newKey(token)}/rotate`,
      body: {},
      done: 201,
    }),
    'PATCH /api-tokens/{uuid} with another scope': async token => ({
      method: 'PATCH',
      path: `/v1/api-tokens/${await newKey(token)}`,
      ...{ body: { scopes: ['invoice.view', 'client.view'] }, done: 200 },
    }),
    'DELETE /me/passkeys/{id}': async token => {
      const { response } = attest(await creationOptions(service(), token));
      const id = await made('/v1/passkey/register', token, { name: 'Cheie', response });
      return { method: 'DELETE', path: `/v1/me/passkeys/${id}`, body: {}, done: 204 };
    },
  };
  return { post, send, newKey, CALLS };
}
