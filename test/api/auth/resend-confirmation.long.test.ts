import { describe, expect, test } from 'vitest';
import { registerOnly } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { authCalls } from './confirmation-calls.ts';

const service = useOwnService({ machines: [], onError: () => {} });
const { resend, subjects } = authCalls(service);

describe('POST /api/auth/resend-confirmation', () => {
  test('at most 3 mails per hour and email, for all callers together, and the response does not reveal it', async () => {
    const { email } = await registerOnly(service());
    await service().idle();
    const send = async (times: number) => {
      for (let sent = 0; sent < times; sent++) expect((await resend({ email: email.toUpperCase() })).status).toBe(200);
      await service().idle();
      return (await subjects(email)).length;
    };
    expect(await send(5)).toBe(1 + 3);
    await service().advance('PT59M');
    expect(await send(1)).toBe(1 + 3);
    await service().advance('PT2M');
    expect(await send(1)).toBe(1 + 4);
  });
});
