import { beforeAll, describe, expect, test } from 'vitest';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { CREDENTIAL_REFUSALS } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import { newEmail, type Registered, registerReady } from '../../support/accounts.ts';
import { keyWith } from '../../support/members.ts';
import { useService } from '../../support/service.ts';
import { challengeCalls } from './challenge-calls.ts';

/** What a 401 says (REQ-30; RFC 9110 §11.6.1, RFC 6750 §3): what is wrong with the credential, in message and challenge. */

const service = useService();
const { refused } = challengeCalls(service);

let person: Registered;
let key: string;
beforeAll(async () => {
  person = await registerReady(service());
  key = await keyWith(service(), person, PERMISSIONS);
});

describe('the 401 says what to send', () => {
  test.each<[what: string, authorization: () => string | undefined, why: keyof typeof CREDENTIAL_REFUSALS]>([
    ['nothing', () => undefined, 'missing'],
    ['an API key behind Bearer', () => `Bearer ${key}`, 'keyBehindBearer'],
    ['an access token without Bearer', () => person.token, 'tokenWithoutBearer'],
    ['Basic', () => `Basic ${Buffer.from('a:b').toString('base64')}`, 'unknownScheme'],
    ['an access token that was cut', () => `Bearer ${person.token.slice(0, -4)}`, 'invalidToken'],
    ['an API key that was cut', () => key.slice(0, -1), 'unknownKey'],
  ])('%s', async (_, authorization, why) => {
    expect(await refused(authorization())).toBe(CREDENTIAL_REFUSALS[why]);
  });

  test('a wrong password gets a challenge too, the same as for an unknown address', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    const answers = await Promise.all(
      [person.email, newEmail()].map(email =>
        service().api('POST', '/api/auth', { body: { email, password: 'Wrong-1-Password' }, headers }),
      ),
    );
    const challenge = 'Bearer error="invalid_token", error_description="The email or the password is wrong."';
    expect(answers.map(answer => [answer.status, answer.headers.get('www-authenticate')])).toEqual([
      [401, challenge],
      [401, challenge],
    ]);
  });
});
