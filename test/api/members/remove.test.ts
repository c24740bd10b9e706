import { describe, expect, test } from 'vitest';
import { membersOf } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { reason, membersCalls } from './calls.ts';

const service = useService();
const { owner, drop, join } = membersCalls(service);
const memberIdOf = async (userId: string): Promise<{ memberId: string }> => {
  const found = (await membersOf(service(), owner)).find(one => one.userId === userId);
  return { memberId: found?.id ?? '' };
};

describe('DELETE /api/v1/members/{uuid}', () => {
  test('204: the member stays listed, inactive, and has no access any more; repeating it returns 204', async () => {
    const member = await join('employee', [owner.company]);
    const look = () => service().api('GET', '/api/v1/clients', { token: member.token, company: owner.company });
    expect((await look()).status).toBe(200);
    expect((await drop(owner, member)).status).toBe(204);
    expect((await look()).status).toBe(403);
    expect((await drop(owner, member)).status).toBe(204);
    const listed = (await membersOf(service(), owner)).find(one => one.id === member.memberId);
    expect(listed).toMatchObject({ isActive: false, role: 'employee', allowedCompanies: [owner.company] });
  });

  test('403: not oneself; an owner only by another owner', async () => {
    const [admin, second] = await Promise.all([join('admin'), join('owner')]);
    expect(await drop(owner, await memberIdOf(owner.userId))).toMatchObject(reason('self'));
    expect(await drop(admin, second)).toMatchObject(reason('owner'));
    expect((await drop(owner, second)).status).toBe(204);
  });
});
