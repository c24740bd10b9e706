import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { invoiceCountKey } from '#shared/platform/access/invoice-quota.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import type { Answered, Company, Refusal } from '../../support/contract.ts';
import { pdfText } from '../../support/files.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { call, draft, invoiceBody, issued } from '../../support/invoices.ts';
import { whoAmI } from '../../support/members.ts';
import { refusal } from '../../support/refusals.ts';
import { type Service, useService } from '../../support/service.ts';
import { sandboxCalls } from './calls.ts';

const service = useService();
const { create, key, cifOf, tester } = sandboxCalls(service);

const refused: (...request: Parameters<Service['api']>) => Promise<Answered<Refusal>> = (...request) =>
  service().api(...request) as Promise<Answered<Refusal>>;

const listed = async (token: string): Promise<string[]> =>
  (await expecting<Company[]>(200, 'The companies', service().api('GET', '/api/v1/companies', { token }))).map(({ id }) => id);

async function planOf(running: Service, user: Parameters<typeof whoAmI>[1], plan: string): Promise<void> {
  const { organization } = await whoAmI(running, user);
  await expecting(200, 'The plan', running.api('PUT', `/_local/plans/${organization.id}`, { body: { plan } }));
}

describe('a sandbox company (COM-67)', () => {
  it('may have the tax number of a real one, counts in no plan, and shows that it is connected', async () => {
    const user = await service().newUser();
    await planOf(service(), user, 'freemium');
    const cif = cifOf();
    const real = await create(user.token, { cif });
    const sandbox = await create(user.token, { cif, sandbox: true });
    expect([real, sandbox].map(({ status, body }) => [status, body.sandbox])).toEqual([
      [201, false],
      [201, true],
    ]);
    expect(sandbox.body.tokenStatus).toMatchObject({ hasToken: true, isValid: true });
    expect(real.body.tokenStatus).toMatchObject({ hasToken: false, isValid: false });
    expect((await create(user.token, { cif: cifOf() })).status).toBe(402);
    expect(refusal(await create(user.token, { cif, sandbox: true }))).toMatchObject([409, 'conflict', { reason: 'cif_taken' }]);
  });

  it('is one of three at most, also of those that are made at the same moment; a deleted one makes room', async () => {
    const user = await service().newUser();
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => create(user.token, { cif: cifOf(), sandbox: true })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    expect(made.filter(one => one.status === 409).map(refusal)[0]).toMatchObject([409, 'conflict', { reason: 'sandbox_limit' }]);
    const one = made.find(({ status }) => status === 201)!.body;
    await expecting(204, 'Deleting', service().api('DELETE', `/api/v1/companies/${one.id}`, { token: user.token }));
    expect((await create(user.token, { cif: cifOf(), sandbox: true })).status).toBe(201);
    const restored = await service().api('POST', `/api/v1/companies/${one.id}/restore`, { token: user.token });
    expect(restored.status).toBe(409);
  });

  it('is connected without a token: saving one and making a link are refused', async () => {
    const { company, user } = await tester();
    for (const [path, body] of [
      ['/taxauth/tokens', { token: 'x'.repeat(20), companyId: company }],
      ['/taxauth/token-links', { companyId: company }],
    ] as const) {
      const answer = await refused('POST', `/api/v1${path}`, { token: user.token, body });
      expect(refusal(answer)).toMatchObject([
        422,
        'validation_error',
        { companyId: [expect.stringContaining('sandbox company')] },
      ]);
    }
  });

  it('stays a sandbox: a change ignores the field', async () => {
    const { company, token } = await tester();
    const { body } = await service().api('PATCH', `/api/v1/companies/${company}`, {
      token,
      body: { phone: '0210000000', sandbox: false },
    });
    expect(body).toMatchObject({ phone: '0210000000', sandbox: true });
  });

  it('does not count its invoices against the plan', async () => {
    const user = await service().newUser();
    await planOf(service(), user, 'freemium');
    const { organization } = await whoAmI(service(), user);
    const organizationId = organization.id;
    const month = today().slice(0, 7);
    const counted = () => getItem(invoiceCountKey({ organizationId }, month));
    const scope = await tester(user);
    await draft(service(), scope);
    expect(await counted()).toBeUndefined();
    // They have a limit of their own: 1,000 a month.
    const key = invoiceCountKey({ organizationId, sandbox: true }, month);
    expect(await getItem(key)).toMatchObject({ count: 1 });
    await transact([put({ ...key, kind: 'counter', count: 1_000 })]);
    const { id: clientId } = await service().newClient(scope, { name: 'Livada SRL', cui: null });
    expect((await call(service(), scope, 'POST', '/invoices', invoiceBody(clientId))).status).toBe(402);
    const { company } = await service().newCompany(user, { cif: cifOf() });
    await draft(service(), { token: user.token, company });
    expect(await counted()).toMatchObject({ count: 1 });
  });

  it('prints TEST across every page', async () => {
    const scope = await tester();
    const { id } = await issued(service(), scope);
    const { body } = await call<Uint8Array>(service(), scope, 'GET', `/invoices/${id}/pdf`);
    expect(await pdfText(body)).toMatch(/\bTEST\b/);
    const preview = await service().api('POST', '/api/v1/pdf-template-config/preview', { ...scope, body: {} });
    expect(String(preview.body)).toContain('<span>TEST</span>');
  });
});

describe('a shared document of a sandbox company', () => {
  it('says that it is a test', async () => {
    const scope = await tester();
    const { id } = await issued(service(), scope);
    const link = await call<{ token: string }>(service(), scope, 'POST', `/invoices/${id}/share-links`, {});
    const [view, page] = await Promise.all([
      service().api('GET', `/api/v1/share/${link.body.token}`),
      service().api('GET', `/pages/share/${link.body.token}`),
    ]);
    expect(view.body).toMatchObject({ sandbox: true });
    expect(String(page.body)).toContain('<p class="note bad">TEST</p>');
  });
});

describe('keys of sandbox companies (ACC-102)', () => {
  it('begin with af_test_ and reach sandbox companies only; other keys reach none of them', async () => {
    const user = await service().newUser();
    const real = await service().newCompany(user, { cif: cifOf() });
    const sandbox = await tester(user);
    const live = await key(user, false);
    expect(sandbox.token).toMatch(/^af_test_[0-9a-f]{64}$/);
    expect(await listed(sandbox.token)).toEqual([sandbox.company]);
    expect(await listed(live)).toEqual([real.company]);
    expect((await listed(user.token)).sort()).toEqual([real.company, sandbox.company].sort());
    for (const [token, company] of [
      [sandbox.token, real.company],
      [live, sandbox.company],
    ] as const) {
      const answer = await call<Refusal>(service(), { token, company }, 'GET', '/invoices');
      expect(refusal(answer)).toMatchObject([403, 'forbidden', { reason: 'sandbox_key' }]);
      const path = await refused('GET', `/api/v1/companies/${company}`, { token });
      expect(refusal(path)).toMatchObject([403, 'forbidden', { reason: 'sandbox_key' }]);
    }
  });

  it('change nothing outside of sandbox companies, and make companies of their own kind', async () => {
    const user = await service().newUser();
    const test = await key(user, true);
    const live = await key(user, false);
    const { organization } = await whoAmI(service(), user);
    const rename = { token: test, body: { name: 'Other' } };
    expect(refusal(await refused('PATCH', `/api/v1/organizations/${organization.id}`, rename))).toMatchObject([
      ...[403, 'forbidden', { reason: 'sandbox_key' }],
    ]);
    expect((await create(test, { cif: cifOf(), sandbox: true })).status).toBe(201);
    const keys = await expecting<{ id: string; sandbox: boolean }[]>(
      200,
      'Keys',
      service().api('GET', '/api/v1/api-tokens', user),
    );
    const { id } = keys.find(one => one.sandbox)!;
    const rotated = (await service().api('POST', `/api/v1/api-tokens/${id}/rotate`, user)) as Answered<{ token: string }>;
    expect(rotated.body.token).toMatch(/^af_test_/);
    expect(refusal(await create(rotated.body.token, { cif: cifOf() }))).toMatchObject([
      403,
      'forbidden',
      { reason: 'sandbox_key' },
    ]);
    expect(refusal(await create(live, { cif: cifOf(), sandbox: true }))).toMatchObject([
      403,
      'forbidden',
      { reason: 'sandbox_key' },
    ]);
  });
});

describe('mails of a sandbox company (COM-70)', () => {
  it('go to members of the organization only', async () => {
    const scope = await tester();
    const { id } = await issued(service(), scope);
    const send = (body: object) => call<Refusal>(service(), scope, 'POST', `/invoices/${id}/email`, body);
    expect(refusal(await send({ to: 'client@client.example', cc: [scope.user.email] }))).toMatchObject([
      ...[422, 'validation_error', { to: ['client@client.example is no member of the organization'] }],
    ]);
    // Standing copies of the company are left out, since the sender does not name them.
    const copies = { ...scope, body: { emailCc: 'archive@client.example' } };
    await expecting(
      200,
      'Copies',
      service().api('PATCH', `/api/v1/companies/${scope.company}`, { ...copies, token: scope.user.token }),
    );
    const sent = await send({ to: scope.user.email });
    expect([sent.status < 300, (sent.body as { cc?: unknown }).cc ?? null]).toEqual([true, null]);
    await service().idle();
    const subjects = (await service().mailbox(scope.user.email)).map(({ subject }) => subject);
    expect(subjects.some(subject => subject?.includes('FCT'))).toBe(true);
  });

  it.each([
    ['success+1', 'delivered'],
    ['bounce', 'bounced'],
    ['Complaint', 'spam'],
  ])('go to %s of the mailbox simulator of SES, which passes them to nobody: %s', async (name, status) => {
    const scope = await tester();
    const { id } = await issued(service(), scope);
    const history = `/invoices/${id}/emails`;
    const sent = await call(service(), scope, 'POST', `/invoices/${id}/email`, { to: `${name}@simulator.amazonses.com` });
    expect(sent.status).toBe(200);
    await service().idle();
    const { body } = await call<{ deliveryStatus: string }[]>(service(), scope, 'GET', history);
    expect(body.map(({ deliveryStatus }) => deliveryStatus)).toEqual([status]);
  });

  it.each(['success@simulator.amazonses.com.client.example', 'success@simulator-amazonses.com'])(
    'do not go to %s, which is no address of the mailbox simulator',
    async to => {
      const scope = await tester();
      const { id } = await issued(service(), scope);
      const sent = await call<Refusal>(service(), scope, 'POST', `/invoices/${id}/email`, { to });
      expect(refusal(sent)).toMatchObject([422, 'validation_error', { to: [`${to} is no member of the organization`] }]);
    },
  );
});
