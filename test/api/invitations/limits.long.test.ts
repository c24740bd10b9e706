import { describe, expect, test } from 'vitest';
import { newEmail, registerReady } from '../../support/accounts.ts';
import { useOwnService } from '../../support/service.ts';
import { invitationsCalls, LIMIT_REACHED } from './calls.ts';

/** Invitations are mails to strangers: counted by inviter, by the organization and by the address, also where `RATE_LIMITS` is off. */
const service = useOwnService({ machines: [], rateLimits: false });
const { invite } = invitationsCalls(service);

describe('POST /api/v1/invitations, too often', () => {
  test('one address is invited 3 times an hour, also by different inviters and when each is cancelled; other addresses are not affected', async () => {
    const [owner, other] = [await registerReady(service()), await registerReady(service())];
    const email = newEmail();
    for (const _ of [1, 2, 3]) {
      const { status, body } = await invite(owner, email);
      expect(status).toBe(201);
      const path = `/api/v1/invitations/${(body as { id: string }).id}`;
      expect((await service().api('DELETE', path, { token: owner.token })).status).toBe(204);
    }
    const refused = await invite(owner, email);
    expect(refused).toMatchObject(LIMIT_REACHED);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await invite(other, email)).toMatchObject(LIMIT_REACHED);
    expect((await invite(owner)).status).toBe(201);
    await service().idle();
    expect((await service().mailbox(email)).length).toBeLessThanOrEqual(3);
    await service().advance('PT1H');
    expect((await invite(await registerReady(service()), email)).status).toBe(201);
  });
});
