import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type * as z from 'zod';
import type { Actor } from '../../access/model.ts';
import type { Permission } from '../../access/permissions.ts';
import type { SecurityEvent } from '../../vocabulary/security-events.ts';
import type { Company } from '../../model/company.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Commit, Write } from '../../store/transact.ts';
import type { Grant } from '../grants.ts';
import type { WindowName } from '../limits/policies.ts';

/** What an endpoint asks of its caller. */
export interface Requirements {
  /** `public`: no credential; `user`: a credential; `company`: also an accessible company. */
  auth: 'public' | 'user' | 'company';
  /** Where the company's id stands: the header `X-Company`, or the path parameter `uuid`. Default: the header. */
  companyIn?: 'header' | 'path';
  /** The path parameter `uuid` names the organization in which the permission must be held. */
  organizationIn?: 'path';
  /** A deleted company may be named too: by everybody who might name it before, or by its owners alone. */
  deletedCompany?: true | 'owners';
  /** May change a read-only company too. */
  readOnlyCompany?: boolean;
  permission?: Permission;
  /** The request changes something: refused for a read-only company. */
  writes?: boolean;
  /** API keys are refused. */
  sessionOnly?: boolean;
  /** A sliding window of the endpoint's own, beside the general limit. */
  window?: WindowName;
  /** What the log calls the request where it lets people in or changes what does (vocabulary/security-events.ts). */
  securityEvent?: SecurityEvent;
  /** Not counted by any limit: for what must answer even when the table, which counts, does not. */
  uncounted?: boolean;
}

/** Who was admitted, and to which company. */
export interface Admitted {
  /** Null on public endpoints. */
  actor: Actor | null;
  /** Null where the request names none. */
  company: Company | null;
}

/** The names in braces of a path template: `uuid` of `/api/v1/invoices/{uuid}/pdf`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** The path parameters of an endpoint by name; of any path where the template is not known. */
export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParameterOf<Path>, string>;

/** What `read` may see: the request of an admitted caller. */
export interface ReadScope<Query, Body, Path extends string = string> {
  /** The company in whose scope the request runs; the id is empty where there is none. */
  company: CompanyId;
  /** The organization of that company, or the one that the caller acts in; empty where there is none. */
  organizationId: string;
  /** Empty on public endpoints. */
  userId: string;
  params: PathParameters<Path>;
  query: Query;
  /** Undefined when the body is refused: `read` then still decides whether the path's record exists. */
  body: Body | undefined;
}

/** What `run` is called with, after admission. */
export interface RunScope<A extends Requirements['auth'], Query, Body, Loaded, Path extends string = string> {
  /** The company in whose scope the request runs; for `company` endpoints it is there. */
  company: A extends 'company' ? Company : Company | null;
  companyId: CompanyId;
  actor: A extends 'public' ? null : Actor;
  params: PathParameters<Path>;
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
}

/**
 * Makes or loads the schema of an answer's body. The OpenAPI document, the local gateway and tests ask for it; a deployed function
 * never does. So schemas stand in files of their own (`schema.ts` beside `present.ts`) that a function does not load at its start.
 */
export type ResponseSchema = () => z.ZodType | Promise<z.ZodType>;

/** The schema of a request's body; a function loads a large one, which is made while admission asks the table. */
export type BodySchema<Body> = z.ZodType<Body> | (() => Promise<z.ZodType<Body>>);

/** Everything that is said about an endpoint: the route, the grants, the OpenAPI operation and the types of `run` follow from it. */
export interface EndpointDefinition<
  A extends Requirements['auth'] = Requirements['auth'],
  Query = unknown,
  Body = unknown,
  Loaded = unknown,
  Result = unknown,
  Path extends string = string,
> extends Omit<Requirements, 'auth' | 'writes'> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template as in OpenAPI: `/api/v1/invoices/{uuid}`. */
  path: Path;
  summary: string;
  auth: A;
  query?: z.ZodType<Query>;
  body?: BodySchema<Body>;
  /** The parts of a multipart form, in place of `body`; `run` reads them itself. */
  form?: Record<string, 'binary' | 'string'>;
  /** Status for a body that does not fit its schema: 422 unless the contract says 400 (account endpoints, invoices), or as the body decides. */
  invalidBody?: 400 | 422 | ((body: Record<string, unknown>) => 400 | 422);
  /** Status of success to the schema of its body; null for none. The first one is used for plain results. */
  responses: Record<number, ResponseSchema | null>;
  /** Media type of the file that the first response is, or may be beside its schema; `*\/*` when files of many types are. */
  produces?: string;
  /** Further statuses, beside those that every endpoint of its `auth` may answer. */
  errors?: number[];
  /** What the function touches (grants.ts), beside the reads of admission. */
  uses?: Grant[];
  /** Megabytes of memory and seconds of time where the defaults do not fit. */
  memory?: number;
  timeoutSeconds?: number;
  /** Reads that need only the request: one parallel round trip after admission, beside the claim of an `Idempotency-Key`. */
  read?: (scope: ReadScope<Query, Body, Path>) => Promise<Loaded>;
  /**
   * The JSON body of a result, or a whole answer where the status depends on the result, or a promise of either; without it the
   * result is the body.
   */
  present?: (result: Result) => unknown;
}

/** A function as Lambda calls it, with what it is. */
export interface EndpointHandler {
  (event: APIGatewayProxyEventV2, context: LambdaContext): Promise<APIGatewayProxyStructuredResultV2>;
  definition: EndpointDefinition & { kind: 'endpoint' };
}
