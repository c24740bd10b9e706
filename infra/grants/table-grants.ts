import { type Grant, tableAccess, type TableAccess } from '#shared/platform/lambda/grants.ts';
import type { EndpointEntry } from '../catalogue.ts';
import { keepsIdempotency } from '../api/declared-errors.ts';
import * as names from '../stage/names.ts';
import { allow, type Statement } from './statement.ts';
import type { StageSettings } from '../stage/stages.ts';

/** The statements about the table. */

interface Granted {
  statements: Statement[];
  environment: Record<string, string>;
}

type Definition = EndpointEntry['handler']['definition'];

const onTable = (stage: StageSettings, actions: string[], condition?: Statement['Condition']): Statement =>
  allow(actions, [names.tableArn(stage)], condition);

const granted = (stage: StageSettings, ...statements: Statement[]): Granted => ({
  statements,
  environment: { TABLE_NAME: names.tableName(stage) },
});

/** A condition: only items whose partition key matches one of the patterns. */
const partitions = (...patterns: string[]): Statement['Condition'] => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
});

/** Partition of the public keys that access tokens are verified with: a writer of it could log in as anybody. */
const PUBLISHED_KEYS = 'JWKS';

/** A condition: all items except the published keys. */
const NOT_PUBLISHED_KEYS: Statement['Condition'] = {
  'ForAllValues:StringNotEquals': { 'dynamodb:LeadingKeys': [PUBLISHED_KEYS] },
};

const indexesOf = (stage: StageSettings): string => `${names.tableArn(stage)}/index/*`;

const reads = (stage: StageSettings): Statement[] => [
  onTable(stage, ['dynamodb:GetItem', 'dynamodb:BatchGetItem']),
  allow(['dynamodb:Query'], [names.tableArn(stage), indexesOf(stage)]),
];

const writes = (stage: StageSettings): Statement =>
  onTable(
    stage,
    ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:ConditionCheckItem'],
    NOT_PUBLISHED_KEYS,
  );

/** What a function itself does with the table; the steps around it are in `chainGrants`. */
export const accessGrants = (access: TableAccess, stage: StageSettings): Granted[] =>
  access === 'none' ? [] : [granted(stage, ...reads(stage), ...(access === 'write' ? [writes(stage)] : []))];

/** Writes of the public keys that access tokens are verified with. */
export const writesPublishedKeys = (stage: StageSettings, actions: string[]): Statement =>
  onTable(stage, actions, partitions(PUBLISHED_KEYS));

/**
 * Every write of the published keys, to be denied to functions that publish none: whatever else their roles allow, now or by a later
 * mistake. A call that writes several items is denied if one of them is such a key.
 */
export const everyWriteOfPublishedKeys = (stage: StageSettings): Statement =>
  onTable(
    stage,
    [
      ...['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
      ...['dynamodb:PartiQLInsert', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'],
    ],
    { 'ForAnyValue:StringEquals': { 'dynamodb:LeadingKeys': [PUBLISHED_KEYS] } },
  );

/** Whether a function publishes keys: it signs access tokens, or rotates the keys that sign them. */
export const publishesKeys = (uses: readonly Grant[] = []): boolean =>
  uses.some(word => word === 'token-key:sign' || word === 'token-keys:rotate');

/**
 * What the steps around every endpoint do with the table (shared/platform/lambda/endpoint/steps), unless the endpoint may do it anyway: rate limits,
 * authentication, admission to a company, `Idempotency-Key`.
 */
export function chainGrants(definition: Definition, stage: StageSettings): Granted[] {
  const { auth, sessionOnly, uncounted } = definition;
  const access = tableAccess(definition);
  const counted = uncounted ? [] : ['RATE#*'];
  // Authentication stores on an API key when it was last used.
  const noted = auth === 'public' || sessionOnly ? [] : ['U#*'];
  // Of the company, or of the caller if the request names none.
  const kept = keepsIdempotency(definition) ? (auth === 'company' ? ['C#*'] : ['C#*', 'U#*']) : [];
  const reading: [string, string[]][] = [
    // Sessions and API keys, and the company.
    ['dynamodb:GetItem', auth === 'public' ? [] : ['U#*', 'C#*']],
    // The account with its memberships, and the keys that tokens are verified with.
    ['dynamodb:Query', auth === 'public' ? [] : ['U#*', PUBLISHED_KEYS]],
    // The parts of a large answer.
    ['dynamodb:BatchGetItem', kept],
  ];
  const writing: [string, string[]][] = [
    ['dynamodb:UpdateItem', [...new Set([...counted, ...noted, ...kept])]],
    ['dynamodb:PutItem', kept],
    ['dynamodb:DeleteItem', kept],
  ];
  const statements = [...(access === 'none' ? reading : []), ...(access === 'write' ? [] : writing)]
    .filter(([, patterns]) => patterns.length > 0)
    .map(([action, patterns]) => onTable(stage, [action], partitions(...patterns)));
  // The organization to act in, for callers who are in several.
  if (access === 'none' && auth === 'user' && definition.organizationIn === undefined)
    statements.push(allow(['dynamodb:Query'], [indexesOf(stage)]));
  return statements.length > 0 ? [granted(stage, ...statements)] : [];
}
