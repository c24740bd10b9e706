import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, type MockInstance, onTestFinished, test, vi } from 'vitest';
import { ROLE_PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { newEmail } from '../../support/accounts.ts';
import { keyWith } from '../../support/members.ts';
import { changeMember, newMember } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { fields, useOwner } from './calls.ts';

const service = useService();
const { owner, mails, post } = useOwner(service);

/**
 * Has something happen while the next invitation reads what it is decided on: when its list of invitations is read, and before the
 * organization is, if both were asked for at the same time.
 *
 * @returns what came of it
 */
function makeBetweenReads<T>(make: () => Promise<T>): () => Promise<T> {
  const client = dynamodb();
  const send = client.send.bind(client) as unknown as (command: { input: object }) => Promise<unknown>;
  let reading: Promise<unknown> | undefined;
  let made: Promise<T> | undefined;
  const spy = vi.spyOn(client, 'send') as unknown as MockInstance<typeof send>;
  spy.mockImplementation(async command => {
    const asked = JSON.stringify(command.input);
    if (!reading && command instanceof QueryCommand && asked.includes('INVITATION#')) {
      reading = (async () => {
        const answer = await send(command);
        await (made = make());
        return answer;
      })();
      return reading;
    }
    if (!made && asked.includes('"ORGANIZATION"')) {
      // By then, everything that is sent at the same time has been sent.
      await Promise.resolve();
      await reading;
    }
    return send(command);
  });
  onTestFinished(() => spy.mockRestore());
  return () => made ?? Promise.reject(new Error('No list of invitations was read.'));
}

describe('POST /api/v1/invitations', () => {
  test('of 10 simultaneous invitations of one email one is created, and one mail is sent', async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ email, role: 'employee' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 422)]);
    expect(await mails(email)).toHaveLength(1);
  });

  test('an invitation that is created between the reads of another one is seen', async () => {
    const email = newEmail();
    const between = makeBetweenReads(() => post({ email, role: 'employee' }));
    expect(await post({ email, role: 'admin' })).toMatchObject(fields('email'));
    expect((await between()).status).toBe(201);
  });

  test('403: nobody can invite into a role with access to companies that they have no access to themselves', async () => {
    const manager = await newMember(service(), owner, 'employee', [owner.company]);
    await changeMember(service(), owner, manager, { permissions: [...ROLE_PERMISSIONS.admin] });
    const refusal = await post({ email: newEmail(), role: 'admin' }, manager);
    expect(refusal).toMatchObject({ status: 403, body: { error: { details: { reason: 'company_access' } } } });
    const allowedCompanies = [owner.company];
    expect((await post({ email: newEmail(), role: 'accountant', allowedCompanies }, manager)).status).toBe(201);
    const { company: other } = await service().newCompany(owner as never, { cif: '55556666' });
    const beyond = { email: newEmail(), role: 'employee', allowedCompanies: [owner.company, other] };
    expect(await post(beyond, manager)).toMatchObject(fields('allowedCompanies.1'));
  });

  test('a role can be granted only by those who may: a custom membership and a key invite employees', async () => {
    const manager = await newMember(service(), owner, 'admin');
    await changeMember(service(), owner, manager, { permissions: ['org.manage_members'] });
    const key = { token: await keyWith(service(), owner, ['org.manage_members']) };
    for (const by of [manager, key]) {
      expect((await post({ email: newEmail(), role: 'employee' }, by)).status).toBe(201);
      for (const role of ['accountant', 'admin']) {
        expect((await post({ email: newEmail(), role }, by)).body.error.details).toMatchObject({ reason: 'permission' });
      }
    }
  });
});
