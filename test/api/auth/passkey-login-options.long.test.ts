import { describe, expect, test } from 'vitest';
import { newEmail } from '../../support/accounts.ts';
import { requestOptions } from '../../support/authenticator.ts';
import { useOwnService } from '../../support/service.ts';

const service = useOwnService({ machines: [] });

describe('POST /api/auth/passkey/login/options', () => {
  test('the decoy of an email stays the same over a restart', async () => {
    const email = newEmail();
    const { allowCredentials } = await requestOptions(service(), email);
    await service().restart();
    expect((await requestOptions(service(), email)).allowCredentials).toEqual(allowCredentials);
  });
});
