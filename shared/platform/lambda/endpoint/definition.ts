import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type * as z from 'zod';
import type { Actor } from '#shared/platform/access/model.ts';
import type { Permission } from '#shared/platform/access/permissions.ts';
import type { SecurityEvent } from '#shared/base/vocabulary/security-events.ts';
import type { Problem } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';
import type { Commit, Write } from '#shared/platform/store/transact.ts';
import type { Grant, TableAccess } from '../grants.ts';
import type { Deprecation } from './conventions/deprecation.ts';
import type { WindowName } from '../limits/policies.ts';

/** What an endpoint requires of its caller. */
export interface Requirements {
  /** `public`: no credential; `user`: a credential; `company`: also an accessible company. */
  auth: 'public' | 'user' | 'company';
  /** Where the request names the company: in the header `X-Company` (default), or in the path parameter `uuid`. */
  companyIn?: 'header' | 'path';
  /** The path parameter `uuid` names the organization in which the permission must be held. */
  organizationIn?: 'path';
  /** The company may be a deleted one: for everybody with access to it (`true`), or for owners of its organization only. */
  deletedCompany?: true | 'owners';
  /** The request may also change a company that is read-only under its plan. */
  readOnlyCompany?: boolean;
  permission?: Permission;
  /** The request changes something: refused for a read-only company. */
  writes?: boolean;
  /** Also a sandbox key may make this request, though it changes something outside of a company. */
  sandboxKey?: true;
  /** API keys are refused. */
  sessionOnly?: boolean;
  /** A rate limit of this endpoint, in addition to the general limit. */
  window?: WindowName;
  /** The event logged for requests that log people in or change credentials or access (vocabulary/security-events.ts). */
  securityEvent?: SecurityEvent;
  /** Not counted by any rate limit: for endpoints that must respond even if the table that stores the counts is unavailable. */
  uncounted?: boolean;
  /** Answered also to requests that have gone around the edge (edge.ts): for checks of the service behind it. */
  alsoDirect?: boolean;
}

/** The caller and the company that admission has accepted. */
export interface Admitted {
  /** Null on public endpoints. */
  actor: Actor | null;
  /** Null if the request names no company. */
  company: Company | null;
}

/** The names in braces of a path template: `uuid` of `/api/v1/invoices/{uuid}/pdf`. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterOf<Rest> : never;

/** The path parameters of an endpoint by name; any names if the template is not a literal type. */
export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParameterOf<Path>, string>;

/** The id of the company in whose scope a request runs: never null for `company` endpoints. */
export type CompanyOf<A extends Requirements['auth']> = A extends 'company' ? CompanyId : CompanyId | null;

/** The argument of `read`: the request of an admitted caller. */
export interface ReadScope<A extends Requirements['auth'], Query, Body, Path extends string = string> {
  company: CompanyOf<A>;
  /** The organization of that company, or else the caller's current one; empty if there is none. */
  organizationId: string;
  /** Whether that company is a sandbox (COM-67). */
  sandbox?: true | undefined;
  /** Empty on public endpoints. */
  userId: string;
  params: PathParameters<Path>;
  query: Query;
  /** Undefined if the body is invalid: `read` still runs, because a missing record (404) is reported before invalid fields. */
  body: Body | undefined;
}

/** The argument of `run`. */
export interface RunScope<A extends Requirements['auth'], Query, Body, Loaded, Path extends string = string> {
  /** The company in whose scope the request runs; never null for `company` endpoints. */
  company: A extends 'company' ? Company : Company | null;
  companyId: CompanyOf<A>;
  actor: A extends 'public' ? null : Actor;
  params: PathParameters<Path>;
  query: Query;
  body: Body;
  /** What `read` returned. */
  loaded: Loaded;
  /** Commits the use case's writes in one transaction with the response to an `Idempotency-Key`; see `Commit`. */
  commit: <R>(writes: Write[], result: R) => ReturnType<Commit<R>>;
  /** Whether the caller sent `Idempotency-Key`. */
  idempotent: boolean;
  /** The caller's IP address. */
  address: string;
  /** The event from API Gateway, for parts that the schemas do not cover (multipart bodies, `Accept-Language`). */
  event: APIGatewayProxyEventV2;
}

/**
 * Creates or imports the schema of a response body. Only the OpenAPI document, the local gateway and tests call it, no
 * deployed function does. Response schemas therefore have their own files (`schema.ts` beside `present.ts`), not loaded at a cold
 * start.
 */
export type ResponseSchema = () => z.ZodType | Promise<z.ZodType>;

/** Makes the page of an error. @param lang `?lang=` of the request @param acceptLanguage its header of that name */
export type ErrorPage = (
  problem: Problem,
  lang: string | undefined,
  acceptLanguage: string | undefined,
) => { html: string; headers: Record<string, string> };

/** The schema of a request's body, or a function that imports a large one: the import overlaps with admission's reads. */
export type BodySchema<Body> = z.ZodType<Body> | (() => Promise<z.ZodType<Body>>);

/** The definition of an endpoint: its route, grants, OpenAPI operation and the types of `run` are derived from it. */
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
  /**
   * Refused to callers whose email is not confirmed (steps/refuse-unconfirmed.ts): always, or if the body asks for what they may not do. What
   * they may do is listed in test/support/matrix/unconfirmed.ts.
   */
  confirmedEmail?: true | ((body: Body) => boolean);
  /** The parts of a multipart form, in place of `body`; `run` reads them itself. */
  form?: Record<string, 'binary' | 'string'>;
  /** Status for a body that violates its schema: default 422; 400 where the contract says so (account endpoints, invoices). */
  invalidBody?: 400 | 422 | ((body: Record<string, unknown>) => 400 | 422);
  /** Schema of the body by success status; null for no body. Plain results get the lowest status. */
  responses: Record<number, ResponseSchema | null>;
  /** Media type, or types, if the first response is, or can be, a file; `*\/*` for files of any type. */
  produces?: string | readonly string[];
  /** The page that browsers get for an error, in place of JSON: for endpoints that answer with pages. */
  errorPage?: ErrorPage;
  /** Error statuses in addition to those that every endpoint with this `auth` may return. */
  errors?: number[];
  /** What it uses beside the table (grants.ts). */
  uses?: Grant[];
  /** What it does with the table; a GET reads and everything else writes, unless it is stated. */
  table?: TableAccess;
  /** Memory in megabytes, if not the default. */
  memory?: number;
  timeoutSeconds?: number;
  /** As in worker/define-worker.ts. */
  reservedConcurrency?: number;
  /** The version of the record that a GET shows: its response gets an `ETag`. Stands after `read`, so that its types are inferred. */
  version?: (scope: Pick<RunScope<A, Query, Body, Loaded, Path>, 'company' | 'loaded'>) => number | undefined;
  /**
   * The item of the record that the endpoint changes: offers `If-Match`. The item has a `version`, and `run` changes nothing before its
   * `commit`.
   */
  changes?: (scope: Pick<ReadScope<A, Query, Body, Path>, 'company' | 'params'>) => Key;
  /** Marks the endpoint as deprecated, in its responses and in the OpenAPI document. */
  deprecated?: Deprecation;
  /** Reads that need only the request. They run after admission, in parallel with the claim of an `Idempotency-Key`. */
  read?: (scope: ReadScope<A, Query, Body, Path>) => Promise<Loaded>;
  /**
   * Converts a result to the JSON body, or to an `Answer` if the status depends on the result; may return a promise. Without it,
   * the result itself is the body. The event is for what depends on the request beyond its parsed body.
   */
  present?: (result: Result, event: APIGatewayProxyEventV2) => unknown;
}

/** The Lambda handler of an endpoint, with its definition attached. */
export interface EndpointHandler {
  (event: APIGatewayProxyEventV2, context: LambdaContext): Promise<APIGatewayProxyStructuredResultV2>;
  definition: EndpointDefinition & { kind: 'endpoint' };
}
