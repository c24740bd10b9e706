import type { APIGatewayProxyEventV2, Context as LambdaContext } from 'aws-lambda';
import { whileCallerWaits } from '../../authority/caller.ts';
import { addLogFields } from '../../kernel/log.ts';
import { commitPlainly } from '../../store/transact.ts';
import { withinTimeLimit } from '../time-limit.ts';
import { Answer } from './answer.ts';
import type { EndpointDefinition, EndpointHandler, Requirements, RunScope } from './definition.ts';
import { admit } from './steps/admission.ts';
import { claimOf, keepAnswer } from './steps/claim-request.ts';
import { answerErrors, logRequest } from './steps/log-request.ts';
import { logSecurity } from './steps/log-security.ts';
import { loadBodySchema, parseRequest } from './steps/parse-request.ts';
import { presenter } from './steps/present-result.ts';
import { startRead } from './steps/read-ahead.ts';
import { runScope } from './steps/run-scope.ts';
import { touchApiToken } from './steps/touch-api-token.ts';

/**
 * The only way to make an HTTP function. The definition is at once the route, the grants, the OpenAPI operation and the
 * types of `run`; the steps around `run` are the same for all: log line, error mapping, time limit, then admission, request,
 * the endpoint's own reads and `Idempotency-Key`, run, answer.
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
  const present = presenter(definition);
  const answerTo = async (event: APIGatewayProxyEventV2): Promise<Answer> => {
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
    // Not before admission is through: a refused request must not cost what its input asks for.
    const loading = startRead(definition, request, admitted);
    const touched = touchApiToken(admitted.actor?.apiToken ?? null);
    // A repetition gets the first answer even where that has changed what `read` finds; invalid fields are reported again.
    const claim = request.query.problem || request.body.problem ? undefined : await claimOf(definition, event, admitted);
    if (claim instanceof Answer) {
      await touched;
      return claim;
    }
    const answer = await keepAnswer(claim, async () => {
      const loaded = await loading;
      const commit = claim ? claim.commitAs(present) : commitPlainly<Result>;
      const outcome = await run(runScope({ event, admitted, request, loaded, commit, idempotent: claim !== undefined }));
      return outcome instanceof Answer ? outcome : present(outcome);
    });
    await touched;
    return answer;
  };
  const handler = (event: APIGatewayProxyEventV2, context: LambdaContext) =>
    whileCallerWaits(() =>
      logRequest(definition, event, context, () =>
        answerErrors(() => logSecurity(definition, event, () => withinTimeLimit(context, () => answerTo(event)))),
      ),
    );
  // Kept in the catalogue beside endpoints of other types: there it is called with events only.
  return Object.assign(handler, { definition: { ...definition, kind: 'endpoint' as const } }) as unknown as EndpointHandler;
}
