import { describe, expect, test } from 'vitest';
import { registerOnly } from '../../support/accounts.ts';
import { whoAmI } from '../../support/members.ts';
import { membersOf, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('an organization always has an owner', () => {
  test('two owners who demote and remove each other at the same time: one remains, in every attempt', async () => {
    for (let round = 0; round < 4; round++) {
      const first = await registerOnly(service());
      const { organization: own } = await whoAmI(service(), first);
      const second = await newMember(service(), first, 'owner');
      const [mine] = (await membersOf(service(), first)).filter(one => one.userId === first.userId);
      const call = (by: { token: string }, id: string) =>
        service().api(round % 2 === 0 ? 'DELETE' : 'PATCH', `/api/v1/members/${id}`, {
          token: by.token,
          headers: { 'x-organization': own.id },
          body: { role: 'admin' },
        });
      const answers = await Promise.all([call(first, second.memberId), call(second, mine?.id ?? '')]);
      const done = answers.filter(({ status }) => status < 300);
      expect(done).toHaveLength(1);
      const left = await Promise.all([first, second].map(one => as2(one, own.id)));
      expect(left.flat().filter(one => one.role === 'owner' && one.isActive).length).toBeGreaterThanOrEqual(1);
    }
  });

  /** The members as a user sees them; none for users who see none any more. */
  async function as2({ token }: { token: string }, organizationId: string) {
    const answer = await service().api('GET', '/api/v1/members', { token, headers: { 'x-organization': organizationId } });
    return answer.status === 200 ? (answer.body as { role: string; isActive: boolean }[]) : [];
  }
});
