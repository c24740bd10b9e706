import type { Grant } from '../shared/lambda/grants.ts';
import { INDEXES } from '../shared/store/table.ts';
import type { EndpointEntry } from './catalogue.ts';
import { keepsIdempotency } from './declared-errors.ts';
import * as names from './names.ts';
import { allow, type Statement } from './statement.ts';
import type { StageSettings } from './stages.ts';

/** The statements about the table: one word of `uses` is one action, on the table or on one index. */

interface Granted {
  statements: Statement[];
  environment: Record<string, string>;
}

type TableGrant = Extract<Grant, `${'table' | 'index'}:${string}`>;
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

const read = (action: string) => (stage: StageSettings) => granted(stage, onTable(stage, [action]));
const write = (action: string) => (stage: StageSettings) => granted(stage, onTable(stage, [action], NOT_PUBLISHED_KEYS));
const indexArn = (stage: StageSettings, index: keyof typeof INDEXES): string => `${names.tableArn(stage)}/index/${index}`;
const query = (index: keyof typeof INDEXES) => (stage: StageSettings) =>
  granted(stage, allow(['dynamodb:Query'], [indexArn(stage, index)]));

export const TABLE_GRANTS: Record<TableGrant, (stage: StageSettings) => Granted> = {
  'table:get': read('dynamodb:GetItem'),
  'table:batch-get': read('dynamodb:BatchGetItem'),
  'table:batch-get-counts': stage => granted(stage, onTable(stage, ['dynamodb:BatchGetItem'], partitions('RATE#*'))),
  'table:query': read('dynamodb:Query'),
  'index:gsi1': query('gsi1'),
  'index:gsi2': query('gsi2'),
  'index:gsi3': query('gsi3'),
  'index:gsi4': query('gsi4'),
  'index:due': query('due'),
  'table:put': write('dynamodb:PutItem'),
  'table:update': write('dynamodb:UpdateItem'),
  'table:delete': write('dynamodb:DeleteItem'),
  'table:check': write('dynamodb:ConditionCheckItem'),
};

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
 * What the steps around every endpoint do with the table (shared/lambda/endpoint/steps), unless the endpoint may do it anyway by its
 * `uses`: rate limits, authentication, admission to a company, `Idempotency-Key`.
 */
export function chainGrants(definition: Definition, stage: StageSettings, uses: ReadonlySet<Grant>): Granted[] {
  const { auth, sessionOnly, uncounted } = definition;
  const counted = uncounted ? [] : ['RATE#*'];
  // Authentication stores on an API key when it was last used.
  const noted = auth === 'public' || sessionOnly ? [] : ['U#*'];
  // Of the company, or of the caller if the request names none.
  const kept = keepsIdempotency(definition) ? (auth === 'company' ? ['C#*'] : ['C#*', 'U#*']) : [];
  const needs: [Grant, string, string[]][] = [
    // Sessions and API keys, and the company.
    ['table:get', 'dynamodb:GetItem', auth === 'public' ? [] : ['U#*', 'C#*']],
    // The account with its memberships, and the keys that tokens are verified with.
    ['table:query', 'dynamodb:Query', auth === 'public' ? [] : ['U#*', PUBLISHED_KEYS]],
    ['table:update', 'dynamodb:UpdateItem', [...new Set([...counted, ...noted, ...kept])]],
    ['table:put', 'dynamodb:PutItem', kept],
    ['table:delete', 'dynamodb:DeleteItem', kept],
    // The parts of a large answer.
    ['table:batch-get', 'dynamodb:BatchGetItem', kept],
  ];
  const statements = needs
    .filter(([word, , patterns]) => patterns.length > 0 && !uses.has(word))
    .map(([, action, patterns]) => onTable(stage, [action], partitions(...patterns)));
  // The organization to act in, for callers who are in several.
  if (auth === 'user' && definition.organizationIn === undefined && !uses.has('index:gsi1'))
    statements.push(allow(['dynamodb:Query'], [indexArn(stage, 'gsi1')]));
  return statements.length > 0 ? [granted(stage, ...statements)] : [];
}
