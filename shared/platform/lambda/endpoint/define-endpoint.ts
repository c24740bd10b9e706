import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { whileCallerWaits } from '../caller.ts';
import { addLogFields } from '#shared/base/kernel/log.ts';
import { commitPlainly } from '#shared/platform/store/transact.ts';
import { shell } from '../shell.ts';
import { Answer } from './answer.ts';
import { expectedVersion, underCondition } from './conventions/if-match.ts';
import { representAnswer } from './conventions/represent.ts';
import type { EndpointDefinition, EndpointHandler, Requirements, RunScope } from './definition.ts';
import { admit } from './steps/admission.ts';
import { answerErrors } from './steps/answer-errors.ts';
import { claimOf, keepAnswer } from './steps/claim-request.ts';
import { logRequest } from './steps/log-request.ts';
import { logSecurity } from './steps/log-security.ts';
import { loadBodySchema, parseRequest } from './steps/parse-request.ts';
import { presenter } from './steps/present-result.ts';
import { recordScope, startRead } from './steps/read-ahead.ts';
import { refuseDirect } from './steps/refuse-direct.ts';
import { refuseOtherMethod } from './steps/refuse-other-method.ts';
import { refuseUnconfirmed } from './steps/refuse-unconfirmed.ts';
import { runScope } from './steps/run-scope.ts';
import { touchApiToken } from './steps/touch-api-token.ts';

/**
 * The only way to create an HTTP function. The definition determines the route, the grants, the OpenAPI operation and the types of
 * `run`. The steps around `run` are the same for every endpoint: log line, error mapping, time limit; then admission, parsing, the
 * endpoint's own reads in parallel with the claim of an `Idempotency-Key`, `run`, and the response.
 */
export function defineEndpoint<
  A extends Requirements['auth'],
  Query = Record<string, never>,
  Body = undefined,
  Loaded = undefined,
  Result = void,
  const Path extends string = string,
>(
  definition: EndpointDefinition<A, Query, Body, Loaded, Result, Path>,
  run: (scope: RunScope<A, Query, Body, Loaded, Path>) => Promise<Result | Answer> | Result | Answer,
): EndpointHandler {
  const route = `${definition.method} ${definition.path}`;
  const presented = presenter(definition);
  const answerTo = async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    const present = (result: Result): Promise<Answer> => presented(result, event);
    const [admitted, body] = await Promise.all([
      admit({ ...definition, writes: definition.method !== 'GET' }, event),
      loadBodySchema(definition.body),
    ]);
    addLogFields({
      companyId: admitted.company?.id,
      organizationId: admitted.company?.organizationId ?? admitted.actor?.membership?.organizationId,
    });
    const request = parseRequest({ ...definition, body }, event);
    if (request.syntax) throw request.syntax;
    if (request.params.problem) throw request.params.problem;
    refuseUnconfirmed(definition, admitted, request);
    // Only after admission: a refused request must not cause these reads.
    const loading = startRead(definition, request, admitted);
    const touched = touchApiToken(admitted.actor?.apiToken ?? null);
    // A repetition gets the first response even if the first request changed what `read` finds. Invalid requests claim no key:
    // their errors are reported again each time.
    const claim = request.query.problem || request.body.problem ? undefined : await claimOf(definition, event, admitted);
    if (claim instanceof Answer) {
      await touched;
      return claim;
    }
    const answer = await keepAnswer(claim, async () => {
      const loaded = await loading;
      const changed = definition.changes?.(recordScope(request, admitted));
      const plain = claim ? claim.commitAs(present) : commitPlainly<Result>;
      return underCondition(expectedVersion(event, changed), plain, async commit => {
        const scope = runScope<A, Query, Body, Loaded, Result, Path>({
          ...{ event, admitted, request, loaded, commit },
          idempotent: claim !== undefined,
        });
        const outcome = await run(scope);
        const answer = outcome instanceof Answer ? outcome : await present(outcome);
        return definition.version ? answer.withVersion(definition.version(scope)) : answer;
      });
    });
    await touched;
    return answer;
  };
  const handler = shell<APIGatewayProxyEventV2, Answer>(
    event => whileCallerWaits(() => answerTo(event)),
    ({ requestContext: { requestId } }, context) => ({ requestId, function: context?.functionName, route }),
    [
      ...[logRequest, representAnswer(definition), answerErrors(definition)],
      ...[refuseDirect(definition), refuseOtherMethod(definition), logSecurity(definition)],
    ],
  );
  // The catalogue lists endpoints of all type arguments together and calls them with events only, so these types are erased.
  return Object.assign(handler, { definition: { ...definition, kind: 'endpoint' as const } }) as unknown as EndpointHandler;
}
