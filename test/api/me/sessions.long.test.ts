import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { type Login, sessionCalls } from './session-calls.ts';

const service = useOwnService({ machines: [] });
const { login, works, refreshed } = sessionCalls(service);

describe('a login ends after 90 days', () => {
  it('however often it is refreshed, with its access tokens', async () => {
    const own = await service().newUser({ password: PASSWORD });
    let { refresh_token, token } = await login('kept', own);
    for (let times = 0; times < 4; times++) {
      service().runtime.clock.advance('P20D');
      const answer = await refreshed(refresh_token);
      expect(answer.status).toBe(200);
      ({ refresh_token, token } = answer.body as Login);
    }
    expect(await works(token)).toBe(true);
    service().runtime.clock.advance('P9DT23H50M');
    expect(await works(token)).toBe(false);
    const last = await refreshed(refresh_token);
    expect(last.status).toBe(200);
    token = (last.body as Login).token;
    expect(await works(token)).toBe(true);
    service().runtime.clock.advance('PT11M');
    expect(await works(token)).toBe(false);
    expect((await refreshed((last.body as Login).refresh_token)).status).toBe(401);
  });
});
