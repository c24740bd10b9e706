import { describe, expect, test } from 'vitest';
import { handler as createApiToken } from '../../../functions/api-tokens/create.ts';
import { handler as updateApiToken } from '../../../functions/api-tokens/update.ts';
import { handler as confirmEmail } from '../../../functions/auth/confirm-email.ts';
import { handler as forgotPassword } from '../../../functions/auth/forgot-password.ts';
import { handler as idp } from '../../../functions/auth/idp.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { handler as mfaVerify } from '../../../functions/auth/mfa-verify.ts';
import { handler as passkeyLogin } from '../../../functions/auth/passkey-login.ts';
import { handler as passkeyLoginOptions } from '../../../functions/auth/passkey-login-options.ts';
import { handler as refresh } from '../../../functions/auth/refresh.ts';
import { handler as register } from '../../../functions/auth/register.ts';
import { handler as resendConfirmation } from '../../../functions/auth/resend-confirmation.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as createInvitation } from '../../../functions/invitations/create.ts';
import { handler as validateLicence } from '../../../functions/licensing/validate.ts';
import { handler as removeMe } from '../../../functions/me/remove.ts';
import { handler as totpEnable } from '../../../functions/me/totp-enable.ts';
import { handler as updateMe } from '../../../functions/me/update.ts';
import { handler as updateMember } from '../../../functions/members/update.ts';
import { handler as updateOrganization } from '../../../functions/organizations/update.ts';
import { handler as registerPasskey } from '../../../functions/passkey/register.ts';
import type { EndpointHandler } from '#shared/platform/lambda/endpoint/definition.ts';
import { refusedRequest } from '../../support/refused/request.ts';

/** Bodies that the endpoints of accounts and organizations reject before they read anything. */

const PASSWORD = 'Correct-Horse-9-Battery';
const guest = { email: 'x@test.example', role: 'employee' };
const key = { name: 'x', scopes: ['invoice.view'] };
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const assertion = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' };
const attestation = { clientDataJSON: 'AAAA', attestationObject: 'AAAA' };
const signedIn = { response: { ...credential, response: assertion } };
const newPasskey = { name: 'x', response: { ...credential, response: attestation } };

/** Each body with a field that the error names. */
type Table = readonly (readonly [body: object, field: string])[];

const TABLES: readonly (readonly [endpoint: string, handler: EndpointHandler, status: 400 | 422, bodies: Table])[] = [
  [
    'POST /api/auth/register',
    register,
    400,
    [
      [{ password: PASSWORD }, 'email'],
      [{ email: 'nobody', password: PASSWORD }, 'email'],
      [{ email: 'a@test.example' }, 'password'],
      [{ email: 'a@test.example', password: 'seven77' }, 'password'],
      [{ email: 'a@test.example', password: 'password123' }, 'password'],
      [{ email: 'a@test.example', password: 'A@test.example' }, 'password'],
      [{ email: 'a@test.example', password: PASSWORD, firstName: 'x'.repeat(101) }, 'firstName'],
    ],
  ],
  [
    'POST /api/auth',
    login,
    400,
    [
      [{}, 'email'],
      [{ email: 'a@test.example' }, 'password'],
      [{ password: PASSWORD }, 'email'],
      [{ email: 5, password: PASSWORD }, 'email'],
      [{ email: 'a@b.ro', password: ['x'] }, 'password'],
    ],
  ],
  [
    'POST /api/auth/confirm-email',
    confirmEmail,
    400,
    [
      [{}, 'token'],
      [{ token: 5 }, 'token'],
      [{ token: null }, 'token'],
      [{ token: '' }, 'token'],
    ],
  ],
  [
    'POST /api/auth/resend-confirmation',
    resendConfirmation,
    400,
    [
      [{}, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ email: 7 }, 'email'],
    ],
  ],
  [
    'POST /api/auth/token/refresh',
    refresh,
    400,
    [
      [{}, 'refresh_token'],
      [{ refresh_token: 5 }, 'refresh_token'],
      [{ refresh_token: null }, 'refresh_token'],
      [{ refresh_token: '' }, 'refresh_token'],
    ],
  ],
  [
    'POST /api/auth/logout',
    logout,
    400,
    [
      [{}, 'refresh_token'],
      [{ refresh_token: '' }, 'refresh_token'],
      [{ refresh_token: 7 }, 'refresh_token'],
    ],
  ],
  [
    'POST /api/auth/forgot-password',
    forgotPassword,
    400,
    [
      [{}, 'email'],
      [{ email: 'not an address' }, 'email'],
      [{ email: 5 }, 'email'],
      [{ email: `${'x'.repeat(180)}@test.example` }, 'email'],
    ],
  ],
  [
    'POST /api/auth/reset-password',
    resetPassword,
    400,
    [
      [{}, 'token'],
      [{ password: PASSWORD }, 'token'],
      [{ token: 'x' }, 'password'],
      [{ token: 5, password: PASSWORD }, 'token'],
      [{ token: 'x', password: 5 }, 'password'],
    ],
  ],
  [
    'POST /api/auth/idp',
    idp,
    400,
    [
      [{}, 'idToken'],
      [{ idToken: '' }, 'idToken'],
      [{ idToken: 5 }, 'idToken'],
      [{ idToken: 'x', nonce: 5 }, 'nonce'],
    ],
  ],
  [
    'POST /api/auth/mfa/verify',
    mfaVerify,
    400,
    [
      [{ type: 'totp' }, 'mfaToken'],
      [{ mfaToken: 'a'.repeat(64) }, 'code'],
      [{ code: '123456' }, 'mfaToken'],
      [{ mfaToken: 5, code: '123456' }, 'mfaToken'],
      [{ mfaToken: 'a'.repeat(64), code: '123456', type: 'sms' }, 'type'],
    ],
  ],
  [
    'POST /api/auth/passkey/login/options',
    passkeyLoginOptions,
    400,
    [
      [{ email: 'not an address' }, 'email'],
      [{ email: 5 }, 'email'],
    ],
  ],
  [
    'POST /api/auth/passkey/login',
    passkeyLogin,
    400,
    [
      [{}, 'response'],
      [{ response: 'text' }, 'response'],
      [{ response: { ...signedIn.response, id: undefined } }, 'response.id'],
      [{ response: { ...signedIn.response, rawId: 'BBBB' } }, 'response.rawId'],
      [{ response: { ...signedIn.response, type: 'password' } }, 'response.type'],
      ...(['clientDataJSON', 'authenticatorData', 'signature'] as const).flatMap(part =>
        [undefined, '+/='].map(
          value =>
            [{ response: { ...credential, response: { ...assertion, [part]: value } } }, `response.response.${part}`] as const,
        ),
      ),
      [{ response: { ...credential, response: { ...assertion, userHandle: 5 } } }, 'response.response.userHandle'],
    ],
  ],
  [
    'POST /api/v1/passkey/register',
    registerPasskey,
    400,
    [
      [{}, 'name'],
      [{ response: newPasskey.response }, 'name'],
      [{ name: 'x' }, 'response'],
      [{ ...newPasskey, name: '' }, 'name'],
      [{ ...newPasskey, name: 'x'.repeat(101) }, 'name'],
      [{ ...newPasskey, name: 5 }, 'name'],
      [{ name: 'x', response: 'text' }, 'response'],
      [{ name: 'x', response: { ...newPasskey.response, id: undefined } }, 'response.id'],
      [{ name: 'x', response: { ...newPasskey.response, rawId: 'BBBB' } }, 'response.rawId'],
      [{ name: 'x', response: { ...newPasskey.response, type: 'password' } }, 'response.type'],
      [{ name: 'x', response: { ...credential, response: { clientDataJSON: 'AAAA' } } }, 'response.response.attestationObject'],
      [
        { name: 'x', response: { ...credential, response: { ...attestation, attestationObject: '?' } } },
        'response.response.attestationObject',
      ],
    ],
  ],
  [
    'PATCH /api/v1/me',
    updateMe,
    422,
    [
      [{}, 'body'],
      [{ nickname: 'A' }, 'body'],
      [{ email: 'other@test.example' }, 'body'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ phone: 'call me' }, 'phone'],
      [{ locale: 'it' }, 'locale'],
      [{ firstName: 'x'.repeat(101) }, 'firstName'],
    ],
  ],
  [
    'DELETE /api/v1/me',
    removeMe,
    400,
    [
      [{ password: 5 }, 'password'],
      [{ code: 5 }, 'code'],
    ],
  ],
  [
    'POST /api/v1/me/mfa/totp/enable',
    totpEnable,
    400,
    [
      [{}, 'code'],
      [{ code: '' }, 'code'],
      [{ code: 123456 }, 'code'],
    ],
  ],
  [
    'POST /api/v1/api-tokens',
    createApiToken,
    422,
    [
      [{ scopes: key.scopes }, 'name'],
      [{ ...key, name: '  ' }, 'name'],
      [{ ...key, scopes: [] }, 'scopes'],
      [{ name: 'x' }, 'scopes'],
      [{ ...key, expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
      [{ ...key, expiresAt: 'tomorrow' }, 'expiresAt'],
    ],
  ],
  [
    'PATCH /api/v1/api-tokens/{uuid}',
    updateApiToken,
    422,
    [
      [{}, 'body'],
      [{ expiresAt: '2099-01-01T00:00:00Z' }, 'body'],
      [{ name: '' }, 'name'],
      [{ scopes: [] }, 'scopes'],
    ],
  ],
  [
    'PATCH /api/v1/organizations/{uuid}',
    updateOrganization,
    422,
    [
      [{}, 'body'],
      [{ name: '' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ name: null }, 'name'],
      [{ slug: 'x' }, 'body'],
    ],
  ],
  [
    'PATCH /api/v1/members/{uuid}',
    updateMember,
    422,
    [
      [{ role: 'boss' }, 'role'],
      [{ allowedCompanies: ['x'] }, 'allowedCompanies.0'],
      [{ name: 'x' }, 'body'],
      [{ isActive: 'yes' }, 'isActive'],
    ],
  ],
  [
    'POST /api/v1/invitations',
    createInvitation,
    422,
    [
      [{ role: 'employee' }, 'email'],
      [{ ...guest, email: 'ana' }, 'email'],
      [{ email: guest.email }, 'role'],
      [{ ...guest, role: 'owner' }, 'role'],
      [{ ...guest, role: 'boss' }, 'role'],
    ],
  ],
  [
    'POST /api/v1/licensing/validate',
    validateLicence,
    400,
    [
      [{}, 'licenseKey'],
      [{ licenseKey: '' }, 'licenseKey'],
      [{ licenseKey: 5 }, 'licenseKey'],
      [{ licenseKey: 'x', metrics: [] }, 'metrics'],
      [{ licenseKey: 'x', metrics: { x: 'x'.repeat(17_000) } }, 'metrics'],
    ],
  ],
];

const CODES = { 400: 'bad_request', 422: 'validation_error' };

describe.each(TABLES)('%s', (_endpoint, handler, status, bodies) => {
  const cases = bodies.map(([body, field]) => [JSON.stringify(body).slice(0, 100), field, body] as const);

  test.each(cases)(`${status} for %s, which names %s`, async (_, field, body) => {
    expect(await refusedRequest(handler, { body })).toMatchObject({
      status,
      code: CODES[status],
      details: { [field]: [expect.any(String)] },
    });
  });
});

test('the same bodies with the one field corrected are accepted', async () => {
  for (const [handler, body] of [
    [passkeyLogin, signedIn],
    [registerPasskey, newPasskey],
    [createInvitation, guest],
    [createApiToken, key],
    [updateApiToken, { name: 'x' }],
  ] as const)
    expect(await refusedRequest(handler, { body })).toBeUndefined();
});
