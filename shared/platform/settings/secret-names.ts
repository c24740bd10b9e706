/**
 * Secrets for external services that an operator configures for a stage, each in its own parameter (SSM Parameter Store,
 * `SecureString`). They are not settings, because those are readable in cdk.json, in templates and in the environment of all
 * functions. docs/settings.md is generated from this file.
 */
export const SECRETS = {
  captcha: {
    neededWith: 'CAPTCHA_VERIFY_URL',
    description: 'Captcha: the secret key that the provider issued for this service.',
  },
  'taxauth-client': {
    neededWith: 'TAXAUTH_CLIENT_ID',
    description: 'Tax authority: the secret of the registered application.',
  },
} as const satisfies Record<string, { neededWith: string; description: string }>;

export type SecretName = keyof typeof SECRETS;
export const SECRET_NAMES = Object.keys(SECRETS) as SecretName[];

/** Name of the SSM parameter of a secret. */
export const parameterOf = (stage: string, name: SecretName): string => `/invoicing/${stage}/secrets/${name}`;

/** The entry in a function's `uses` that allows reading a secret. */
export type SecretGrant = `${SecretName}-secret:read`;
export const secretGrant = (name: SecretName): SecretGrant => `${name}-secret:read`;
