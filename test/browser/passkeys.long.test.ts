import type { CDPSession } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type Registered, registerConfirmed } from '../support/accounts.ts';
import { useBrowser } from '../support/browser/launch.ts';
import { useOwnService } from '../support/service.ts';

/** Registration and login by a real browser, whose authenticator is virtual (WebAuthn Level 3 §11). */
const service = useOwnService({ machines: [] });
const tab = useBrowser();
let authenticators: CDPSession;
let person: Registered;

beforeAll(async () => {
  person = await registerConfirmed(service());
  await tab.page.goto(`http://localhost:${service().runtime.port}/_local/passkeys`);
  authenticators = await tab.page.createCDPSession();
  await authenticators.send('WebAuthn.enable');
});

const addAuthenticator = async (): Promise<string> => {
  const { authenticatorId } = await authenticators.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
};

/** Fills the form, presses a button and waits for the result. */
async function press(
  button: 'login' | 'register' | 'passkey',
  fields: { email?: string; password?: string } = {},
): Promise<string> {
  const { email = '', password = '' } = fields;
  // As text: the compiler settings of the tests have no types of browsers.
  const fill = Object.entries({ email, password }).map(([id, value]) => `${id}.value = ${JSON.stringify(value)};`);
  await tab.page.evaluate(`{ const { email, password, outcome } = window; ${fill.join(' ')} delete outcome.dataset.state; }`);
  await tab.page.click(`#${button}`);
  const outcome = await tab.page.waitForSelector('#outcome[data-state="done"], #outcome[data-state="failed"]', {
    timeout: 60_000,
  });
  return (await outcome?.evaluate(element => element.textContent)) ?? '';
}

describe('passkeys in a browser', () => {
  test('one is registered, signs in with and without an email; a second one of the same authenticator is rejected', async () => {
    const authenticatorId = await addAuthenticator();
    expect(await press('login', { email: person.email, password: PASSWORD })).toBe(`Signed in as ${person.email}`);
    expect(await press('register')).toBe('Registered This browser');
    const { credentials } = await authenticators.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
    expect(await press('register')).toMatch(/^InvalidStateError/);

    expect(await press('passkey', { email: person.email })).toBe(`Signed in as ${person.email}`);
    expect(await press('passkey')).toBe(`Signed in as ${person.email}`);

    const passkeys = await service().api('GET', '/api/v1/me/passkeys', { token: person.token });
    expect(passkeys.body).toMatchObject([{ name: 'This browser', lastUsedAt: expect.any(String) as string }]);
    await authenticators.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });

  test('a copied authenticator is detected by its counter', async () => {
    const authenticatorId = await addAuthenticator();
    const owner = await registerConfirmed(service());
    await press('login', { email: owner.email, password: PASSWORD });
    await press('register');
    const { credentials } = await authenticators.send('WebAuthn.getCredentials', { authenticatorId });
    const [copy] = credentials;
    if (!copy) throw new Error('The authenticator holds no credential.');
    expect(await press('passkey', { email: owner.email })).toBe(`Signed in as ${owner.email}`);
    expect(await press('passkey', { email: owner.email })).toBe(`Signed in as ${owner.email}`);
    // The copy's counter is that of the registration.
    await authenticators.send('WebAuthn.clearCredentials', { authenticatorId });
    await authenticators.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
    expect(await press('passkey', { email: owner.email })).toBe('Error: 401 The passkey was not accepted.');
    await authenticators.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });

  test('an authenticator that does not verify its user makes no passkey', async () => {
    const authenticatorId = await addAuthenticator();
    const owner = await registerConfirmed(service());
    await press('login', { email: owner.email, password: PASSWORD });
    await authenticators.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await press('register')).toMatch(/^NotAllowedError/);
    await authenticators.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });
});
