import { companyScope } from '../../../store/table.ts';
import type { Admitted, EndpointDefinition, PathParameters, ReadScope } from '../definition.ts';
import type { ParsedRequest } from './parse-request.ts';

/** Starts the endpoint's own reads, so that they run in parallel with the claim of an `Idempotency-Key`. */
export function startRead<Query, Body, Loaded, Path extends string>(
  { read }: Pick<EndpointDefinition<'public', Query, Body, Loaded, unknown, Path>, 'read'>,
  { params, query, body }: ParsedRequest<Query, Body>,
  { actor, company }: Admitted,
): Promise<Loaded | undefined> {
  if (!read || query.problem) return Promise.resolve(undefined);
  const scope: ReadScope<Query, Body, Path> = {
    company: companyScope(company?.id ?? ''),
    organizationId: company?.organizationId ?? actor?.membership?.organizationId ?? '',
    userId: actor?.userId ?? '',
    // The gateway fills every parameter of the path template.
    params: (params.value ?? {}) as PathParameters<Path>,
    query: query.value as Query,
    body: body.value,
  };
  const loading = (async () => read(scope))();
  // A failure is reported where the result is awaited; until then it must not end the process.
  loading.catch(() => {});
  return loading;
}
