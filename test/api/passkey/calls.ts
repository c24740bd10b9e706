import { beforeAll } from 'vitest';
import { type Registered, registerReady } from '../../support/accounts.ts';
import { attest, creationOptions, type Deviations } from '../../support/authenticator.ts';
import type { Service } from '../../support/service.ts';

export const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

/** A person, registered before the first test, and requests about their passkeys. */
export function passkeyCalls(service: () => Service) {
  // Filled in place.
  const person = {} as Registered;
  beforeAll(async () => {
    Object.assign(person, await registerReady(service(), { firstName: 'Ana', lastName: 'Popescu' }));
  });
  const register = (body: unknown, token = person.token) => service().api('POST', '/api/v1/passkey/register', { token, body });
  const list = async (token = person.token) =>
    (await service().api('GET', '/api/v1/me/passkeys', { token })).body as { id: string }[];
  const made = async (deviations: Deviations = {}) => attest(await creationOptions(service(), person.token), deviations);
  return { person, register, list, made };
}
