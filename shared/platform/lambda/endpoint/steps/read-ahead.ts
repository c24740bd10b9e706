import { type CompanyId, companyScope } from '#shared/platform/store/table.ts';
import type { Admitted, EndpointDefinition, PathParameters, ReadScope } from '../definition.ts';
import type { ParsedRequest } from './parse-request.ts';

/** What names the record of a request: the company of its partition, and the parameters of the path. */
export const recordScope = <Path extends string>(
  { params }: Pick<ParsedRequest<unknown, unknown>, 'params'>,
  { company }: Pick<Admitted, 'company'>,
): { company: CompanyId; params: PathParameters<Path> } => ({
  company: companyScope(company?.id ?? ''),
  // The gateway fills every parameter of the path template.
  params: (params.value ?? {}) as PathParameters<Path>,
});

/** Starts the endpoint's own reads, so that they run in parallel with the claim of an `Idempotency-Key`. */
export function startRead<Query, Body, Loaded, Path extends string>(
  { read }: Pick<EndpointDefinition<'public', Query, Body, Loaded, unknown, Path>, 'read'>,
  request: ParsedRequest<Query, Body>,
  admitted: Admitted,
): Promise<Loaded | undefined> {
  const { query, body } = request;
  const { actor, company } = admitted;
  if (!read || query.problem) return Promise.resolve(undefined);
  const scope: ReadScope<Query, Body, Path> = {
    ...recordScope<Path>(request, admitted),
    organizationId: company?.organizationId ?? actor?.membership?.organizationId ?? '',
    userId: actor?.userId ?? '',
    query: query.value as Query,
    body: body.value,
  };
  const loading = (async () => read(scope))();
  // A failure is reported where the result is awaited; until then it must not end the process.
  loading.catch(() => {});
  return loading;
}
