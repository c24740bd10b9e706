import { describe, expect, test } from 'vitest';
import { registerOnly, PASSWORD, registerReady } from '../../support/accounts.ts';
import { useService } from '../../support/service.ts';
import { meCalls } from './calls.ts';
import { findPerson, login as passwordLogin } from '#shared/accounts/identity/sign-in/login.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';

const service = useService();
const { get, patch } = meCalls(service);
type Json = Record<string, unknown>;
const NEW = 'Another-Horse-9-Battery';
const login = (email: string, password: string) => service().api('POST', '/api/auth', { body: { email, password } });

describe('PATCH /api/v1/me', () => {
  test('simultaneous changes of different fields are all saved', async () => {
    const { token } = await registerOnly(service());
    const changes: Json[] = [{ firstName: 'Ana' }, { lastName: 'Pop' }, { phone: '0721' }, { locale: 'fr' }, { timezone: 'UTC' }];
    const answers = await Promise.all(changes.map(change => patch(token, change)));
    expect(answers.map(answer => answer.status)).toEqual(changes.map(() => 200));
    expect((await get(token)).body).toMatchObject(Object.assign({}, ...changes) as Json);
  });
});

describe('password change by PATCH /api/v1/me', () => {
  test('ends earlier sessions and keeps later ones, also when the clock is frozen', async () => {
    const { clock } = service().runtime;
    clock.freeze(true);
    try {
      const person = await registerReady(service());
      const before = (await login(person.email, PASSWORD)).body as { token: string };
      await patch(person.token, { password: NEW, currentPassword: PASSWORD });
      const after = (await login(person.email, NEW)).body as { token: string };
      expect((await get(before.token)).status).toBe(401);
      expect((await get(after.token)).status).toBe(200);
    } finally {
      clock.freeze(false);
    }
  });

  test('a login with the old password that began before the change creates no session', async () => {
    const person = await registerReady(service());
    const found = await findPerson(person.email);
    await patch(person.token, { password: NEW, currentPassword: PASSWORD });
    const client = { userAgent: undefined, address: '192.0.2.1', secret: '' };
    const form = { email: person.email, password: PASSWORD, client };
    await expect(passwordLogin(found, form, commitPlainly)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('of 5 simultaneous changes one succeeds, and only its password logs in', async () => {
    const person = await registerReady(service());
    const passwords = Array.from({ length: 5 }, (_, place) => `Simultaneous-${place}-Horse`);
    const answers = await Promise.all(passwords.map(password => patch(person.token, { password, currentPassword: PASSWORD })));
    expect(answers.map(answer => answer.status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    const logins = await Promise.all(passwords.map(password => login(person.email, password)));
    expect(logins.map(answer => answer.status)).toEqual(answers.map(answer => answer.status));
  });
});
