import { afterEach, describe, expect, test } from 'vitest';
import { PASSWORD, registerConfirmed } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './login-calls.ts';

const service = useOwnService({ machines: [] });
const { login, me } = authCalls(service);

afterEach(() => {
  process.env['EMAIL_CONFIRMATION'] = 'required';
});

describe('access tokens', () => {
  const signedIn = async () => {
    const { userId, email } = await registerConfirmed(service());
    const { token } = (await login({ email, password: PASSWORD })).body as { token: string };
    return { userId, email, token };
  };

  test('401 after an hour', async () => {
    const { token } = await signedIn();
    await service().advance('PT59M');
    expect((await me(token)).status).toBe(200);
    await service().advance('PT2M');
    expect((await me(token)).status).toBe(401);
  });
});
