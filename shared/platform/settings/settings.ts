import * as z from 'zod';
import { PLAN_KEYS } from '#shared/platform/access/model.ts';
import { optionalVariable } from '#shared/platform/aws/environment.ts';

/**
 * The settings of a deployment, each with type, default and description. `settings` of a stage in cdk.json contains them as
 * strings, which all functions get as environment variables; `cdk synth` fails for an unknown name or an invalid value.
 * docs/settings.md is generated from this file. Variables that the stack itself passes to its functions are in aws/environment.ts.
 */

const text = () => z.string();
const wholeNumber = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above 0')
    .transform(Number);
const url = () => z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** The seal of today, its successor, and those that documents of earlier years were signed with. */
const MAX_SEALS = 10;

/**
 * The settings of stages. A feature whose setting has no default is off until it is set, unless the description says otherwise.
 * Schemas are created lazily: a function reads few of them, and creating all took a tenth of its cold start.
 */
export const STAGE_SETTINGS = {
  REGISTRATION: () => z.enum(['on', 'off']).default('on').describe('Whether people can register themselves.'),
  EMAIL_CONFIRMATION: () =>
    z.enum(['required', 'optional']).default('required').describe('Whether a login with a password needs a confirmed email.'),
  DEFAULT_PLAN: () => z.enum(PLAN_KEYS).default('business').describe('The plan of new organizations.'),
  PRODUCT_NAME: () => text().default('Invoicing').describe('The name of the service that authenticator apps and passkeys show.'),
  ACCESS_TOKEN_SECONDS: () => wholeNumber().default(3600).describe('Seconds that an access token is valid.'),
  REFRESH_TOKEN_SECONDS: () =>
    wholeNumber()
      .default(30 * 86_400)
      .describe('Seconds that a refresh token is valid.'),
  LOGIN_SECONDS: () =>
    wholeNumber()
      .default(90 * 86_400)
      .describe('Seconds after which a session ends, however often it is refreshed.'),
  TOKEN_KEY_DAYS: () => wholeNumber().default(90).describe('Days after which the key that signs access tokens is rotated.'),
  IDP_ISSUER: () => text().optional().describe('Identity provider: `iss` of its ID tokens. Needs all three settings `IDP_…`.'),
  IDP_AUDIENCE: () => text().optional().describe('Identity provider: `aud` of ID tokens for this service.'),
  IDP_JWKS_URL: () => url().optional().describe('Identity provider: the URL of its public keys (JWKS).'),
  CAPTCHA_VERIFY_URL: () => url().optional().describe("Captcha: the provider's `siteverify`. Needs the secret `captcha`."),
  RATE_LIMITS: () =>
    z
      .enum(['on', 'off'])
      .default('on')
      .describe(
        'Rate limits per IP address; `off` is for a service behind a gateway that has its own. Limits per account, company and email address always apply.',
      ),
  CONTACT_EMAIL: () =>
    z
      .email('must be an email address')
      .optional()
      .describe('Recipient of messages from the contact form. By default the sender address of mails.'),
  RESTORE_DAYS: () => wholeNumber().default(30).describe('Days after its cancellation within which an invoice can be restored.'),
  COMPANY_REGISTRY_URL: () => url().optional().describe('Register of companies: the full URL of its `tva` resource.'),
  COMPANY_REGISTRY_CALLS_PER_SECOND: () =>
    wholeNumber()
      .default(1)
      .describe(
        'Register of companies: maximum of calls a second. A call waits up to 2 seconds for its turn; after that, callers get 429, and clients are created without data of the register.',
      ),
  VAT_REGISTRY_URL: () =>
    url().optional().describe("Register of VAT numbers: the base URL of the European Commission's REST API."),
  EXCHANGE_RATES_URL: () =>
    url()
      .optional()
      .describe("Exchange rates: the base URL of the national bank's files (`nbrfxrates10days.xml` and the yearly files)."),
  TIMESTAMP_URL: () =>
    url()
      .optional()
      .describe(
        'Time-stamping authority (RFC 3161): the URL that requests are posted to, without credentials. Anchors of hash chains then get a time stamp.',
      ),
  TAXAUTH_OAUTH_URL: () =>
    url()
      .optional()
      .describe(
        'Tax authority: the base URL of `authorize` and `token`. Consent in the browser needs it, `TAXAUTH_CLIENT_ID` and the secret `taxauth-client`.',
      ),
  TAXAUTH_CLIENT_ID: () => text().optional().describe('Tax authority: the id of the registered application.'),
  TAXAUTH_SEALS: () =>
    z
      .string()
      .transform(value => value.split(',').map(one => one.trim().replaceAll(':', '').toLowerCase()))
      .refine(seals => seals.length <= MAX_SEALS && seals.every(one => /^[\da-f]{64}$/.test(one)), {
        error: `must be 1 to ${MAX_SEALS} SHA-256 fingerprints of certificates, with commas between them`,
      })
      .optional()
      .describe(
        `Tax authority: SHA-256 fingerprints of the certificates of its seal, with commas between them, at most ${MAX_SEALS}. Signatures by other certificates are then invalid, even if an issuer among the trust anchors certified them.`,
      ),
  TAXAUTH_TIMEOUT_MS: () => wholeNumber().default(10_000).describe('Tax authority: timeout of a call in milliseconds.'),
  TAXAUTH_CALLS_PER_MINUTE: () =>
    wholeNumber()
      .default(1000)
      .describe(
        "Tax authority: maximum of calls a minute, including calls of its registers. The authority's limit applies to all systems of an operator together: stages that share it need smaller numbers, of at least 10 each.",
      ),
  EINVOICE_ARTIFACTS: () =>
    text()
      .optional()
      .describe(
        'Location of the compiled official rules, which full validation then also runs: `s3://bucket/prefix`, or a local folder.',
      ),
} as const satisfies Record<string, () => z.ZodType>;

/** Settings of the local runtime and of tests; a stage may not have them. */
export const LOCAL_SETTINGS = {
  CHROMIUM_PATH: () =>
    text().optional().describe('Path of the browser that prints PDFs. By default the one from the installed packages.'),
  CHROMIUM_FILES: () =>
    text()
      .optional()
      .describe('Folder of the compressed browser, which a stage keeps in a layer. By default that of the installed package.'),
  WEBHOOKS_ALLOW_LOOPBACK: () =>
    z
      .enum(['0', '1'])
      .default('0')
      .describe('Whether webhook receivers may use loopback addresses and plain `http:`. Other private addresses stay refused.'),
} as const satisfies Record<string, () => z.ZodType>;

const SETTINGS = { ...STAGE_SETTINGS, ...LOCAL_SETTINGS };

export type StageSetting = keyof typeof STAGE_SETTINGS;
export type SettingName = keyof typeof SETTINGS;
type Setting<Name extends SettingName> = z.output<ReturnType<(typeof SETTINGS)[Name]>>;

/** Schemas created so far. */
const made = new Map<SettingName, z.ZodType>();

function schemaOf(name: SettingName): z.ZodType {
  const schema = made.get(name) ?? SETTINGS[name]();
  made.set(name, schema);
  return schema;
}

/**
 * The current value of a setting: the environment variable of that name, else the default. An empty string counts as not set.
 *
 * @throws Error that names the setting, for an invalid value
 */
export function setting<Name extends SettingName>(name: Name): Setting<Name> {
  const result = schemaOf(name).safeParse(optionalVariable(name));
  if (!result.success) throw new Error(`The setting ${name} ${result.error.issues[0]?.message}.`);
  return result.data as Setting<Name>;
}
