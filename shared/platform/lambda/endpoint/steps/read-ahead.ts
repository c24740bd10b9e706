import type { Admitted, CompanyOf, EndpointDefinition, PathParameters, ReadScope, Requirements } from '../definition.ts';
import type { ParsedRequest } from './parse-request.ts';

/** What names the record of a request: the company of its partition, and the parameters of the path. */
export const recordScope = <A extends Requirements['auth'], Path extends string>(
  { params }: Pick<ParsedRequest<unknown, unknown>, 'params'>,
  { company }: Pick<Admitted, 'company'>,
): Pick<ReadScope<A, unknown, unknown, Path>, 'company' | 'params'> => ({
  // Admission has checked that there is one if `auth` is `company`; the compiler cannot infer that.
  company: (company?.id ?? null) as CompanyOf<A>,
  // The gateway fills every parameter of the path template.
  params: (params.value ?? {}) as PathParameters<Path>,
});

/** Starts the endpoint's own reads, so that they run in parallel with the claim of an `Idempotency-Key`. */
export function startRead<A extends Requirements['auth'], Query, Body, Loaded, Path extends string>(
  { read }: Pick<EndpointDefinition<A, Query, Body, Loaded, unknown, Path>, 'read'>,
  request: ParsedRequest<Query, Body>,
  admitted: Admitted,
): Promise<Loaded | undefined> {
  const { query, body } = request;
  const { actor, company } = admitted;
  if (!read || query.problem) return Promise.resolve(undefined);
  const scope: ReadScope<A, Query, Body, Path> = {
    ...recordScope<A, Path>(request, admitted),
    organizationId: company?.organizationId ?? actor?.membership?.organizationId ?? '',
    sandbox: company?.sandbox,
    userId: actor?.userId ?? '',
    query: query.value as Query,
    body: body.value,
  };
  const loading = (async () => read(scope))();
  // A failure is reported where the result is awaited; until then it must not end the process.
  loading.catch(() => {});
  return loading;
}
