import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { SECURITY_EVENTS } from '#shared/base/vocabulary/security-events.ts';
import { securityEventOf } from '#shared/platform/lambda/endpoint/steps/log-security.ts';

test.each([
  ['login', 200, { event: 'login', outcome: 'done' }],
  ['login', 401, { event: 'login', outcome: 'refused' }],
  ['login', 429, { event: 'login', outcome: 'refused' }],
  ['login', 400, undefined],
  ['login', 500, undefined],
  [undefined, 200, undefined],
  [undefined, 302, undefined],
  [undefined, 401, { event: 'credential', outcome: 'refused' }],
  [undefined, 403, { event: 'access', outcome: 'refused' }],
  [undefined, 404, undefined],
  [undefined, 429, { event: 'limit', outcome: 'refused' }],
] as const)('an endpoint with the security event %s that responds with %i logs the right event', (own, status, told) => {
  expect(securityEventOf(own, status)).toEqual(told);
});

/** Endpoints of these areas that do not change who has access, or that log it elsewhere. */
const NONE: Record<string, string> = {
  'auth-resend-confirmation': 'asks for a mail',
  'auth-passkey-login-options': 'begins a login that is not there yet',
  'passkey-register-options': 'begins what passkey-register ends',
  'taxauth-save-token': 'save-token.ts logs it, for the consent page too',
  'taxauth-validate-cif': 'tries a token that is saved already',
};
const AREAS = ['api-tokens', 'auth', 'invitations', 'me', 'members', 'organizations', 'passkey', 'taxauth'];
const { endpoints } = await loadCatalogue();

describe('every change of access has its event', () => {
  const changes = endpoints.filter(({ area, handler }) => AREAS.includes(area) && handler.definition.method !== 'GET');

  test.each(changes.map(({ name, handler }) => [name, handler.definition.securityEvent] as const))('%s: %s', (name, event) => {
    expect(event === undefined).toBe(name in NONE);
  });

  test('the exceptions exist', () => {
    expect(Object.keys(NONE).filter(name => !changes.some(one => one.name === name))).toEqual([]);
  });

  test('docs/operations/security.md explains each event, and no other', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/security.md'), 'utf8');
    const [, section = ''] = page.split('## Security events\n');
    const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`[^|]+) \| [^|]+\|$/gm)].map(([, names]) => names ?? '');
    expect(rows.flatMap(names => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toSorted()).toEqual(
      SECURITY_EVENTS.toSorted(),
    );
  });
});
