import { expect } from 'vitest';
import { type EndpointEntry, loadCatalogue } from '../../../infra/catalogue.ts';
import type { Service } from '../service.ts';
import type { Caller } from './callers.ts';
import type { Organization } from './people.ts';
import { filled } from './resources.ts';
import { commonViolations, type RawAnswer, type Send, type Sending, senderTo } from './send.ts';
import { admissionOf, firstOfEach } from '../selection/shapes.ts';
import { type Params, parametersOf } from './targets.ts';

/** The endpoints of the catalogue as cases of generated tests, and requests to them. */

export type Definition = EndpointEntry['handler']['definition'];
export interface Case {
  title: string;
  name: string;
  /** Path of its source from the repository's root. */
  file: string;
  definition: Definition;
}

const { endpoints } = await loadCatalogue();
export const CASES: readonly Case[] = endpoints.map(({ name, file, handler: { definition } }) => ({
  title: `${definition.method} ${definition.path}`,
  name,
  file,
  definition,
}));
export const GUARDED = CASES.filter(({ definition }) => definition.auth !== 'public');

export const deletable = (template: string): boolean => CASES.some(({ title }) => title === `DELETE ${template}`);

/** The first endpoint of each combination of admission properties, by name: all callers are tested there. */
export const FIRST_OF_SHAPE: ReadonlySet<string> = firstOfEach(GUARDED, admissionOf);

/** A selection that moves on with each endpoint, so that all members are used in turn. */
export function inTurn<T>(all: readonly T[], some: number, name: string): T[] {
  if (all.length <= some) return [...all];
  const first = some * CASES.findIndex(one => one.name === name);
  return Array.from({ length: some }, (_, place) => all[(first + place) % all.length] as T);
}

export const scopeOf = ({ owner, company }: Organization) => ({ token: owner.token, company });

/** Sends requests, and checks the rules that hold for the responses of all endpoints. */
export const checkedSender = (url: string): Send => {
  const send = senderTo(url);
  return async request => {
    const answer = await send(request);
    expect(commonViolations(request, answer), `${request.method} ${request.path}: ${answer.text}`).toEqual([]);
    return answer;
  };
};

/** A request of a caller, with the company in path or header as the endpoint requires. */
export function requestAs(
  { method, path, companyIn, body: takesBody, form }: Definition,
  caller: Pick<Caller, 'authorization' | 'names' | 'organization'>,
  params: Params,
  body: object,
): Sending {
  const inPath = companyIn === 'path';
  const first = parametersOf(path)[0] ?? '';
  return {
    method,
    path: filled(path, inPath && caller.names !== undefined ? { ...params, [first]: caller.names } : params),
    headers: {
      authorization: caller.authorization,
      'x-company': inPath ? undefined : caller.names,
      'x-organization': caller.organization,
    },
    ...((takesBody ?? form) && { body }),
  };
}

export const shown = (caller: Caller, { status, text }: RawAnswer): string => `${caller.name} → ${status} ${text}`;

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

/** The calls of the last requests to this endpoint, except reads of the table. */
export function effectsOf(service: Service, name: string, requests: number): string[] {
  const measured = service.runtime.meter.last(requests);
  expect(measured.map(one => one.function)).toEqual(measured.map(() => name));
  return measured.flatMap(({ calls }) =>
    calls.filter(one => one.service !== 'dynamodb' || !READS.has(one.operation)).map(one => `${one.service} ${one.operation}`),
  );
}
