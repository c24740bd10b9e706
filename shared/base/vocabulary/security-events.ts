/**
 * The names of all security events in the log: logins, refusals, and changes of credentials and access rights (OWASP ASVS 5.0
 * §16.3). docs/operations explains each; a test compares the two lists.
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
  // Accounts and their credentials.
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
  // Organizations, their members and companies.
  'invitation.created',
  'invitation.resent',
  'invitation.cancelled',
  'invitation.accepted',
  'member.changed',
  'member.removed',
  'organization.changed',
  'company.removed',
  'company.restored',
  'company.expired_data_removed',
  // Credentials for other systems that the service stores or issues.
  'taxauth_token.saved',
  'taxauth_token.removed',
  'taxauth_link.created',
  'webhook.secret_regenerated',
] as const;

export type SecurityEvent = (typeof SECURITY_EVENTS)[number];
