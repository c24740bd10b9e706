import { asBadRequest, controlRoutes, type ControlServices, json } from './control-routes.ts';
import type { ControlRequest } from './gateway.ts';
import type { HttpAnswer } from './gateway-event.ts';
import { createRouter } from '../routes.ts';

/** Answers the paths below `/_local` (docs: the local control endpoints). */
export function createControl(services: ControlServices): (request: ControlRequest) => Promise<HttpAnswer | undefined> {
  const routes = controlRoutes(services);
  const find = createRouter(routes);
  return async request => {
    const match = find(request.method === 'HEAD' ? 'GET' : request.method, request.path);
    if (match.kind === 'unknown') return undefined;
    if (match.kind === 'other-method') {
      const allow = match.allowed.join(', ');
      return json(405, { error: { code: 'method_not_allowed', message: `${request.path} answers ${allow}.` } }, { allow });
    }
    try {
      return await match.route.run({ ...request, params: match.params, json: () => parsedBody(request.body) });
    } catch (error) {
      const refusal = asBadRequest(error);
      if (!refusal) throw error;
      return json(400, { error: { code: 'bad_request', message: refusal } });
    }
  };
}

/** @throws RangeError when the body is no JSON */
function parsedBody(body: Buffer): unknown {
  const text = body.toString().trim();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new RangeError('The body is not valid JSON.');
  }
}
