import { beforeAll, describe, expect, test, vi } from 'vitest';
import { changeAccount, newEmail, PASSWORD, type Registered, registerConfirmed, registerOnly } from '../../support/accounts.ts';
import { newPasskey } from '../../support/authenticator.ts';
import { comparable, senderTo } from '../../support/matrix/send.ts';
import { ATTEMPTS } from '#shared/platform/lambda/limits/policies.ts';
import { useOwnService } from '../../support/service.ts';
import { afterTries } from './attempt-calls.ts';

/**
 * Responses must not reveal whether an account exists (ACC-10, ACC-17, ACC-26, ACC-44), nor may their time. The time is compared by the
 * work: the same calls in the same round trips, and as many slow hashes. `node test/bench/timing.ts` measures it.
 */
const hashes = vi.hoisted(() => ({ made: 0 }));
vi.mock('#shared/accounts/identity/passwords/argon2id.ts', async importActual => {
  const actual = await importActual<typeof import('#shared/accounts/identity/passwords/argon2id.ts')>();
  return {
    ...actual,
    argon2id: (...parameters: Parameters<typeof actual.argon2id>) => {
      hashes.made++;
      return actual.argon2id(...parameters);
    },
  };
});

const service = useOwnService({ machines: [] });
let active: Registered;
let inactive: Registered;
let passwordless: Registered;
let unconfirmed: Registered;
beforeAll(async () => {
  [active, inactive, passwordless, unconfirmed] = await Promise.all([
    ...[1, 2, 3].map(() => registerConfirmed(service())),
    registerOnly(service()),
  ] as [Promise<Registered>, Promise<Registered>, Promise<Registered>, Promise<Registered>]);
  await newPasskey(service(), active.token);
  await changeAccount(inactive.userId, { active: false });
  await changeAccount(passwordless.userId, { passwordHash: null });
  // Setup that is needed only once.
  await service().api('POST', '/api/auth/passkey/login/options', { body: { email: newEmail() } });
});

/** Responses and work of a request for each of these emails. */
async function each(path: string, emails: string[], body: (email: string) => object, headers: Record<string, string> = {}) {
  const send = senderTo(service().url);
  const seen = [];
  for (const email of emails) {
    await service().idle();
    const before = hashes.made;
    const answer = await send({ method: 'POST', path, body: body(email), headers });
    const work = service()
      .runtime.meter.last(1)[0]
      ?.calls.map(({ service: to, operation, roundTrip }) => `${roundTrip} ${to} ${operation}`);
    // Random where it must be, and of one length.
    const text = answer.text.replace(/"challenge":"[\w-]{43}"/, '"challenge"').replace(/"id":"[\w-]{43}"/, '"id"');
    seen.push({ answer: comparable({ ...answer, text }), work: work?.toSorted(), hashes: hashes.made - before });
  }
  return seen;
}

const everybody = (): string[] => [newEmail(), active.email, inactive.email, passwordless.email, unconfirmed.email];

describe('responses and work are the same for existing and unknown accounts', () => {
  test('login with a wrong password: one slow hash each', async () => {
    const [nobody, ...others] = await each('/api/auth', everybody(), email => ({ email, password: 'wrong' }));
    expect(nobody?.hashes).toBe(1);
    expect(nobody?.answer).toContain('401');
    expect(others).toEqual(others.map(() => nobody));
  });

  test('login with the right password of an account that has none reveals nothing', async () => {
    const [nobody, other] = await each('/api/auth', [newEmail(), passwordless.email], email => ({ email, password: PASSWORD }));
    expect(other).toEqual(nobody);
  });

  test('login without attempts left: known addresses are looked up, for unknown accounts too', async () => {
    const emails = everybody();
    for (const email of emails) await afterTries(service(), 'password', email, ATTEMPTS.password.limit);
    // From an address that no account knows.
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    for (const password of ['wrong', PASSWORD]) {
      const [nobody, ...others] = await each('/api/auth', emails, email => ({ email, password }), headers);
      expect(nobody?.hashes).toBe(1);
      expect(nobody?.answer).toContain('429');
      expect(others).toEqual(others.map(() => nobody));
    }
  });

  test.each(['/api/auth/forgot-password', '/api/auth/resend-confirmation'])('%s', async path => {
    const [nobody, ...others] = await each(path, everybody(), email => ({ email }));
    expect(nobody?.answer).toContain('200');
    expect(nobody?.work?.some(call => call.includes('PutItem'))).toBe(true);
    expect(others).toEqual(others.map(() => nobody));
  });

  test('passkey options', async () => {
    const [nobody, ...others] = await each('/api/auth/passkey/login/options', everybody(), email => ({ email }));
    expect(nobody?.answer).toContain('allowCredentials');
    expect(others).toEqual(others.map(() => nobody));
  });

  test('no mail is sent to other accounts, and unknown ones cause no error', async () => {
    await service().idle();
    const subjects = async (email: string) => (await service().mailbox(email)).map(mail => mail.subject);
    expect(await subjects(active.email)).toContain('Alegeți o parolă nouă');
    for (const { email } of [inactive, passwordless]) expect(await subjects(email)).not.toContain('Alegeți o parolă nouă');
    const { queues } = (await service().api('GET', '/_local/queues')).body as { queues: { dlq: number }[] };
    expect(queues.filter(({ dlq }) => dlq > 0)).toEqual([]);
  });
});
