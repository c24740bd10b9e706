/**
 * What the log says about who came in and who changed what lets people in (OWASP ASVS 5.0 §16.3). This is the whole list; docs/operations.md
 * says what each means, and a test compares the two.
 */
export const SECURITY_EVENTS = [
  // Refusals of any endpoint that has no event of its own.
  'access',
  'credential',
  'limit',
  // Signing in and out.
  'login',
  'login.second_factor',
  'session.refreshed',
  'session.refresh_token_reused',
  'session.ended',
  // Accounts and what they are entered by.
  'account.registered',
  'account.email_confirmed',
  'account.changed',
  'account.removed',
  'password.reset_asked',
  'password.reset',
  'second_factor.set_up',
  'second_factor.enabled',
  'second_factor.disabled',
  'backup_codes.regenerated',
  'passkey.added',
  'passkey.removed',
  'api_key.created',
  'api_key.changed',
  'api_key.rotated',
  'api_key.revoked',
  // Who belongs to an organization.
  'invitation.created',
  'invitation.resent',
  'invitation.cancelled',
  'invitation.accepted',
  'member.changed',
  'member.removed',
  'organization.changed',
  'company.removed',
  'company.restored',
  // Credentials of others that the service keeps or gives out.
  'taxauth_token.saved',
  'taxauth_token.removed',
  'taxauth_link.created',
  'webhook.secret_regenerated',
] as const;

export type SecurityEvent = (typeof SECURITY_EVENTS)[number];
