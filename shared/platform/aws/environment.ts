/**
 * The environment variables of a deployed stage's functions. `infra/` sets them from each function's `uses`.
 * They are read at the time of use, so that a module can be imported without them. queues.ts names the variables of queues.
 */
export const VARIABLES = {
  stage: 'STAGE',
  /** The version of the service in package.json. */
  serviceVersion: 'SERVICE_VERSION',
  tableName: 'TABLE_NAME',
  documentsBucket: 'DOCUMENTS_BUCKET',
  uploadsBucket: 'UPLOADS_BUCKET',
  trustBucket: 'TRUST_BUCKET',
  anchorsBucket: 'ANCHORS_BUCKET',
  /** For how many years the files that prove submissions are locked; 0 for not at all. */
  evidenceRetentionYears: 'EVIDENCE_RETENTION_YEARS',
  renderFunction: 'RENDER_FUNCTION',
  printFunction: 'PRINT_FUNCTION',
  schematronFunction: 'SCHEMATRON_FUNCTION',
  postWebhookFunction: 'POST_WEBHOOK_FUNCTION',
  /** The names of the functions of workers, with `*` in place of the worker. */
  workerFunctions: 'WORKER_FUNCTIONS',
  submitInvoiceMachine: 'SUBMIT_INVOICE_MACHINE',
  submitTransportMachine: 'SUBMIT_TRANSPORT_MACHINE',
  tokenKey: 'TOKEN_KEY',
  secretsKey: 'SECRETS_KEY',
  /** `{base_url}` of the API. */
  apiUrl: 'API_URL',
  /** `iss` and `aud` of access tokens. */
  tokenIssuer: 'TOKEN_ISSUER',
  /** `{app_url}` of the web application, for links in mails. */
  appUrl: 'APP_URL',
  mailFrom: 'MAIL_FROM',
  mailConfigurationSet: 'MAIL_CONFIGURATION_SET',
  /** The SES configuration set of mails with documents. */
  documentMailConfigurationSet: 'DOCUMENT_MAIL_CONFIGURATION_SET',
  taxauthUrl: 'TAXAUTH_URL',
  taxauthTransportUrl: 'TAXAUTH_TRANSPORT_URL',
} as const;

export type EnvironmentVariable = keyof typeof VARIABLES;

/** The value of a required variable. @throws Error with its name when the stage does not set it */
export const environment = (name: EnvironmentVariable): string => environmentVariable(VARIABLES[name]);

/** The value of a required variable by its name in `process.env`. @throws Error with the name when it is not set or empty */
export function environmentVariable(variable: string): string {
  const value = optionalVariable(variable);
  if (value === undefined) throw new Error(`Environment variable ${variable} is not set.`);
  return value;
}

/** The value of a variable that may be absent; an empty one counts as absent. */
export const optionalVariable = (variable: string): string | undefined => process.env[variable] || undefined;

/** Variables that only some stages set. */
const OPTIONAL = {
  /** The address of tracked links, if they have a host of their own. */
  trackingUrl: 'TRACKING_URL',
  /** The domain that passkeys are bound to. */
  passkeyDomain: 'PASSKEY_RP_ID',
  /** The web origins where passkeys may be used, separated by commas. */
  passkeyOrigins: 'PASSKEY_ORIGINS',
  /** SHA-256 hashes of the secrets of the edge, separated by commas (shared/platform/lambda/endpoint/edge.ts). */
  edgeProofs: 'EDGE_PROOFS',
  /** `on`: requests that have not come through the edge are refused. */
  edgeOnly: 'EDGE_ONLY',
  /** Routes of other endpoints, `POST /clients/bulk-delete`, separated by commas (shared/platform/lambda/endpoint/steps/refuse-other-method.ts). */
  otherRoutes: 'OTHER_ROUTES',
  taxauthUrl: 'TAXAUTH_URL',
  taxauthTransportUrl: 'TAXAUTH_TRANSPORT_URL',
} as const;

export const optionalEnvironment = (name: keyof typeof OPTIONAL): string | undefined => optionalVariable(OPTIONAL[name]);

/** Sets a variable that a library reads by itself. @returns a function that restores the previous value */
export function setVariable(variable: 'TMPDIR' | 'FONTCONFIG_PATH', value: string): () => void {
  const before = process.env[variable];
  process.env[variable] = value;
  return () => {
    if (before === undefined) delete process.env[variable];
    else process.env[variable] = before;
  };
}
