import { generateSync } from 'otplib/functional';
import { expecting } from '../../infra/local/api-client.ts';
import { now } from '#shared/base/kernel/clock.ts';
import { PASSWORD, registerReady, type Registered } from './accounts.ts';
import type { Service } from './service.ts';

/** Codes of an authenticator app, and users who have one. */

/** The code of an authenticator app now, or a number of steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) + 30 * steps });

/** A code that is wrong for all steps near now. */
export function wrongCode(secret: string): string {
  const right = new Set(Array.from({ length: 9 }, (_, place) => codeOf(secret, place - 4)));
  for (let code = 0; ; code++) {
    const text = String(code).padStart(6, '0');
    if (!right.has(text)) return text;
  }
}

export interface Guarded extends Registered {
  secret: string;
  backupCodes: string[];
}

/** Sets up an authenticator app for a user. @returns the secret */
export const setUp = async ({ api }: Service, token: string): Promise<string> =>
  (await expecting<{ secret: string }>(200, 'Setting up', api('POST', '/api/v1/me/mfa/totp/setup', { token }))).secret;

/** A user with a second factor; the code of the current step was used to enable it. */
export async function registerGuarded(service: Service): Promise<Guarded> {
  const person = await registerReady(service);
  const secret = await setUp(service, person.token);
  const enabled = service.api('POST', '/api/v1/me/mfa/totp/enable', { token: person.token, body: { code: codeOf(secret) } });
  const { backupCodes } = await expecting<{ backupCodes: string[] }>(200, 'Enabling', enabled);
  return { ...person, secret, backupCodes };
}

/** Logs in by password up to the second factor. @returns the token of the challenge */
export async function challengeOf({ api }: Service, email: string, password = PASSWORD): Promise<string> {
  const sent = api('POST', '/api/auth', { body: { email, password } });
  return (await expecting<{ mfa_token: string }>(200, 'Logging in', sent)).mfa_token;
}
