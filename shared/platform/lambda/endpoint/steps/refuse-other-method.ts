import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { optionalEnvironment } from '#shared/platform/aws/environment.ts';
import { isId } from '#shared/base/kernel/ids.ts';
import { methodNotAllowed } from '#shared/base/kernel/errors.ts';
import type { Step } from '../../shell.ts';
import type { EndpointDefinition } from '../definition.ts';
import { fits, hidesIdsOf, segmentsOf } from '../path-template.ts';
import { isRecordParameter } from '../record-parameter.ts';

/**
 * Refuses (405) a request of this endpoint's method for a path of other endpoints, which has a fixed word where this one has the id of a record:
 * `PATCH /clients/bulk-delete` reaches `PATCH /clients/{uuid}`, because API Gateway cannot restrict the format of a parameter. Before the
 * credential, as for every path that does not have the method (docs/architecture.md, Decisions).
 */
export function refuseOtherMethod({ path }: Pick<EndpointDefinition, 'path'>): Step<APIGatewayProxyEventV2> {
  const own = segmentsOf(path);
  return {
    before({ event: { pathParameters, rawPath } }) {
      const hasWord = Object.entries(pathParameters ?? {}).some(([name, value]) => isRecordParameter(name) && !isId(value ?? ''));
      if (!hasWord) return;
      const allowed = methodsOf(segmentsOf(rawPath), own);
      if (allowed.length > 0) throw methodNotAllowed(rawPath, allowed);
    },
  };
}

/** The methods of the other path that a request fits: of several, the one whose words are no ids of the others. */
function methodsOf(sent: readonly string[], own: readonly string[]): string[] {
  const routes = optionalEnvironment('otherRoutes')?.split(',') ?? [];
  const fitting = routes
    .map(route => route.split(' '))
    .map(([method = '', path = '']) => ({ method, segments: segmentsOf(path) }))
    .filter(({ segments }) => hidesIdsOf(segments, own) && fits(segments, sent));
  const meant = fitting.filter(({ segments }) => !fitting.some(other => hidesIdsOf(other.segments, segments)));
  return [...new Set(meant.map(({ method }) => method))];
}
