import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXTENSIONS } from '#shared/documents/invoices/attachments/sniff.ts';
import { KNOWN_ADDRESS_SECONDS } from '#shared/accounts/identity/sign-in/known-address.ts';
import {
  ATTEMPTS,
  COMPANY_BUCKETS,
  UPLOADED_BYTES,
  COMPANY_WINDOWS,
  DOCUMENT_MAIL_RECIPIENTS,
  WINDOWS,
} from '#shared/platform/lambda/limits/policies.ts';
import { STAGE_SETTINGS } from '#shared/platform/settings/settings.ts';
import { CASES } from '../support/matrix/endpoints.ts';

const docs = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8').replaceAll(/\s+/g, ' ');
const page = docs('security.md');

/** Public endpoints of accounts that open no session. */
const NO_WAYS_IN = [
  ...['POST /api/auth/confirm-email', 'POST /api/auth/resend-confirmation', 'POST /api/auth/logout'],
  ...['POST /api/auth/forgot-password', 'POST /api/auth/reset-password', 'POST /api/auth/passkey/login/options'],
];

describe('docs/security.md', () => {
  test('V6.1.3, V6.3.4 names every way of signing in', () => {
    const ways = CASES.filter(({ title, definition }) => definition.auth === 'public' && title.includes(' /api/auth'));
    const missing = ways.filter(({ title }) => !NO_WAYS_IN.includes(title) && !page.includes(`| \`${title}\` |`));
    expect(ways.length).toBeGreaterThan(NO_WAYS_IN.length);
    expect(missing.map(({ title }) => title)).toEqual([]);
  });

  test('V6.1.1 describes the protection against guessing', () => {
    const { password, code } = ATTEMPTS;
    expect([password.seconds, code.seconds]).toEqual([3600, 86_400]);
    expect(page.replace(/\s+/g, ' ')).toContain(`in the last ${KNOWN_ADDRESS_SECONDS / 86_400} days, by whatever way`);
    expect(page).toContain(`${password.limit} passwords an hour and ${code.limit} codes a day without success`);
    const { login, mfaVerify, idp, passkeyLogin, register, forgotPassword } = WINDOWS;
    expect([login, mfaVerify, idp, passkeyLogin, register, forgotPassword].map(({ seconds }) => seconds)).toEqual([
      60, 60, 60, 60, 3600, 900,
    ]);
    expect(page).toContain(
      `${login.limit} logins a minute, ${mfaVerify.limit} codes a minute, ${idp.limit} logins of a provider a minute`,
    );
    expect(page).toContain(`${passkeyLogin.limit} of a passkey a minute, ${register.limit} registrations an hour`);
    expect(page).toContain(`${forgotPassword.limit} requests for a new password in 15 minutes`);
  });

  test('V7.1 states the lifetime and number of sessions, and the role of an identity provider', () => {
    const defaultOf = (name: 'ACCESS_TOKEN_SECONDS' | 'REFRESH_TOKEN_SECONDS' | 'LOGIN_SECONDS'): number =>
      STAGE_SETTINGS[name]().parse(undefined);
    expect(page).toContain(`An access token is valid for ${defaultOf('ACCESS_TOKEN_SECONDS')} seconds`);
    expect(page).toContain(`a refresh token for ${defaultOf('REFRESH_TOKEN_SECONDS') / 86_400} days`);
    expect(page).toContain(`A login ends permanently after ${defaultOf('LOGIN_SECONDS') / 86_400} days`);
    expect(page).toContain('any number of sessions');
    expect(page).toContain('It does not end with the provider');
  });

  test('V11.1 lists every key of the stacks', () => {
    const stacks = ['data', 'messaging'].map(name =>
      readFileSync(join(import.meta.dirname, `../../infra/stacks/${name}.ts`), 'utf8'),
    );
    const keys = stacks.flatMap(source => [...source.matchAll(/new Key\(this, '(\w+)'/g)].map(match => match[1]));
    expect(keys.length).toBeGreaterThan(2);
    for (const key of keys) expect(page).toContain(`| \`${key}\` | KMS`);
    expect(page).toContain(`every ${STAGE_SETTINGS.TOKEN_KEY_DAYS().parse(undefined)} days, by a schedule`);
  });

  test('V13.1.1 lists every external system that a stage may name', () => {
    const addresses = Object.keys(STAGE_SETTINGS).filter(name => name.endsWith('_URL'));
    expect(addresses.length).toBeGreaterThan(4);
    expect(addresses.filter(name => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test('V5.1.1 lists every type of file that is accepted', () => {
    expect(EXTENSIONS.filter(extension => !page.includes(`\`${extension}\``))).toEqual([]);
  });

  test('V15.1.3 docs/operations/requests.md states the limits of expensive requests', () => {
    const rows = docs('operations/requests.md').split('## Limits per company')[1] ?? '';
    const buckets = Object.values(COMPANY_BUCKETS).map(({ size, refill, everySeconds }) => ({ size, refill, everySeconds }));
    expect(buckets.length).toBeGreaterThan(3);
    for (const { size, refill, everySeconds } of buckets)
      expect(rows).toContain(
        `| ${size} | ${everySeconds === 60 ? `${refill} a minute` : `${refill} in ${everySeconds} seconds`} |`,
      );
    expect(rows).toContain(`| ${UPLOADED_BYTES.limit / 2 ** 30} GB in a day (UTC) |`);
    const { startedUploads, csvExports, zipExports } = COMPANY_WINDOWS;
    expect(rows).toContain(`${startedUploads.limit} in ${startedUploads.seconds / 60} minutes`);
    expect([csvExports.seconds, zipExports.seconds]).toEqual([3600, 3600]);
    expect(rows).toContain(`${csvExports.limit}, ${zipExports.limit} an hour`);
  });

  test('V2.4.1 states to how many recipients an organization may send mail', () => {
    const { limit, seconds } = DOCUMENT_MAIL_RECIPIENTS;
    expect(page).toContain(`at most ${limit} recipients in ${seconds / 60} minutes per organization`);
  });

  test('V15.1.1 states within what time packages with vulnerabilities are replaced', () => {
    expect(page).toMatch(/within \d+ days where it is critical or high, within \d+ days where it is moderate/);
  });
});
