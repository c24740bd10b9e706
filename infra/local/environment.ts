import packageJson from '../../package.json' with { type: 'json' };
import { queueVariable, SENDABLE_QUEUES } from '../../shared/aws/queues.ts';
import type { SettingName } from '../../shared/settings/settings.ts';
import { sha256 } from '../../shared/kernel/ids.ts';
import type { SqsEngine } from './engines/sqs.ts';
import { stateMachineArn } from './engines/stepfunctions/loader.ts';

/** Where the running engines answer. */
export interface Endpoints {
  dynamodb: string;
  s3: string;
  sqs: SqsEngine;
  ses: string;
  kms: string;
  ssm: string;
  lambda: string;
  stepfunctions: string;
  /** REST root of the tax authority. */
  taxauth: string;
  /** Root of its service for transport declarations. */
  taxauthTransport: string;
  /** Root of its consent pages. */
  taxauthOauth: string;
  /** Root of the national bank's files. */
  exchangeRates: string;
  /** Of the API itself. */
  api: string;
}

export interface LocalSettings {
  /** Rate limits of the API; on by default. */
  rateLimits?: boolean;
  /** Whether a password login needs a confirmed address; `required` by default. */
  emailConfirmation?: 'required' | 'optional';
  /** Webhook receivers on loopback and plain `http:` are accepted; not by default. */
  webhooksAllowLoopback?: boolean;
  /** Folder or `s3://` place of the official rules, which full validation then runs; none by default. */
  artifacts?: string;
  /** Address of a web application that runs beside (`LOCAL_APP_URL`): links in mails lead there, and its pages may call API and bucket; by default the service's own pages. */
  appUrl?: string;
  /** Engines refuse what AWS refuses, also where that takes bad luck or bad timing (`LOCAL_STRICT`); not by default. */
  strict?: boolean;
}

export const TABLE = 'invoicing-local';
/** What all secrets of the stage are. */
export const LOCAL_SECRET = 'local-secret';
export const BUCKET = 'invoicing-local-documents';
export const UPLOADS_BUCKET = 'invoicing-local-uploads';
export const TRUST_BUCKET = 'invoicing-local-trust';

/** The signing key's alias. It is the folder's own, since a process remembers a key's public half by its alias. */
export const tokenKey = (dataDir: string): string => `alias/token-${sha256(dataDir).slice(0, 12)}`;
export const SECRETS_KEY = 'alias/secrets';
export const CONFIGURATION_SET = 'invoicing-local';
/** Of mails with documents. */
export const DOCUMENT_SET = 'documents-local';

/** What a deployed stage would set for its functions: the variables of shared/aws/environment.ts and of the SDK. */
export function localEnvironment(at: Endpoints, settings: LocalSettings, dataDir: string): Record<string, string> {
  const ownSettings: Partial<Record<SettingName, string>> = {
    EINVOICE_ARTIFACTS: settings.artifacts ?? '',
    TAXAUTH_OAUTH_URL: at.taxauthOauth,
    EXCHANGE_RATES_URL: at.exchangeRates,
    // The application that the simulator knows.
    TAXAUTH_CLIENT_ID: 'local',
    RATE_LIMITS: settings.rateLimits === false ? 'off' : 'on',
    EMAIL_CONFIRMATION: settings.emailConfirmation ?? 'required',
    WEBHOOKS_ALLOW_LOOPBACK: settings.webhooksAllowLoopback ? '1' : '0',
  };
  return {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: at.dynamodb,
    AWS_ENDPOINT_URL_S3: at.s3,
    AWS_ENDPOINT_URL_SQS: at.sqs.endpoint,
    AWS_ENDPOINT_URL_SESV2: at.ses,
    AWS_ENDPOINT_URL_KMS: at.kms,
    AWS_ENDPOINT_URL_SSM: at.ssm,
    AWS_ENDPOINT_URL_LAMBDA: at.lambda,
    AWS_ENDPOINT_URL_SFN: at.stepfunctions,
    STAGE: 'local',
    SERVICE_VERSION: packageJson.version,
    TABLE_NAME: TABLE,
    DOCUMENTS_BUCKET: BUCKET,
    UPLOADS_BUCKET,
    TRUST_BUCKET,
    ...Object.fromEntries(SENDABLE_QUEUES.map(name => [queueVariable(name), at.sqs.queueUrl(name)])),
    RENDER_FUNCTION: 'workers-render-document',
    PRINT_FUNCTION: 'tasks-print-page',
    SCHEMATRON_FUNCTION: 'workers-run-schematron',
    POST_WEBHOOK_FUNCTION: 'tasks-post-webhook',
    SUBMIT_INVOICE_MACHINE: stateMachineArn('submit-invoice'),
    SUBMIT_TRANSPORT_MACHINE: stateMachineArn('submit-transport'),
    TOKEN_KEY: tokenKey(dataDir),
    SECRETS_KEY,
    API_URL: at.api,
    // Not the address: access tokens outlive a restart on another port.
    TOKEN_ISSUER: 'urn:invoicing:local',
    APP_URL: settings.appUrl ?? at.api,
    // Passkeys belong to a domain, and browsers take no address for one: the service is used as `localhost` for them.
    PASSKEY_RP_ID: 'localhost',
    PASSKEY_ORIGINS: `http://localhost:${new URL(at.api).port}`,
    MAIL_FROM: 'Invoicing <no-reply@invoicing.example>',
    MAIL_CONFIGURATION_SET: CONFIGURATION_SET,
    DOCUMENT_MAIL_CONFIGURATION_SET: DOCUMENT_SET,
    TAXAUTH_URL: at.taxauth,
    TAXAUTH_TRANSPORT_URL: at.taxauthTransport,
    ...ownSettings,
  };
}

/** Sets variables of this process; returns what puts back those that were there. */
export function setEnvironment(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map(name => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  // Credentials of a real account must not reach the local engines, and a profile would outrank the local ones.
  const hidden = ['AWS_SESSION_TOKEN', 'AWS_PROFILE'].map(name => [name, process.env[name]] as const);
  hidden.forEach(([name]) => delete process.env[name]);
  return () => {
    for (const [name, value] of [...before, ...hidden]) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
