import { describe, expect, test } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './login-calls.ts';

const service = useOwnService({ machines: [] });
const { me, signedIn } = authCalls(service);

describe('access tokens', () => {
  test('401 after an hour', async () => {
    const { token } = await signedIn();
    await service().advance('PT59M');
    expect((await me(token)).status).toBe(200);
    await service().advance('PT2M');
    expect((await me(token)).status).toBe(401);
  });
});
