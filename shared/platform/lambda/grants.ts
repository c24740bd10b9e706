import { queueGrant, SENDABLE_QUEUES, SHARED_QUEUES, workersGrant } from '#shared/platform/aws/queues.ts';
import { SEALED, sealGrant, unsealGrant } from '#shared/base/vocabulary/sealed-kinds.ts';
import { SECRET_NAMES, secretGrant } from '#shared/platform/settings/secret-names.ts';

/**
 * The permissions that a function may declare in `uses`: everything but the table. The CDK app turns each into the narrowest IAM statements
 * and the environment variables that go with them; a function is granted nothing else.
 */
export const GRANTS = [
  'documents:read',
  /** Read logos of companies, and no other file of the bucket. */
  'logos:read',
  'documents:write',
  /** Lock files of documents until a date as they are stored; without `documents:bypass-lock` nobody shortens that. */
  'documents:lock',
  /** Presign POST forms that upload a file to the bucket of uploads. */
  'uploads:write',
  /** Read uploaded files. */
  'uploads:read',
  /** Read the trust anchors and revocation lists of the deployment; no function may write them. */
  'trust:read',
  /** Store anchors of hash chains that are not there yet; no function may replace or remove one. */
  'anchors:write',
  /** List and read the anchors of hash chains. */
  'anchors:read',
  'documents:remove',
  /** Remove files with all their versions. */
  'documents:purge',
  /** Remove files that are locked, before their date. */
  'documents:bypass-lock',
  /** Check that the queues and the bucket respond, without access to their contents. */
  'dependencies:check',
  /** Invoke the renderer synchronously. */
  'render:invoke',
  /** Invoke the function that prints a page as PDF. */
  'print:invoke',
  /** Invoke the function that validates a document with the official Schematron rules, in deployments that have them. */
  'schematron:invoke',
  /** Invoke the function that posts a webhook to its receiver. */
  'post-webhook:invoke',
  /** Read the compiled official rules. */
  'artifacts:read',
  ...SENDABLE_QUEUES.map(queueGrant),
  /** Invoke the workers that share a queue. */
  ...SHARED_QUEUES.map(workersGrant),
  ...SECRET_NAMES.map(secretGrant),
  /** Start executions of statemachines/submit-invoice.asl.json. */
  'submit-invoice:start',
  /** Start executions of statemachines/submit-transport.asl.json. */
  'submit-transport:start',
  /** Sign access tokens. */
  'token-key:sign',
  /** Create, publish and retire the keys that sign access tokens. */
  'token-keys:rotate',
  /** Encrypt credentials to store them, and decrypt stored ones: of the kinds that are named. */
  ...SEALED.map(sealGrant),
  ...SEALED.map(unsealGrant),
  'email:send',
  /** Send mails with documents on behalf of companies. */
  'document-email:send',
  /** Call the tax authority's e-invoice service over the internet. */
  'taxauth:call',
  /** Call the tax authority's service for transport declarations. */
  'taxauth-transport:call',
] as const;

export type Grant = (typeof GRANTS)[number];

/**
 * What a function does with the table. Finer grants would separate nothing: who may get one item holds those of every tenant, whom keys and
 * not IAM keep apart.
 */
export type TableAccess = 'none' | 'read' | 'write';

/** What a function may do with the table: what it states, else a GET reads and everything else writes. Writers may read too. */
export const tableAccess = ({ table, method }: { table?: TableAccess; method?: string }): TableAccess =>
  table ?? (method === 'GET' ? 'read' : 'write');
