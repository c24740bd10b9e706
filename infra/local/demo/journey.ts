import demo from '../../../examples/demo.json' with { type: 'json' };
import invoice from '../../../examples/invoice.json' with { type: 'json' };
import { type Api, expecting } from '../api-client.ts';
import type { MailboxMessage } from '../engines/ses/index.ts';

/** A user to register. This file has the first requests of every user, by HTTP, for the demo and the tests. */
export interface Person {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  organizationName: string;
}

/** Registers a user, confirms the address by the mailed link, and logs in. @returns the access token */
export async function register(api: Api, person: Person, headers: Record<string, string> = {}): Promise<string> {
  await expecting(201, 'Registration', api('POST', '/api/auth/register', { body: person, headers }));
  await expecting(200, 'Waiting for the mail', api('GET', '/_local/idle?timeoutMs=60000'));
  const token = await confirmationToken(api, person.email);
  await expecting(200, 'Confirmation', api('POST', '/api/auth/confirm-email', { body: { token }, headers }));
  return signIn(api, person, headers);
}

export async function signIn(
  api: Api,
  { email, password }: Pick<Person, 'email' | 'password'>,
  headers: Record<string, string> = {},
): Promise<string> {
  const { token } = await expecting<{ token: string }>(
    200,
    'Signing in',
    api('POST', '/api/auth', { body: { email, password }, headers }),
  );
  return token;
}

/** The token of the confirmation link in the newest mail to this address. */
async function confirmationToken(api: Api, email: string): Promise<string> {
  const { messages } = await expecting<{ messages: MailboxMessage[] }>(
    200,
    'Reading the mailbox',
    api('GET', `/_local/mailbox?to=${encodeURIComponent(email)}`),
  );
  const token = messages.map(message => tokenIn(message)).find(found => found !== undefined);
  if (token === undefined) throw new Error(`No confirmation mail has come for ${email}.`);
  return token;
}

/** The `token` of the first link in a mail that has one. */
export const tokenIn = ({ text, html }: Pick<MailboxMessage, 'text' | 'html'>): string | undefined =>
  /[?&#]token=([\w.~-]+)/.exec(text ?? html ?? '')?.[1];

/** The request bodies of `examples/` that create company, client and bank account. */
export const { company: COMPANY, client: CLIENT, bankAccount: BANK_ACCOUNT } = demo;
export { invoice as INVOICE };
