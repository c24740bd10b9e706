import packageJson from '../../package.json' with { type: 'json' };
import { queueVariable, SENDABLE_QUEUES } from '#shared/platform/aws/queues.ts';
import { localCaller } from './engines/dynamodb/local-caller.ts';
import { RETENTION_BY_LAW } from '#shared/output/files/retention.ts';
import type { SettingName } from '#shared/platform/settings/settings.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import { appUrlOf } from '../stage/stages.ts';
import type { SqsEngine } from './engines/sqs/index.ts';
import { stateMachineArn } from './engines/stepfunctions/loader.ts';

/** The URLs of the running engines. */
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
  /** Root of the tax authority's service for transport declarations. */
  taxauthTransport: string;
  /** Root of the tax authority's consent pages (OAuth). */
  taxauthOauth: string;
  /** SHA-256 fingerprint of the certificate of its seal. */
  taxauthSeal: string;
  /** Root of the national bank's files. */
  exchangeRates: string;
  /** URL of the API itself. */
  api: string;
}

export interface LocalSettings {
  /** Rate limits of the API; on by default. */
  rateLimits?: boolean;
  /** Whether a password login needs a confirmed address; `required` by default. */
  emailConfirmation?: 'required' | 'optional';
  /** Webhook receivers on loopback and plain `http:` are accepted; not by default. */
  webhooksAllowLoopback?: boolean;
  /** Folder or `s3://` URL of the official rules, which full validation then runs; none by default. */
  artifacts?: string;
  /** URL of a web application (`LOCAL_APP_URL`): links in mails lead there, and its pages may call API and bucket; by default those of the service itself. */
  appUrl?: string;
  /** Engines also refuse requests that AWS refuses only in rare cases, such as conflicts; false by default. */
  strict?: boolean;
  /**
   * Which functions read indexes late, as long as engines are strict (engines/dynamodb/late-reads.ts): all, or all but those of GET requests, for
   * callers that need not wait before they read what they have written. By default none.
   */
  lateReads?: 'all' | 'notOfGets';
  /** Messages, records of the stream and events are delivered twice, as AWS may do at any time; false by default. */
  deliversTwice?: boolean;
}

export const TABLE = 'invoicing-local';
/** The value of all secrets. */
export const LOCAL_SECRET = 'local-secret';
export const BUCKET = 'invoicing-local-documents';
export const UPLOADS_BUCKET = 'invoicing-local-uploads';
export const TRUST_BUCKET = 'invoicing-local-trust';
export const ANCHORS_BUCKET = 'invoicing-local-anchors';

/** The signing key's alias. It differs between data folders, since a process caches public keys by alias. */
export const tokenKey = (dataDir: string): string => `alias/token-${sha256(dataDir).slice(0, 12)}`;
export const SECRETS_KEY = 'alias/secrets';
export const CONFIGURATION_SET = 'invoicing-local';
/** The configuration set for mails with documents. */
export const DOCUMENT_SET = 'documents-local';

/** The environment variables that a deployed stage sets for its functions (shared/platform/aws/environment.ts), and those of the AWS SDK. */
export function localEnvironment(at: Endpoints, settings: LocalSettings, dataDir: string): Record<string, string> {
  const { region, credentials } = localCaller();
  const ownSettings: Partial<Record<SettingName, string>> = {
    EINVOICE_ARTIFACTS: settings.artifacts ?? '',
    TAXAUTH_OAUTH_URL: at.taxauthOauth,
    TAXAUTH_SEALS: at.taxauthSeal,
    EXCHANGE_RATES_URL: at.exchangeRates,
    // The application that is registered with the simulator.
    TAXAUTH_CLIENT_ID: 'local',
    RATE_LIMITS: settings.rateLimits === false ? 'off' : 'on',
    EMAIL_CONFIRMATION: settings.emailConfirmation ?? 'required',
    WEBHOOKS_ALLOW_LOOPBACK: settings.webhooksAllowLoopback ? '1' : '0',
  };
  return {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
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
    ANCHORS_BUCKET,
    EVIDENCE_RETENTION_YEARS: String(RETENTION_BY_LAW),
    ...Object.fromEntries(SENDABLE_QUEUES.map(name => [queueVariable(name), at.sqs.queueUrl(name)])),
    RENDER_FUNCTION: 'workers-render-document',
    PRINT_FUNCTION: 'tasks-print-page',
    SCHEMATRON_FUNCTION: 'workers-run-schematron',
    POST_WEBHOOK_FUNCTION: 'tasks-post-webhook',
    WORKER_FUNCTIONS: 'workers-*',
    SUBMIT_INVOICE_MACHINE: stateMachineArn('submit-invoice'),
    SUBMIT_TRANSPORT_MACHINE: stateMachineArn('submit-transport'),
    TOKEN_KEY: tokenKey(dataDir),
    SECRETS_KEY,
    API_URL: at.api,
    // Not the URL, so that access tokens stay valid after a restart on another port.
    TOKEN_ISSUER: 'urn:invoicing:local',
    // Links are this address and a path.
    APP_URL: appUrlOf({ apiUrl: at.api, appUrl: settings.appUrl?.replace(/\/+$/, '') }),
    // Passkeys are bound to a domain, and browsers do not accept an IP address: the service is called by `localhost` for them.
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

/** The environment variables that another process needs to reach queues and table (`npm run redrive`, `npm run person`). */
export const awsOf = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => OUTSIDE.has(name)));
const OUTSIDE = new Set([
  ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_ENDPOINT_URL_SQS', 'AWS_ENDPOINT_URL_DYNAMODB'],
  'TABLE_NAME',
]);

/** The local AWS engines with their URLs, by the name of the service: `{ s3: 'http://…' }`. */
export const engineUrls = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, url]) => {
      const service = /^AWS_ENDPOINT_URL_(\w+)$/.exec(name)?.[1];
      return service === undefined ? [] : [[service.toLowerCase(), url]];
    }),
  );

/** Sets environment variables of this process. @returns a function that restores the previous values */
export function setEnvironment(variables: Record<string, string>): () => void {
  const before = Object.keys(variables).map(name => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  // Credentials of a real account must not be sent to the local engines, and a profile would take precedence over the local ones.
  const hidden = ['AWS_SESSION_TOKEN', 'AWS_PROFILE'].map(name => [name, process.env[name]] as const);
  hidden.forEach(([name]) => delete process.env[name]);
  return () => {
    for (const [name, value] of [...before, ...hidden]) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
