import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiBody, integrationOf } from '../../infra/api/api-body.ts';
import type { BackgroundEntry, EndpointEntry } from '../../infra/catalogue.ts';
import { keepsIdempotency } from '../../infra/api/declared-errors.ts';
import type { System } from '../../infra/stage/invoicing-stage.ts';
import { CALLING_AREAS } from '../../infra/stacks/observability/log-filters.ts';
import { importApi } from '../../infra/local/gateway/imported-api.ts';
import { type IamRequest, isAllowed } from '../../infra/local/policy/evaluate.ts';
import { POST_WEBHOOK, PRINTER, tableArn } from '../../infra/stage/names.ts';
import { VARIABLES } from '#shared/platform/aws/environment.ts';
import {
  type QueueGrant,
  queueGrant,
  queueVariable,
  RARE_WORK,
  RARE_WORKERS,
  SENDABLE_QUEUES,
} from '#shared/platform/aws/queues.ts';
import { SEALED, type SealGrant, sealGrant, type UnsealGrant, unsealGrant } from '#shared/base/vocabulary/sealed-kinds.ts';
import { type Grant, tableAccess, type TableAccess } from '#shared/platform/lambda/grants.ts';
import { reachableCode } from './reachable.ts';
import { list, ofType, type Resource, type StackTemplate, STAGE, synthesise, systemOf, text } from './synthesis.ts';

const SEAL_GRANTS = Object.fromEntries(
  SEALED.flatMap(kind => [
    [sealGrant(kind), ['kms:GenerateDataKey']],
    [unsealGrant(kind), ['kms:Decrypt']],
  ]),
) as Record<SealGrant | UnsealGrant, string[]>;
const QUEUE_GRANTS = Object.fromEntries(SENDABLE_QUEUES.map(name => [queueGrant(name), ['sqs:SendMessage']])) as Record<
  QueueGrant,
  string[]
>;

/** What each word of `uses` allows a function to do. Written a second time here, so that a word that is widened is noticed. */
const ACTIONS: Record<Grant, string[]> = {
  'documents:read': ['s3:GetObject', 's3:ListBucket'],
  'logos:read': ['s3:GetObject'],
  'documents:write': ['s3:PutObject'],
  'documents:lock': ['s3:PutObjectRetention'],
  'uploads:write': ['s3:PutObject'],
  'uploads:read': ['s3:GetObject', 's3:ListBucket'],
  'documents:remove': ['s3:DeleteObject'],
  'documents:purge': ['s3:DeleteObjectVersion', 's3:ListBucketVersions'],
  'documents:bypass-lock': ['s3:BypassGovernanceRetention'],
  'trust:read': ['s3:GetObject', 's3:ListBucket'],
  'anchors:write': ['s3:PutObject'],
  'anchors:read': ['s3:GetObject', 's3:ListBucket'],
  'dependencies:check': ['sqs:GetQueueAttributes', 's3:ListBucket'],
  'render:invoke': ['lambda:InvokeFunction'],
  'print:invoke': ['lambda:InvokeFunction'],
  'schematron:invoke': ['lambda:InvokeFunction'],
  'post-webhook:invoke': ['lambda:InvokeFunction'],
  // Of the bucket that the stage's EINVOICE_ARTIFACTS names; nothing where it names none.
  'artifacts:read': ['s3:GetObject', 's3:ListBucket'],
  ...QUEUE_GRANTS,
  'background-workers:invoke': ['lambda:InvokeFunction'],
  'unhurried-workers:invoke': ['lambda:InvokeFunction'],
  'captcha-secret:read': ['ssm:GetParameter'],
  'taxauth-client-secret:read': ['ssm:GetParameter'],
  'submit-invoice:start': ['states:StartExecution'],
  'submit-transport:start': ['states:StartExecution'],
  'token-key:sign': ['kms:Sign', 'kms:GetPublicKey', 'dynamodb:PutItem'],
  'token-keys:rotate': [
    ...['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
    'kms:CreateKey',
    'kms:TagResource',
    'kms:GetPublicKey',
    'kms:ScheduleKeyDeletion',
    'kms:CreateAlias',
    'kms:UpdateAlias',
    'kms:DeleteAlias',
  ],
  ...SEAL_GRANTS,
  'email:send': ['ses:SendEmail', 'ses:SendRawEmail'],
  'document-email:send': ['ses:SendEmail', 'ses:SendRawEmail'],
  'taxauth:call': [],
  'taxauth-transport:call': [],
};

const LOGGING = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const QUEUE_CONSUMER = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'];
const STREAM_CONSUMER = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
  'sqs:SendMessage',
];

/** Calls in our code, and the action that each needs. */
const CALLS: Record<string, string> = {
  GetCommand: 'dynamodb:GetItem',
  BatchGetCommand: 'dynamodb:BatchGetItem',
  QueryCommand: 'dynamodb:Query',
  PutCommand: 'dynamodb:PutItem',
  UpdateCommand: 'dynamodb:UpdateItem',
  DeleteCommand: 'dynamodb:DeleteItem',
  GetObjectCommand: 's3:GetObject',
  HeadObjectCommand: 's3:GetObject',
  ListObjectsV2Command: 's3:ListBucket',
  PutObjectCommand: 's3:PutObject',
  DeleteObjectCommand: 's3:DeleteObject',
  ListObjectVersionsCommand: 's3:ListBucketVersions',
  // With ids of versions.
  DeleteObjectsCommand: 's3:DeleteObjectVersion',
  InvokeCommand: 'lambda:InvokeFunction',
  SendMessageCommand: 'sqs:SendMessage',
  GetParameterCommand: 'ssm:GetParameter',
  GetQueueAttributesCommand: 'sqs:GetQueueAttributes',
  StartExecutionCommand: 'states:StartExecution',
  SignCommand: 'kms:Sign',
  GetPublicKeyCommand: 'kms:GetPublicKey',
  CreateKeyCommand: 'kms:CreateKey',
  CreateAliasCommand: 'kms:CreateAlias',
  UpdateAliasCommand: 'kms:UpdateAlias',
  DeleteAliasCommand: 'kms:DeleteAlias',
  ScheduleKeyDeletionCommand: 'kms:ScheduleKeyDeletion',
  GenerateDataKeyCommand: 'kms:GenerateDataKey',
  DecryptCommand: 'kms:Decrypt',
  SendEmailCommand: 'ses:SendRawEmail',
};

/** The writes of transactions (shared/platform/store/transact.ts), which IAM checks one by one. */
const WRITES: Record<string, string> = {
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  remove: 'dynamodb:DeleteItem',
  check: 'dynamodb:ConditionCheckItem',
};

type Entry = EndpointEntry | BackgroundEntry;

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Record<string, string[]>>;
}

interface Deployed {
  name: string;
  stack: string;
  properties: Record<string, unknown>;
  roleId: string;
  /** What its role allows. */
  statements: Statement[];
  /** What the policies deny that its role refers to. */
  denied: Statement[];
}

let system: System;
let templates: StackTemplate[];
let deployed: Map<string, Deployed>;
let entries: Entry[];

beforeAll(async () => {
  system = await systemOf();
  templates = synthesise(system);
  entries = [...system.catalogue.endpoints, ...system.catalogue.background];
  deployed = new Map(
    templates.flatMap(template => deployedIn(template)).map(one => [one.name.replace(`${STAGE.name}-`, ''), one]),
  );
});

interface Policy {
  PolicyDocument: { Statement: Statement[] };
}

const statementsOf = (effect: string, policies: readonly Policy[]): Statement[] =>
  policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).filter(({ Effect }) => Effect === effect);

function deployedIn({ stack, resources }: StackTemplate): Deployed[] {
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => {
      const roleId = (Properties['Role'] as { 'Fn::GetAtt': string[] })['Fn::GetAtt'][0] ?? '';
      const role = (resources[roleId] as Resource).Properties;
      const policies = role['Policies'] as Policy[];
      const managed = ((role['ManagedPolicyArns'] ?? []) as { Ref: string }[]).map(
        ({ Ref }) => (resources[Ref] as Resource).Properties as unknown as Policy,
      );
      return {
        name: String(Properties['FunctionName']),
        stack,
        properties: Properties,
        roleId: `${stack}/${roleId}`,
        statements: statementsOf('Allow', [...policies, ...managed]),
        denied: statementsOf('Deny', [...policies, ...managed]),
      };
    });
}

const of = (name: string): Deployed => {
  const found = deployed.get(name);
  if (!found) throw new Error(`${name} is not deployed.`);
  return found;
};

const actionsOf = (name: string, only: (statement: Statement) => boolean = () => true): string[] =>
  of(name)
    .statements.filter(only)
    .flatMap(statement => list(statement.Action) as string[]);

const unique = (values: string[]): string[] => [...new Set(values)].sort();

const READS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const TABLE_ACTIONS: Record<TableAccess, string[]> = { none: [], read: READS, write: [...READS, ...Object.values(WRITES)] };

/** What a function may do by its definition: the table, its `uses`, and what the chain around it needs. */
function expectedActions({ handler: { definition } }: Entry): string[] {
  const actions = [...LOGGING, ...TABLE_ACTIONS[tableAccess(definition)]];
  actions.push(...(definition.uses ?? []).flatMap(grant => ACTIONS[grant]));
  if (definition.kind === 'worker') actions.push(...QUEUE_CONSUMER);
  if (definition.kind === 'stream') actions.push(...STREAM_CONSUMER);
  if (definition.kind !== 'endpoint') return unique(actions);
  if (definition.auth !== 'public') actions.push('dynamodb:GetItem', 'dynamodb:Query');
  if (definition.auth !== 'public' || !definition.uncounted) actions.push('dynamodb:UpdateItem');
  if (keepsIdempotency(definition)) actions.push('dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem');
  return unique(actions);
}

describe('every file of functions/ is one Lambda function', () => {
  it('catalogue and templates name the same functions, each once; the OpenAPI document has one more function', () => {
    const names = templates.flatMap(template => deployedIn(template).map(({ name }) => name));
    expect(names.sort()).toEqual([...entries.map(({ name }) => `${STAGE.name}-${name}`), `${STAGE.name}-openapi`].sort());
  });

  it('API Gateway can assume the role that invokes functions: it sends no `aws:SourceAccount`', () => {
    const roles = ofType(templates, 'AWS::IAM::Role').filter(role => text(role).includes('apigateway.amazonaws.com'));
    expect(roles.map(({ Properties }) => Properties['AssumeRolePolicyDocument'])).toEqual([
      {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' }, Action: 'sts:AssumeRole' }],
      },
    ]);
  });

  it('every route leads to the function of its endpoint, and there is no other route', () => {
    const [api] = ofType(templates, 'AWS::ApiGatewayV2::Api');
    const body = api?.Properties['Body'] as ApiBody;
    const routes = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const integration = integrationOf(body, operation);
        expect(integration).toMatchObject({ credentials: { 'Fn::GetAtt': ['Invoker', 'Arn'] } });
        const target = /function:([^/]+)\/invocations$/.exec(text(integration.uri))?.[1];
        return `${method.toUpperCase()} ${path} → ${target}`;
      }),
    );
    const declared = system.catalogue.endpoints.map(
      ({ name, handler: { definition } }) => `${definition.method} ${definition.path} → ${STAGE.name}-${name}:live`,
    );
    const document = `${STAGE.name}-openapi`;
    const others = [`GET /openapi.json → ${document}`, `X-AMAZON-APIGATEWAY-ANY-METHOD /$default → ${document}`];
    expect(routes.sort()).toEqual([...declared, ...others].sort());
  });

  it('a function whose route has an id where paths of other endpoints have a word knows these, and no other function does', () => {
    const known = system.catalogue.endpoints.flatMap(({ name, handler: { definition } }) => {
      const { OTHER_ROUTES } = (of(name).properties['Environment'] as { Variables: Record<string, string> }).Variables;
      return OTHER_ROUTES === undefined ? [] : [[`${definition.method} ${definition.path}`, OTHER_ROUTES] as const];
    });
    const routes = Object.fromEntries(known);
    expect(routes['PATCH /api/v1/products/{uuid}']).toBe('POST /api/v1/products/bulk-delete');
    expect(routes['GET /api/v1/clients/{uuid}']).toBe('POST /api/v1/clients/bulk-delete,POST /api/v1/clients/from-registry');
    expect(routes['GET /api/v1/invoices/{uuid}/pdf']).toBeUndefined();
    // A function may have 4 KB of variables; each of these names the words of one level of the paths.
    for (const [route, others] of known) expect(others.length, route).toBeLessThan(500);
  });

  it('any method that the path of an endpoint does not have leads to a function that answers 405 for it', () => {
    const [api] = ofType(templates, 'AWS::ApiGatewayV2::Api');
    const route = importApi(api?.Properties['Body'] as ApiBody);
    const { endpoints } = system.catalogue;
    const byPath = Map.groupBy(endpoints, ({ handler }) => handler.definition.path);
    const reached: string[] = [];
    for (const [path, its] of byPath) {
      const methods = its.map(({ handler }) => handler.definition.method as string);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].filter(one => !methods.includes(one))) {
        const found = route(method, path.replace(/\{[^}]+\}/g, 'x'));
        if (found?.key === '$default') continue;
        const name = found?.operation.operationId ?? '';
        const { OTHER_ROUTES = '' } = (of(name).properties['Environment'] as { Variables: Record<string, string> }).Variables;
        expect(OTHER_ROUTES.split(','), `${method} ${path} reaches ${name}`).toEqual(
          expect.arrayContaining(methods.map(own => `${own} ${path}`)),
        );
        reached.push(`${method} ${path}`);
      }
    }
    expect(reached).toContain('DELETE /api/v1/clients/bulk-delete');
    expect(reached).toContain('GET /api/v1/invoices/{uuid}/attachments/uploads');
  });

  it('requests without a route go to the function of the document: `isDefaultRoute` makes the default route, its path alone does not', () => {
    const [api] = ofType(templates, 'AWS::ApiGatewayV2::Api');
    const body = api?.Properties['Body'] as ApiBody;
    expect(body.paths['/$default']?.['x-amazon-apigateway-any-method']).toMatchObject({ isDefaultRoute: true });
    const route = importApi(body);
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['PUT', '/health'],
      ['HEAD', '/health'],
    ] as const) {
      const found = route(method, path);
      expect([method, path, found?.key, text(found?.integration.uri)]).toEqual([
        ...[method, path, '$default', expect.stringContaining(`:function:${STAGE.name}-openapi/invocations`)],
      ]);
    }
    expect(route('GET', '/health')?.key).toBe('GET /health');
  });

  it('all run Node 24 on arm64, except the printer, whose browser exists for x86_64 only', () => {
    for (const { name } of entries) {
      const { Runtime, Architectures } = of(name).properties;
      expect([name, Runtime, Architectures]).toEqual([name, 'nodejs24.x', [name === PRINTER ? 'x86_64' : 'arm64']]);
    }
  });

  it('have the memory that they state, else 1,024 MB where a caller waits and 512 MB where none does', () => {
    for (const { name, handler } of entries) {
      const { kind, memory = kind === 'endpoint' ? 1024 : 512 } = handler.definition;
      expect([name, of(name).properties['MemorySize']]).toEqual([name, memory]);
    }
    expect(of(PRINTER).properties['MemorySize']).toBe(2048);
  });

  it('read no source maps at startup: stack traces name the sources when an error is logged', () => {
    for (const { Properties } of ofType(templates, 'AWS::Lambda::Function')) {
      const { Variables = {} } = (Properties['Environment'] ?? {}) as { Variables?: Record<string, unknown> };
      expect([Properties['FunctionName'], Variables['NODE_OPTIONS']]).toEqual([Properties['FunctionName'], undefined]);
    }
  });

  it('an endpoint times out before API Gateway does (30 seconds)', () => {
    for (const { name } of system.catalogue.endpoints) expect(of(name).properties['Timeout'], name).toBeLessThan(30);
  });

  it('the functions of an area write to one log group with the retention of the stage', () => {
    const groups = ofType(templates, 'AWS::Logs::LogGroup').map(({ Properties }) => Properties['LogGroupName']);
    for (const area of new Set(entries.map(entry => entry.area))) expect(groups).toContain(`/invoicing/${STAGE.name}/${area}`);
    for (const { Properties } of ofType(templates, 'AWS::Logs::LogGroup')) {
      expect(Properties['RetentionInDays']).toBe(STAGE.logRetentionDays);
    }
  });
});

describe('a function may do what it declares, and nothing more', () => {
  it('has a role of its own', () => {
    const roles = [...deployed.values()].map(({ roleId }) => roleId);
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('its role allows the actions of its `uses` and of the chain around it', () => {
    const expected = Object.fromEntries(entries.map(entry => [entry.name, expectedActions(entry)]));
    expect(Object.fromEntries(entries.map(({ name }) => [name, unique(actionsOf(name))]))).toEqual(expected);
  });

  it('functions that run a browser or call addresses of customers may only write their log', () => {
    for (const name of [PRINTER, POST_WEBHOOK]) expect(unique(actionsOf(name)), name).toEqual(LOGGING);
  });

  describe('the published keys, which access tokens are verified with', () => {
    const ofPartition = (action: string, ...leadingKeys: string[]): IamRequest => ({
      action,
      resource: tableArn(STAGE),
      context: { 'dynamodb:LeadingKeys': leadingKeys },
    });
    /** Whether a statement of the template is about the request: `Fn::Sub` is compared as it is written. */
    const isAbout = (statements: readonly Statement[], request: IamRequest): boolean =>
      isAllowed(
        statements.map(({ Action, Resource, Condition }) => ({
          Action: list(Action) as string[],
          Resource: list(Resource).map(text),
          ...(Condition && { Condition }),
        })),
        request,
      );
    const EVERY_WRITE = [
      ...Object.values(WRITES).filter(action => action !== 'dynamodb:ConditionCheckItem'),
      ...['dynamodb:BatchWriteItem', 'dynamodb:PartiQLInsert', 'dynamodb:PartiQLUpdate', 'dynamodb:PartiQLDelete'],
    ];
    const publishing = (): string[] =>
      entries
        .filter(({ handler }) => handler.definition.uses?.some(word => word === 'token-key:sign' || word === 'token-keys:rotate'))
        .map(({ name }) => name);

    it('only functions that sign access tokens or rotate their keys may write the published keys', () => {
      expect(publishing().length).toBeGreaterThan(5);
      const allowed = EVERY_WRITE.flatMap(action =>
        entries.filter(({ name }) => isAbout(of(name).statements, ofPartition(action, 'JWKS'))).map(({ name }) => name),
      );
      expect(unique(allowed)).toEqual(publishing().toSorted());
    });

    it('every write of them is denied to all other functions, whatever their roles allow', () => {
      expect(EVERY_WRITE.length).toBeGreaterThanOrEqual(7);
      for (const { name } of entries) {
        const { denied } = of(name);
        const [keys, more, others] = [['JWKS'], ['C#1', 'JWKS'], ['C#1', 'U#1']].map(leadingKeys =>
          EVERY_WRITE.filter(action => isAbout(denied, ofPartition(action, ...leadingKeys))),
        );
        const publishes = publishing().includes(name);
        expect([name, keys, more, others]).toEqual([
          name,
          publishes ? [] : EVERY_WRITE,
          publishes ? [] : EVERY_WRITE,
          // Their own items are not affected.
          [],
        ]);
      }
    });
  });

  it('only a function that declares it may read a secret, and no other parameter', () => {
    const parameters = (name: string): string[] =>
      of(name)
        .statements.filter(({ Action }) => (list(Action) as string[]).some(action => action.startsWith('ssm:')))
        .flatMap(({ Resource }) => list(Resource).map(resource => /parameter\/[^"}]+/.exec(JSON.stringify(resource))?.[0] ?? ''));
    const readers = Object.fromEntries(
      entries.map(({ name }) => [name, parameters(name)] as const).filter(([, found]) => found.length > 0),
    );
    const secrets = `parameter/invoicing/${STAGE.name}/secrets`;
    expect(readers).toEqual({
      ...{ 'auth-register': [`${secrets}/captcha`], 'auth-forgot-password': [`${secrets}/captcha`] },
      ...{ 'contact-send': [`${secrets}/captcha`], 'taxauth-connect-callback': [`${secrets}/taxauth-client`] },
    });
  });

  it('a GET writes only records that its response is about: views, states of a consent, defaults', () => {
    const writing = system.catalogue.endpoints
      .filter(({ handler: { definition } }) => definition.method === 'GET' && tableAccess(definition) === 'write')
      .map(({ name }) => name);
    expect(writing.toSorted()).toEqual([
      // The first list of a category creates its default template.
      'email-templates-list',
      // Calls to the tax authority are counted; its response is kept.
      'invoices-taxauth-response',
      // Openings, clicks and views are counted.
      ...['mail-tracking-click', 'mail-tracking-open', 'pages-shared-document', 'share-pdf', 'share-view', 'share-xml'],
      // The steps of a consent in the browser (RFC 6749).
      ...['taxauth-connect', 'taxauth-connect-callback', 'taxauth-connect-link'],
      // Calls to its register are counted, too.
      'taxauth-vat-status',
    ]);
  });

  it('an endpoint that declares no writes may write only rate limits, the use of API keys and idempotency records', () => {
    const readers = system.catalogue.endpoints.filter(({ handler }) => tableAccess(handler.definition) !== 'write');
    expect(readers.length).toBeGreaterThan(0);
    for (const { name } of readers) {
      const writes = of(name).statements.filter(({ Action }) =>
        (list(Action) as string[]).some(action => Object.values(WRITES).includes(action)),
      );
      for (const { Condition } of writes) {
        const keys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
        expect(keys.length, name).toBeGreaterThan(0);
        expect(
          keys.every(key => ['RATE#*', 'U#*', 'C#*', 'JWKS'].includes(key)),
          `${name}: ${keys.join(', ')}`,
        ).toBe(true);
      }
    }
  });
});

describe('calls in the code are the calls that are granted', () => {
  let code: Map<string, string>;
  beforeAll(async () => {
    code = await reachableCode(entries.map(entry => entry.file));
  });

  const needs = new Map<string, string[]>();

  /** The actions that the function's own code needs. */
  function neededBy(name: string): string[] {
    const known = needs.get(name) ?? neededIn(code.get(name) ?? '');
    needs.set(name, known);
    return known;
  }

  function neededIn(source: string): string[] {
    const calls = [...source.matchAll(/new (\w+Command)\d*\(/g)]
      .map(match => match[1] ?? '')
      .filter(call => call !== 'TransactWriteCommand')
      // A form that is signed here permits its sender to do this.
      .concat(/\bcreatePresignedPost\(/.test(source) ? ['PutObjectCommand'] : []);
    const locks = [
      ...(/\bputEvidence\(/.test(source) ? ['s3:PutObjectRetention'] : []),
      ...(source.includes('BypassGovernanceRetention: true') ? ['s3:BypassGovernanceRetention'] : []),
    ];
    const transact = source
      .split('\n// ')
      .filter(part => part.startsWith('shared/platform/store/transact.ts'))
      .join('\n');
    // Modules that are loaded when they are needed stand in functions of their own, without `var`.
    const writes = Object.keys(WRITES).filter(write => new RegExp(`^(var | +)${write} = `, 'm').test(transact));
    return unique([
      ...calls.map(call => CALLS[call] ?? `an action for ${call}`),
      ...locks,
      ...writes.map(write => WRITES[write] ?? ''),
    ]);
  }

  it('the calls of a function are found: those of drafting an invoice and of issuing one', () => {
    expect(neededBy('invoices-create')).toEqual(
      expect.arrayContaining(['dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:UpdateItem']),
    );
    expect(neededBy('invoices-issue')).toContain('lambda:InvokeFunction');
    expect(neededBy('workers-render-document')).toEqual(
      expect.arrayContaining(['s3:PutObject', 's3:PutObjectRetention', 'lambda:InvokeFunction']),
    );
    expect(neededBy('invoices-get')).toEqual(['dynamodb:GetItem', 'dynamodb:Query']);
  });

  it('every call that a function can reach is allowed to it', () => {
    const missing = entries.flatMap(({ name }) => {
      const allowed = actionsOf(name);
      return neededBy(name)
        .filter(action => !allowed.includes(action))
        .map(action => `${name} calls ${action}`);
    });
    expect(missing).toEqual([]);
  });

  it('a function may read or write the table only if its code does', () => {
    const idle = entries.flatMap(({ name, handler: { definition } }) => {
      const access = tableAccess(definition);
      const shown = access === 'write' ? Object.values(WRITES) : READS;
      const isIdle = access !== 'none' && !shown.some(action => neededBy(name).includes(action));
      return isIdle ? [`${name} declares ${access}`] : [];
    });
    expect(idle).toEqual([]);
  });

  it('calls to the tax authority are counted in the log group of every area that makes them', () => {
    const calling = entries.filter(({ name }) => code.get(name)?.includes('"authority call"')).map(({ area }) => area);
    expect(unique(calling)).toEqual([...CALLING_AREAS].toSorted());
  });

  it('functions that hash passwords reserve concurrency if they need no session, so that a flood of logins takes none from invoicing', () => {
    const hashing = system.catalogue.endpoints
      .filter(({ handler }) => handler.definition.auth === 'public')
      .map(({ name }) => name)
      .filter(name => code.get(name)?.includes('argon2id('));
    expect(hashing).toContain('auth-login');
    for (const name of hashing) expect([name, of(name).properties['ReservedConcurrentExecutions']]).toEqual([name, 20]);
  });

  it('every word of `uses` is needed by a call that the function can reach', () => {
    const idle = entries.flatMap(({ name, handler }) => {
      const needed = neededBy(name);
      return (handler.definition.uses ?? [])
        .filter(grant => ACTIONS[grant].length > 0 && !ACTIONS[grant].some(action => needed.includes(action)))
        .map(grant => `${name} declares ${grant}`);
    });
    expect(idle).toEqual([]);
  });

  it('every environment variable that a function reads is set for it', () => {
    const missing = entries.flatMap(({ name, handler: { definition } }) => {
      const set = (of(name).properties['Environment'] as { Variables: Record<string, unknown> }).Variables;
      const has = (text: string): boolean => code.get(name)?.includes(text) ?? false;
      const asked = [
        ...Object.entries(VARIABLES).flatMap(([word, variable]) => (has(`"${word}"`) ? [variable] : [])),
        // A worker names the queue that it reads.
        ...SENDABLE_QUEUES.filter(
          queue => has(`queue: "${queue}"`) && !('queue' in definition && definition.queue === queue),
        ).map(queueVariable),
        ...RARE_WORKERS.filter(worker => has(`rareWork("${worker}"`)).map(worker => queueVariable(RARE_WORK[worker])),
      ];
      return asked.filter(variable => !(variable in set)).map(variable => `${name} asks for ${variable}`);
    });
    expect(missing).toEqual([]);
  });
});
