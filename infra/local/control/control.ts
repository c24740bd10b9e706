import * as z from 'zod';
import { Problem } from '#shared/base/kernel/errors.ts';
import { fieldMessage } from '#shared/platform/lambda/endpoint/field-messages.ts';
import { jsonErrorPlace } from '#shared/platform/lambda/endpoint/json-error-place.ts';
import { controlRefusal } from './control-access.ts';
import { controlRoutes, type ControlServices, json } from './control-routes.ts';
import type { ControlRequest } from '../gateway/gateway.ts';
import type { HttpAnswer } from '../gateway/gateway-event.ts';
import { createRouter } from '../../api/routes.ts';

/** Handles requests below `/_local` (LOC-11 to LOC-35). @returns undefined for unknown paths */
export function createControl(services: ControlServices): (request: ControlRequest) => Promise<HttpAnswer | undefined> {
  const routes = controlRoutes(services);
  const find = createRouter(routes);
  return async request => {
    const refusal = /^\/_local(?:\/|$)/.test(request.path) && controlRefusal(request.headers, services.appOrigin);
    if (refusal) return json(403, { error: { code: 'forbidden', message: refusal } });
    const match = find(request.method === 'HEAD' ? 'GET' : request.method, request.path);
    if (match.kind === 'unknown') return undefined;
    if (match.kind === 'other-method') {
      const allow = match.allowed.join(', ');
      return json(405, { error: { code: 'method_not_allowed', message: `${request.path} answers ${allow}.` } }, { allow });
    }
    try {
      return await match.route.run({ ...request, params: match.params, read: schema => readBody(request.body, schema) });
    } catch (error) {
      const message = asBadRequest(error);
      if (!message) throw error;
      return json(400, { error: { code: 'bad_request', message } });
    }
  };
}

/** @throws RangeError when the body is not JSON; ZodError when it does not match the schema */
function readBody<T>(body: Buffer, schema: z.ZodType<T>): T {
  return schema.parse(parsed(body.toString().trim()), { error: fieldMessage });
}

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new RangeError(`The body is not valid JSON${jsonErrorPlace(text, error)}.`, { cause: error });
  }
}

/** The message for a 400 if the error is the caller's fault, else undefined. */
function asBadRequest(error: unknown): string | undefined {
  if (error instanceof z.ZodError) return `${error.issues.map(wrong).join('; ')}.`;
  if (error instanceof Problem && error.code === 'bad_request') return error.message;
  return error instanceof RangeError ? error.message : undefined;
}

/** `cif: is required`; only the message if it is about the whole body, or names the parameter itself. */
const wrong = ({ path, message }: z.core.$ZodIssue): string =>
  path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message;
