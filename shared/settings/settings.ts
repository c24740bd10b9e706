import * as z from 'zod';
import { PLAN_KEYS } from '../access/model.ts';
import { optionalVariable } from '../aws/environment.ts';

/**
 * What a deployer may set: each setting with its type, its default and what it does. `settings` of a stage in cdk.json hold them as
 * texts, which reach all functions as environment variables; a name that is not here, or a value that does not fit, fails synth.
 * docs/settings.md is made from this file. What the stack itself passes to its functions is in aws/environment.ts.
 */

const text = () => z.string();
const wholeNumber = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above 0')
    .transform(Number);
const url = () => z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/**
 * The settings of stages. Without a default: what they configure is switched off, unless the description says otherwise.
 * Each is a function that makes its schema: a function reads few of them, and all took a tenth of its start.
 */
export const STAGE_SETTINGS = {
  REGISTRATION: () => z.enum(['on', 'off']).default('on').describe('Whether people may register by themselves.'),
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
      .describe('Seconds after which a login ends for good, however often it is refreshed.'),
  TOKEN_KEY_DAYS: () =>
    wholeNumber().default(90).describe('Days that a key signs access tokens before the next one takes its place.'),
  IDP_ISSUER: () => text().optional().describe('Identity provider: `iss` of its ID tokens. Needs all three settings `IDP_…`.'),
  IDP_AUDIENCE: () => text().optional().describe('Identity provider: `aud` of ID tokens for this service.'),
  IDP_JWKS_URL: () => url().optional().describe('Identity provider: where its public keys are.'),
  CAPTCHA_VERIFY_URL: () => url().optional().describe("Captcha: the provider's `siteverify`. Needs the secret `captcha`."),
  RATE_LIMITS: () =>
    z
      .enum(['on', 'off'])
      .default('on')
      .describe(
        'Limits per network address; `off` is for a service behind a gateway that has its own. Limits per account, company and mail address hold all the same.',
      ),
  CONTACT_EMAIL: () =>
    z
      .email('must be an email address')
      .optional()
      .describe('Who reads messages to the operator. By default the sender of mails.'),
  RESTORE_DAYS: () => wholeNumber().default(30).describe('Days after its cancellation in which an invoice may be restored.'),
  COMPANY_REGISTRY_URL: () => url().optional().describe('Register of companies: the whole address of its `tva` resource.'),
  VAT_REGISTRY_URL: () => url().optional().describe("Register of VAT numbers: the root of the European Commission's REST API."),
  EXCHANGE_RATES_URL: () =>
    url()
      .optional()
      .describe("Exchange rates: the root of the national bank's files, which are `nbrfxrates10days.xml` and those of years."),
  TAXAUTH_OAUTH_URL: () =>
    url()
      .optional()
      .describe(
        'Tax authority: the root of `authorize` and `token`. Consent in the browser needs it, `TAXAUTH_CLIENT_ID` and the secret `taxauth-client`.',
      ),
  TAXAUTH_CLIENT_ID: () => text().optional().describe('Tax authority: the id of the registered application.'),
  TAXAUTH_TIMEOUT_MS: () => wholeNumber().default(10_000).describe('Tax authority: milliseconds until a call is given up.'),
  TAXAUTH_CALLS_PER_MINUTE: () =>
    wholeNumber()
      .default(1000)
      .describe(
        "Tax authority: calls a minute, those of its registers included, that the stage makes at most. The authority's limit is for all systems of an operator together: two stages share it by two smaller numbers, of at least 10.",
      ),
  EINVOICE_ARTIFACTS: () =>
    text()
      .optional()
      .describe(
        'Where the compiled official rules are, which full validation then runs too: `s3://bucket/prefix`, or locally a folder.',
      ),
} as const satisfies Record<string, () => z.ZodType>;

/** Settings of the local runtime and of tests; a stage may not have them. */
export const LOCAL_SETTINGS = {
  CHROMIUM_PATH: () => text().optional().describe('The browser that prints. By default the one that the packages bring.'),
  WEBHOOKS_ALLOW_LOOPBACK: () =>
    z
      .enum(['0', '1'])
      .default('0')
      .describe('Whether receivers of webhooks may be on loopback addresses and plain `http:`; nothing else becomes allowed.'),
} as const satisfies Record<string, () => z.ZodType>;

const SETTINGS = { ...STAGE_SETTINGS, ...LOCAL_SETTINGS };

export type StageSetting = keyof typeof STAGE_SETTINGS;
export type SettingName = keyof typeof SETTINGS;
type Setting<Name extends SettingName> = z.output<ReturnType<(typeof SETTINGS)[Name]>>;

/** The schemas that were asked for. */
const made = new Map<SettingName, z.ZodType>();

function schemaOf(name: SettingName): z.ZodType {
  const schema = made.get(name) ?? SETTINGS[name]();
  made.set(name, schema);
  return schema;
}

/**
 * A setting as it is now: the variable of that name, else the default. An empty text counts as not set.
 *
 * @throws Error that names the setting, for a value that does not fit
 */
export function setting<Name extends SettingName>(name: Name): Setting<Name> {
  const result = schemaOf(name).safeParse(optionalVariable(name));
  if (!result.success) throw new Error(`The setting ${name} ${result.error.issues[0]?.message}.`);
  return result.data as Setting<Name>;
}
