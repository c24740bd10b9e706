import { describe, expect, it } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { readRemoved } from '#shared/accounts/identity/sign-in/removed.ts';
import { changeAccount, PASSWORD, type Registered, registerReady, resetToken } from '../support/accounts.ts';
import { interruptEveryCall } from '../support/faults/every-call.ts';
import { useOwnService } from '../support/service.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

const service = useOwnService({ machines: [], emailConfirmation: 'optional' });
const NEW = 'Another-Correct-Horse-9';
const IBAN = 'RO49AAAA1B31007593840000';

/** Records that a registrant may have created before the service required a confirmed email. */
async function setUp(): Promise<Registered & { company: CompanyId }> {
  const registrant = await registerReady(service());
  const scope = await service().newCompany({ token: registrant.token } as never);
  const post = (method: string, path: string, body: object) =>
    expecting([200, 201], path, service().api(method, `/api/v1${path}`, { ...scope, body }));
  await post('PATCH', `/companies/${scope.company}`, { emailBcc: 'spy@evil.example', bankAccount: IBAN });
  await post('POST', '/bank-accounts', { iban: IBAN, currency: 'RON', isDefault: true });
  await post('POST', '/webhooks', { url: `${service().url}/_local/webhooks/x`, events: ['*'] });
  await post('POST', '/api-tokens', { name: 'x', scopes: ['invoice.view'] });
  await changeAccount(registrant.userId, { emailConfirmed: false });
  return { ...registrant, company: scope.company };
}

describe('a takeover by a password reset, interrupted at any of its calls', () => {
  it('removes everything when it is repeated, and counts each record once', { timeout: 600_000 }, async () => {
    const registrants: Awaited<ReturnType<typeof setUp>>[] = [];
    const calls = await interruptEveryCall(service(), {
      name: 'auth-reset-password',
      step: 6,
      run: async () => {
        const registrant = await setUp();
        registrants.push(registrant);
        const token = await resetToken(service(), registrant.email);
        const reset = () => service().api('POST', '/api/auth/reset-password', { body: { token, password: NEW } });
        // A crash may hide that it succeeded: then the token is used up.
        if ((await reset()).status !== 200) expect([200, 401]).toContain((await reset()).status);
      },
      check: async () => {
        await service().idle();
        for (const { userId, email, company } of registrants) {
          const login = (password: string) => service().api('POST', '/api/auth', { body: { email, password } });
          expect((await login(PASSWORD)).status).toBe(401);
          const { token } = (await login(NEW)).body as { token: string };
          const get = async (path: string) => (await service().api('GET', `/api/v1${path}`, { token, company })).body;
          expect([await get('/webhooks'), await get('/bank-accounts'), await get('/api-tokens')]).toEqual([[], [], []]);
          expect(await get(`/companies/${company}`)).toMatchObject({ emailBcc: null, bankAccount: null });
          expect(await readRemoved(userId)).toEqual({ apiKeys: 1, webhooks: 1, standingCopies: 1, contacts: 1, bankAccounts: 2 });
          const mails = (await service().mailbox(email)).filter(({ subject }) => subject === 'Contul este acum al dumneavoastră');
          expect(mails).toHaveLength(1);
        }
      },
    });
    expect(calls).toBeGreaterThan(15);
  });
});
