import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const SESSION = 'Needs a login: an API token answers 403 with reason `session_required`.';

const PASSWORD_OR_CODE = `\`password\` is required, or \`code\` for an account without password. 422 if it is missing or wrong; 429 after too many attempts.`;

const FRESH = `A login more than 10 minutes ago does not suffice: then send \`password\` (403 with reason \`proof_required\` without it, 422 for a wrong
one).`;

const profile: FieldDescriptions = {
  firstName: 'First name. An address is refused: no `://`, `www.`, `@`, `/` or backslash.',
  lastName: 'Last name. An address is refused: no `://`, `www.`, `@`, `/` or backslash.',
  phone: 'Phone number: digits, spaces, `+`, `-`, `.` and parentheses.',
  locale: 'Language of mails and pages.',
  timezone: 'Time zone by IANA, such as `Europe/Bucharest`.',
  respectQuietHours: 'Whether the user wants no notifications at night. Kept for programs; mails do not depend on it.',
  preferences: 'Free-form settings of programs, replaced as a whole; at most 16 KB as JSON.',
};

const passkey: FieldDescriptions = {
  id: 'Id of the passkey.',
  name: 'Its name, as the user chose it.',
  createdAt: 'When it was registered.',
  lastUsedAt: 'When it last opened a session; null: never.',
};

const organization: FieldDescriptions = {
  id: 'Id of the organization.',
  name: 'Its name.',
  slug: 'Its name for addresses, which does not change.',
};

const under = (path: string, fields: FieldDescriptions): FieldDescriptions =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${path}.${name}`, text]));

export const me: AreaDescriptions = {
  operations: {
    'me-get': `The profile of the caller, the memberships, and what the caller may do. The current organization is that of \`X-Company\`, else that of the
header \`X-Organization\`, else the only one, else the first that has a company. With an API token it is the organization of the token, and
\`permissions\` has only those among its scopes.`,
    'me-update': `Changes the fields that are sent, at least one (422). The email cannot be changed. ${SESSION}

A new password needs \`currentPassword\`, unless the account has no password yet (403 if missing or wrong; 429 after too many attempts). It is
sent in \`password\` or \`newPassword\`. It ends all sessions, this one too, and a mail tells of the change: log in again.`,
    'me-remove': {
      description: `Deletes the account permanently. It is anonymized: email, names and phone are removed, sessions, API tokens and passkeys end, and memberships
too. An organization without other members is closed. Issued documents stay. \`password\` is required, or \`code\` for an account without
password that has a second factor. ${SESSION}

400 if that is missing, 403 if it is wrong. 409 with reason \`sole_owner\` while an organization with other members would have no owner left.`,
      responses: { 204: 'The account is deleted.' },
    },
    'me-mfa-status': `Whether logins need a second factor, and what is left of it. ${SESSION}`,
    'me-totp-setup': `Makes a secret for an authenticator application (TOTP: SHA-1, 6 digits, 30 seconds). Nothing is enabled until
\`POST /api/v1/me/mfa/totp/enable\` confirms it by a code; a repeated request replaces an unconfirmed secret. 409 if two-factor authentication is
enabled. ${FRESH} ${SESSION}`,
    'me-totp-enable': `Confirms the secret of the last set-up by a code of the application. From then on logins need a second factor. Only this answer
contains the backup codes. A mail tells of it. 409 if it is enabled; 422 for a wrong code, and without a set-up before. ${FRESH} ${SESSION}`,
    'me-totp-disable': `Removes the secret and all backup codes; logins need no second factor then. Also succeeds if it is not enabled. ${PASSWORD_OR_CODE}
${SESSION}`,
    'me-backup-codes-regenerate': `Makes ten new backup codes, which only this answer contains; all earlier ones are void. 400 if two-factor authentication is not
enabled. ${PASSWORD_OR_CODE} ${SESSION}`,
    'me-list-passkeys':
      'All passkeys of the account, newest first. `POST /api/v1/passkey/register/options` begins the registration of another.',
    'me-remove-passkey': {
      description: `Removes a passkey, which can no longer log in; a mail tells of it. Open sessions stay. ${FRESH} ${SESSION}`,
      parameters: { id: 'Id of the passkey.' },
      responses: { 204: 'The passkey is removed.' },
    },
    'me-list-sessions': `The sessions that have neither ended nor expired. ${SESSION}`,
    'me-end-session': {
      description: `Ends a session at once: its access tokens and its refresh token are refused. It may be the caller's own. 404 for a session that has
ended. ${SESSION}`,
      parameters: { id: 'Id of the session.' },
      responses: { 204: 'The session has ended.' },
    },
    'me-end-other-sessions': {
      description: `Ends all sessions of the account except the caller's, and logins that wait for their second factor. ${SESSION}`,
      responses: { 204: 'All other sessions have ended.' },
    },
  },
  schemas: {
    Me: {
      description: 'The signed-in user.',
      fields: {
        ...profile,
        id: 'Id of the user.',
        uuid: 'The same as `id`.',
        email: 'Email of the account, in lower case.',
        fullName: 'First and last name; null without both.',
        roles: 'Roles on the platform; normally none.',
        active: 'Whether the account can be used; always true here.',
        emailConfirmed: 'Whether the email is confirmed.',
        emailVerified: 'The same as `emailConfirmed`.',
        mfaEnabled: 'Whether logins need a second factor.',
        hasPassword: 'Whether the account has a password; accounts of an identity provider may have none.',
        preferences: 'Free-form settings of programs.',
        lastConnectedAt: 'When the user last logged in; null: never.',
        organization: 'The current organization; null: the user is a member of none.',
        ...under('organization', organization),
        'organization.createdAt': 'When it was created.',
        memberships: 'Active memberships.',
        'memberships.id': 'Id of the membership.',
        'memberships.organizationId': 'Id of the organization.',
        'memberships.organizationName': 'Its name.',
        'memberships.role': 'Role in the organization.',
        'memberships.joinedAt': 'When the user joined it.',
        'memberships.permissions': 'Permissions in place of those of the role; empty: those of the role.',
        'memberships.allowedCompanies':
          'Ids of the companies that an accountant or employee has access to; owners and admins have access to all.',
        'memberships.organization': 'The organization.',
        currentRole: 'Role in the current organization; null without one.',
        permissions: 'What the caller may do in the current organization, by the names of `x-permission`.',
        subscription: 'The plan of the current organization; null without one.',
        'subscription.plan': 'Key of the plan.',
        'subscription.status': 'State of the plan; always `active`, since the operator sets plans.',
        'subscription.expiresAt': 'Always null: the plan does not expire.',
        'subscription.features': 'What the plan allows.',
        createdAt: 'When the account was created.',
        updatedAt: 'When it was last changed.',
      },
    },
    OrganizationBrief: { description: 'An organization in short.', fields: organization },
    ProfileChange: {
      description: 'Fields of the profile to change.',
      fields: {
        ...profile,
        password:
          'New password, 8 to 128 characters. Neither the email address nor one of the most common passwords is accepted.',
        newPassword: 'The same as `password`, which wins if both are sent.',
        currentPassword: 'Current password; required for a new one.',
      },
    },
    AccountRemoval: {
      description: 'Proof that the account may be deleted.',
      fields: {
        password: 'Password of the account.',
        code: 'Code of the authenticator application, for an account without password.',
      },
    },
    MfaStatus: {
      description: 'Second factors of an account.',
      fields: {
        totpEnabled: 'Whether logins need a code of an authenticator application.',
        backupCodesRemaining: 'Number of backup codes that were not used yet.',
        passkeysCount: 'Number of passkeys.',
      },
    },
    FreshProof: {
      description: 'Proof for a change of the ways into the account.',
      fields: { password: 'Password of the account; required if the login was more than 10 minutes ago.' },
    },
    Proof: {
      description: 'Proof that the account may be changed.',
      fields: {
        password: 'Password of the account.',
        code: 'Code of the authenticator application, for an account without password.',
      },
    },
    TotpSetup: {
      description: 'A secret for an authenticator application.',
      fields: {
        secret: 'The secret in base32, to be typed in.',
        qrCode: 'The same as a QR code: a PNG of 300 x 300 pixels as a `data:` address.',
        otpauthUri: 'The same as an `otpauth://` address.',
      },
    },
    TotpActivation: {
      description: 'The first code of an authenticator application.',
      fields: {
        code: 'Code that the application shows, 6 digits.',
        password: 'Password of the account; required if the login was more than 10 minutes ago.',
      },
    },
    TotpEnabled: {
      description: 'Two-factor authentication is enabled.',
      fields: {
        enabled: 'Always true.',
        backupCodes: 'Ten codes (`xxxx-xxxx`), each of which replaces a code of the application once. They are shown only now.',
      },
    },
    TotpDisabled: { description: 'Two-factor authentication is disabled.', fields: { disabled: 'Always true.' } },
    BackupCodes: {
      description: 'New backup codes.',
      fields: { backupCodes: 'Ten codes (`xxxx-xxxx`), each of which is accepted once. They are shown only now.' },
    },
    Passkey: { description: 'A passkey of the account.', fields: passkey },
    Session: {
      description: 'An active session.',
      fields: {
        id: 'Id of the session.',
        userAgent: '`User-Agent` of the client at the login; null: it sent none.',
        createdAt: 'When the login took place.',
        lastUsedAt: 'When the session was last refreshed; the time of the login before the first refresh.',
        expiresAt: 'When the session expires unless it is refreshed.',
        current: 'Whether this session sent the request.',
      },
    },
  },
};
