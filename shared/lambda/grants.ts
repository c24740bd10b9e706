import { queueGrant, SENDABLE_QUEUES } from '../aws/queues.ts';
import { SECRET_NAMES, secretGrant } from '../settings/secret-names.ts';

/**
 * What a function touches, declared beside it. The CDK app turns each word into the narrowest IAM statement and the
 * environment variables that go with it; nothing else is granted.
 */
export const GRANTS = [
  /** Get, batch-get and query of the table and its indexes, and the rate-limit counters. */
  'table:read',
  /** All single-item writes and transactions. */
  'table:write',
  'documents:read',
  'documents:write',
  /** Make forms that post a file to the bucket of uploads. */
  'uploads:write',
  /** Read what was posted. */
  'uploads:read',
  /** Read the trust anchors and revocation lists of the deployment; no function may write them. */
  'trust:read',
  'documents:remove',
  /** Remove files with all their versions. */
  'documents:purge',
  /** Ask queues and bucket whether they answer, and nothing of what they hold. */
  'dependencies:check',
  /** Run the renderer and wait for it. */
  'render:invoke',
  /** Have a page printed as PDF. */
  'print:invoke',
  /** Have the official rules judge a document, where they are installed. */
  'schematron:invoke',
  /** Have a webhook posted to its receiver. */
  'post-webhook:invoke',
  /** Read the compiled official rules. */
  'artifacts:read',
  ...SENDABLE_QUEUES.map(queueGrant),
  ...SECRET_NAMES.map(secretGrant),
  /** Start executions of statemachines/submit-invoice.asl.json. */
  'submit-invoice:start',
  /** Start executions of statemachines/submit-transport.asl.json. */
  'submit-transport:start',
  /** Sign access tokens. */
  'token-key:sign',
  /** Make, publish and retire the keys that sign access tokens. */
  'token-keys:rotate',
  /** Encrypt and decrypt credentials of others that we keep. */
  'secrets-key:use',
  'email:send',
  /** Send documents in the name of companies. */
  'document-email:send',
  /** Reach the tax authority over the internet. */
  'taxauth:call',
  /** Reach its service for transport declarations. */
  'taxauth-transport:call',
] as const;

export type Grant = (typeof GRANTS)[number];
