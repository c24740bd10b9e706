import { expect, test } from 'vitest';
import { PASSWORD, registerConfirmed, registerOnly, newEmail, resetToken } from '../../support/accounts.ts';
import { invited } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';

/** The mails of the service cannot be used to write to strangers (ACC-97). */

const service = useOwnService({ machines: [], emailConfirmation: 'optional' });

test('no mail to an unconfirmed address has a text that a user has chosen', async () => {
  const names = { firstName: 'Contul a fost blocat', lastName: 'Sunati acum 0700', organizationName: 'Autoritatea Nationala' };
  const { email, token } = await registerOnly(service(), names);
  const post = (path: string, body: object) => service().api('POST', `/api/auth/${path}`, { body });
  expect((await service().api('PATCH', '/api/v1/me', { token, body: { lastName: 'Sunati acum 0711' } })).status).toBe(200);
  expect((await post('resend-confirmation', { email })).status).toBe(200);
  await resetToken(service(), email);
  const changed = { password: 'Another-Correct-Horse-9', currentPassword: PASSWORD };
  expect((await service().api('PATCH', '/api/v1/me', { token, body: changed })).status).toBe(200);
  await service().idle();
  const mails = await service().mailbox(email);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Alegeți o parolă nouă',
    'Confirmați adresa de e-mail',
    'Confirmați adresa de e-mail',
    'Parola a fost schimbată',
  ]);
  for (const { subject, text, html } of mails) expect(`${subject} ${text} ${html}`).not.toMatch(/blocat|Sunati|Autoritatea/);
});

test('names with addresses are rejected: 400 at registration, 422 afterwards', async () => {
  const name = 'Vezi https://evil.example';
  const body = { email: newEmail(), password: PASSWORD };
  for (const field of ['firstName', 'lastName', 'organizationName'])
    expect(await service().api('POST', '/api/auth/register', { body: { ...body, [field]: name } })).toMatchObject({
      status: 400,
      body: { error: { details: { [field]: [expect.stringContaining('must not contain an address')] } } },
    });
  const { token } = await registerConfirmed(service());
  expect((await service().api('PATCH', '/api/v1/me', { token, body: { firstName: name } })).status).toBe(422);
  const [{ id }] = (await service().api('GET', '/api/v1/organizations', { token })).body as [{ id: string }];
  expect((await service().api('PATCH', `/api/v1/organizations/${id}`, { token, body: { name } })).status).toBe(422);
});

test('an invitation shows the names of people and organization, short and without links', async () => {
  const inviter = await registerConfirmed(service(), {
    ...{ firstName: 'Castiga', lastName: 'la.evil.example' },
    organizationName: `Premiu evil.example ${'foarte mare '.repeat(10)}`,
  });
  const email = newEmail();
  await invited(service(), inviter, { email, role: 'admin' });
  const [mail] = await service().mailbox(email);
  expect(mail?.text).toContain(
    'Castiga la evil example vă invită în Premiu evil example foarte mare foarte mare foarte mare foa…, cu rolul de administrator.',
  );
  expect(mail?.text).not.toContain('evil.example');
});
