import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { companyScope } from '../../../store/table.ts';
import type { Commit } from '../../../store/transact.ts';
import type { Admitted, Requirements, RunScope } from '../definition.ts';
import { clientAddress } from '../request.ts';
import { type ParsedRequest, valueOf } from './parse-request.ts';

interface Steps<Query, Body, Loaded, Result> {
  event: APIGatewayProxyEventV2;
  admitted: Admitted;
  request: ParsedRequest<Query, Body>;
  loaded: Loaded | undefined;
  commit: Commit<Result>;
  idempotent: boolean;
}

/** What the steps before it have found, as `run` takes it. @throws what is wrong with the query, then with the body */
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
  const companyId = companyScope(company?.id ?? '');
  const address = clientAddress(event);
  // Which fields are there follows from `auth`, which admission has checked: the compiler cannot follow it that far.
  const scope: unknown = { company, companyId, actor, params, query, body, loaded, commit, idempotent, address, event };
  return scope as RunScope<A, Query, Body, Loaded, Path>;
}
