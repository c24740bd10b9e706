/**
 * Secrets of outside services that an operator gives a stage, each in a parameter of its own (SSM Parameter Store, `SecureString`). They are no settings:
 * settings stand in cdk.json, in templates and in the environment of all functions. docs/settings.md is made from this file.
 */
export const SECRETS = {
  captcha: {
    neededWith: 'CAPTCHA_VERIFY_URL',
    description: 'Captcha: the secret that the provider knows this service by.',
  },
  'taxauth-client': {
    neededWith: 'TAXAUTH_CLIENT_ID',
    description: 'Tax authority: the secret of the registered application.',
  },
} as const satisfies Record<string, { neededWith: string; description: string }>;

export type SecretName = keyof typeof SECRETS;
export const SECRET_NAMES = Object.keys(SECRETS) as SecretName[];

/** The parameter that holds a secret of a stage. */
export const parameterOf = (stage: string, name: SecretName): string => `/invoicing/${stage}/secrets/${name}`;

/** The word of `uses` that allows reading a secret. */
export type SecretGrant = `${SecretName}-secret:read`;
export const secretGrant = (name: SecretName): SecretGrant => `${name}-secret:read`;
