import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Commit } from '#shared/platform/store/transact.ts';
import type { Admitted, Requirements, RunScope } from '../definition.ts';
import { clientAddress } from '../edge.ts';
import { type ParsedRequest, valueOf } from './parse-request.ts';

interface Steps<Query, Body, Loaded, Result> {
  event: APIGatewayProxyEventV2;
  admitted: Admitted;
  request: ParsedRequest<Query, Body>;
  loaded: Loaded | undefined;
  commit: Commit<Result>;
  idempotent: boolean;
}

/** Builds the argument of `run` from the results of earlier steps. @throws the problem of the query, else that of the body */
export function runScope<A extends Requirements['auth'], Query, Body, Loaded, Result, Path extends string>({
  event,
  admitted: { actor, company },
  request,
  loaded,
  commit,
  idempotent,
}: Steps<Query, Body, Loaded, Result>): RunScope<A, Query, Body, Loaded, Path> {
  const query = valueOf(request.query);
  const body = valueOf(request.body);
  const params = valueOf(request.params);
  const address = clientAddress(event);
  // Admission has checked that the fields match `auth`; the compiler cannot infer that.
  const scope: unknown = {
    company,
    companyId: company?.id ?? null,
    actor,
    params,
    query,
    body,
    loaded,
    commit,
    idempotent,
    address,
    event,
  };
  return scope as RunScope<A, Query, Body, Loaded, Path>;
}
