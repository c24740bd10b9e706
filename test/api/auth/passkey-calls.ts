import { beforeAll } from 'vitest';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { assert, type Deviations, newPasskey, requestOptions, type SoftKey } from '../../support/authenticator.ts';
import type { Service } from '../../support/service.ts';

export const BAD_REQUEST = { status: 400, body: { error: { code: 'bad_request' } } };
export const UNAUTHORIZED = { status: 401, body: { error: { code: 'unauthorized' } } };

/** A person with a passkey, made before the first test, and logins with it. */
export function passkeyCalls(service: () => Service) {
  // Filled in place.
  const person = {} as Registered;
  const passkey = {} as { id: string; key: SoftKey };
  beforeAll(async () => {
    Object.assign(person, await registerReady(service()));
    Object.assign(passkey, await newPasskey(service(), person.token));
  });
  const post = (body: unknown) => service().api('POST', '/api/auth/passkey/login', { body });
  const signed = async (key = passkey.key, deviations: Deviations = {}, email?: string) =>
    assert(await requestOptions(service(), email), key, deviations);
  return { person, passkey, post, signed };
}
