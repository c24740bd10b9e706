import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type * as z from 'zod';
import { badRequest, type Problem } from '../../kernel/errors.ts';
import type { Actor } from '../../access/model.ts';
import type { Company } from '../../model/company.ts';
import { type CompanyId, companyPartition, companyScope, userPartition } from '../../store/table.ts';
import { type Commit, commitPlainly, type Write } from '../../store/transact.ts';
import { admit, type Admitted, type Requirements } from './admission.ts';
import { Answer, gatewayAnswer } from './answer.ts';
import type { Grant } from '../grants.ts';
import { type Claim, claimKey } from './idempotency.ts';
import { asAnswer, requestLog } from './middleware.ts';
import {
  cleanBody,
  clientAddress,
  comparedBody,
  contentEncodingFault,
  header,
  jsonBody,
  type Parsed,
  pathParameters,
  queryParameters,
  through,
} from './request.ts';
import { touchApiToken } from './touch-api-token.ts';

/** What `read` may see: the request of an admitted caller. */
export interface ReadScope<Query, Body> {
  /** The company in whose scope the request runs; the id is empty where there is none. */
  company: CompanyId;
  /** The organization of that company, or the one that the caller acts in; empty where there is none. */
  organizationId: string;
  /** Empty on public endpoints. */
  userId: string;
  params: Record<string, string>;
  query: Query;
  /** Undefined when the body is refused: `read` then still tells whether the path's record exists. */
  body: Body | undefined;
}

/** What `run` is called with, after admission. */
export interface RunScope<A extends Requirements['auth'], Query, Body, Loaded> {
  /** The company in whose scope the request runs; for `company` endpoints it is there. */
  company: A extends 'company' ? Company : Company | null;
  companyId: CompanyId;
  actor: A extends 'public' ? null : Actor;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** What `read` returned. */
  loaded: Loaded;
  /** Commits the use case's writes together with the result that `run` returns; see `Commit`. */
  commit: <R>(writes: Write[], result: R) => ReturnType<Commit<R>>;
  /** Whether the caller sent `Idempotency-Key`. */
  idempotent: boolean;
  /** The caller's network address. */
  address: string;
  /** The request as API Gateway gave it, for what the schemas do not cover (multipart bodies, `Accept-Language`). */
  event: APIGatewayProxyEventV2;
  signal: AbortSignal;
}

export interface EndpointDefinition<
  A extends Requirements['auth'] = Requirements['auth'],
  Query = unknown,
  Body = unknown,
  Loaded = unknown,
  Result = unknown,
> extends Omit<Requirements, 'auth' | 'writes'> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template as in OpenAPI: `/api/v1/invoices/{uuid}`. */
  path: string;
  summary: string;
  auth: A;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** The parts of a multipart form, in place of `body`; `run` reads them itself. */
  form?: Record<string, 'binary' | 'string'>;
  /** What a body that does not fit its schema answers: 422 unless the contract says 400 (account endpoints, invoices), or tells by the body. */
  invalidBody?: 400 | 422 | ((body: Record<string, unknown>) => 400 | 422);
  /** Status of success to the schema of its body; null for none. The first one is used for plain results. */
  responses: Record<number, z.ZodType | null>;
  /** Media type of the file that the first response is, or may be beside its schema; `*\/*` when files of many types are. */
  produces?: string;
  /** Further statuses, beside those that every endpoint of its `auth` may answer. */
  errors?: number[];
  /** What the function touches (grants.ts), beside the reads of admission. */
  uses?: Grant[];
  /** Megabytes of memory and seconds of time where the defaults do not fit. */
  memory?: number;
  timeoutSeconds?: number;
  /** Reads that need only the request: one wave, when the caller is admitted, beside the claim of an `Idempotency-Key`. */
  read?: (scope: ReadScope<Query, Body>) => Promise<Loaded>;
  /**
   * The JSON body of a result, or a whole answer where the status depends on the result, or a promise of either; without it the
   * result is the body.
   */
  present?: (result: Result) => unknown;
}

export interface EndpointHandler {
  (event: APIGatewayProxyEventV2, context: LambdaContext): Promise<APIGatewayProxyStructuredResultV2>;
  definition: EndpointDefinition & { kind: 'endpoint' };
}

/**
 * The only way to make an HTTP function. The definition is at once the route, the grants, the OpenAPI operation and the
 * types of `run`; the chain around `run` is the same for all: request id and log, error mapping, then admission, body, the
 * endpoint's own reads and `Idempotency-Key`, run, answer.
 */
export function defineEndpoint<
  A extends Requirements['auth'],
  Query = Record<string, never>,
  Body = undefined,
  Loaded = undefined,
  Result = void,
>(
  definition: EndpointDefinition<A, Query, Body, Loaded, Result>,
  run: (scope: RunScope<A, Query, Body, Loaded>) => Promise<Result | Answer> | Result | Answer,
): EndpointHandler {
  const present = presenter(definition as EndpointDefinition<A, Query, Body, Loaded, Result>);
  const handle = async (event: APIGatewayProxyEventV2, _context: LambdaContext, { signal }: { signal: AbortSignal }) => {
    const { actor, company } = await admit({ ...definition, writes: definition.method !== 'GET' }, event);
    const request = parse(definition, event);
    if (request.syntax) throw request.syntax;
    if (request.params.problem) throw request.params.problem;
    // Not before admission is through: a refused request must not cost what its input asks for.
    const loading = startRead(definition, request, { actor, company });
    const touched = touchApiToken(actor?.apiToken ?? null);
    // A repetition gets the first answer even where that has changed what `read` finds; fields that do not fit are told again.
    const claim = request.query.problem || request.body.problem ? undefined : await claimOf(definition, event, actor, company);
    if (claim instanceof Answer) {
      await touched;
      return gatewayAnswer(claim);
    }
    const result = await answered(claim, async () => {
      const loaded = await loading;
      const query = valueOf(request.query);
      const body = valueOf(request.body);
      // Which fields are there follows from `auth`, which admission has checked: the compiler cannot follow it that far.
      const scope = {
        company,
        companyId: companyScope(company?.id ?? ''),
        actor,
        params: valueOf(request.params),
        query,
        body,
        loaded,
        commit: claim ? claim.commitAs(present) : commitPlainly<Result>,
        idempotent: claim !== undefined,
        address: clientAddress(event),
        event,
        signal,
      } as unknown as RunScope<A, Query, Body, Loaded>;
      const outcome = await run(scope);
      return outcome instanceof Answer ? outcome : present(outcome);
    });
    await touched;
    return gatewayAnswer(result);
  };
  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(requestLog(definition))
    .handler(handle as never);
  // Kept in the catalogue beside endpoints of other types: there it is called with events only.
  return Object.assign(handler, { definition: { ...definition, kind: 'endpoint' as const } }) as unknown as EndpointHandler;
}

/** Makes the answer of a plain result: the first declared status, and the body as presented. */
function presenter<A extends Requirements['auth'], Q, B, L, R>(
  definition: EndpointDefinition<A, Q, B, L, R>,
): (result: R) => Promise<Answer> {
  const status = Number(Object.keys(definition.responses)[0]);
  const empty = definition.responses[status] === null;
  return async result => {
    const shown = empty ? undefined : definition.present ? await definition.present(result) : result;
    return shown instanceof Answer ? shown : new Answer(status, shown);
  };
}

interface Request<Query, Body> {
  params: Parsed<Record<string, string>>;
  query: Parsed<Query>;
  /** The body's syntax (400) … */
  syntax: Problem | undefined;
  /** … and its fields (400 or 422 by the endpoint). */
  body: Parsed<Body>;
}

function parse<A extends Requirements['auth'], Query, Body, L, R>(
  definition: EndpointDefinition<A, Query, Body, L, R>,
  event: APIGatewayProxyEventV2,
): Request<Query, Body> {
  const params = pathParameters(event);
  const query: Parsed<Query> = definition.query
    ? throughTexts(queryParameters(event), value => through(definition.query as z.ZodType<Query>, value, 422))
    : { value: {} as Query };
  const syntax = definition.form ? contentEncodingFault(event) : undefined;
  if (!definition.body) return { params, query, syntax, body: { value: undefined as Body } };
  const json = jsonBody(event);
  if (json.problem) return { params, query, syntax: json.problem, body: { problem: json.problem } };
  const { invalidBody = 422, body: schema } = definition;
  const body = throughTexts(cleanBody(json.value), value => {
    const status = typeof invalidBody === 'function' ? invalidBody(value) : invalidBody;
    return through(schema, value, status);
  });
  return { params, query, syntax: undefined, body };
}

/** Texts are judged before the schema: of one that is no text, nothing else need be said. */
const throughTexts = <T>(
  clean: Parsed<Record<string, unknown>>,
  next: (value: Record<string, unknown>) => Parsed<T>,
): Parsed<T> => (clean.problem ? { problem: clean.problem } : next(clean.value));

const valueOf = <T>(parsed: Parsed<T>): T => {
  if (parsed.problem) throw parsed.problem;
  return parsed.value as T;
};

function startRead<A extends Requirements['auth'], Query, Body, Loaded, R>(
  { read }: EndpointDefinition<A, Query, Body, Loaded, R>,
  { params, query, body }: Request<Query, Body>,
  { actor, company }: Admitted,
): Promise<Loaded | undefined> {
  if (!read || query.problem) return Promise.resolve(undefined);
  const scope: ReadScope<Query, Body> = {
    company: companyScope(company?.id ?? ''),
    organizationId: company?.organizationId ?? actor?.membership?.organizationId ?? '',
    userId: actor?.userId ?? '',
    params: params.value ?? {},
    query: query.value as Query,
    body: body.value,
  };
  const loading = (async () => read(scope))();
  // A failure is reported where the result is awaited; until then it must not end the process.
  loading.catch(() => {});
  return loading;
}

/** The claim of an `Idempotency-Key` on POSTs of `/api/v1` by a known caller. */
async function claimOf(
  definition: { method: string; path: string },
  event: APIGatewayProxyEventV2,
  actor: Actor | null,
  company: Company | null,
): Promise<Claim | Answer | undefined> {
  const key = header(event, 'idempotency-key')?.trim();
  if (key === undefined || definition.method !== 'POST' || !definition.path.startsWith('/api/v1') || !actor) return undefined;
  if (key === '') throw badRequest('Idempotency-Key is empty.');
  return claimKey({
    partition: company ? companyPartition(companyScope(company.id)) : userPartition(actor.userId),
    userId: actor.userId,
    endpoint: `${definition.method} ${definition.path}`,
    key,
    content: [event.rawPath, event.rawQueryString, comparedBody(event)].join('\n'),
  });
}

/** Runs under a claim: keeps the answer, also a refusal; gives the key free after a failure of ours. */
async function answered(claim: Claim | undefined, run: () => Promise<Answer>): Promise<Answer> {
  if (!claim) return run();
  try {
    const answer = await run();
    await claim.keep(answer);
    return answer;
  } catch (error) {
    const refusal = asAnswer(error);
    if (refusal.status < 500 && refusal.status !== 429) await claim.keep(refusal);
    else await claim.release();
    throw error;
  }
}
