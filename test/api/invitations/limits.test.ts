import { describe, expect, test } from 'vitest';
import { INVITATIONS } from '#shared/platform/lambda/limits/policies.ts';
import { windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { newEmail, type Registered, registerReady } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { invitationsCalls, LIMIT_REACHED } from './calls.ts';

/** Invitations are mails to strangers: counted by inviter, by the organization and by the address, also where `RATE_LIMITS` is off. */
const service = useService();
const { invite } = invitationsCalls(service);

describe('POST /api/v1/invitations, too often', () => {
  test('by address, also with different inviters and when each is cancelled', async () => {
    const [owner, other] = [await registerReady(service()), await registerReady(service())];
    const email = newEmail();
    for (const _ of [1, 2, 3]) {
      const { status, body } = await invite(owner, email);
      expect(status).toBe(201);
      const path = `/api/v1/invitations/${(body as { id: string }).id}`;
      expect((await service().api('DELETE', path, { token: owner.token })).status).toBe(204);
    }
    expect(await invite(owner, email)).toMatchObject(LIMIT_REACHED);
    expect(await invite(other, email)).toMatchObject(LIMIT_REACHED);
    expect((await invite(owner)).status).toBe(201);
  });

  test.each([
    ['inviter', 'inviter', (owner: Registered) => Promise.resolve(`invitations-by#${owner.userId}`)],
    [
      'organization',
      'organization',
      async (owner: Registered) => `invitations-of#${(await whoAmI(service(), owner)).organization.id}`,
    ],
  ] as const)('by %s', async (_, name, subjectOf) => {
    const owner = await registerReady(service());
    const subject = await subjectOf(owner);
    await transact(windowWrites(INVITATIONS[name], subject, INVITATIONS[name].limit - 1));
    expect((await invite(owner)).status).toBe(201);
    expect(await invite(owner)).toMatchObject(LIMIT_REACHED);
    expect((await invite(await registerReady(service()))).status).toBe(201);
  });
});
