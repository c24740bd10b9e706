import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../json.ts';
import type { Parameter } from '../parameters.ts';
import { compareContent, compareResponses, type Sides } from './bodies.ts';
import { breaking, type Change, type Direction, harmless, matched } from './change.ts';
import { compareSecurity } from './security.ts';

/**
 * Compares an operation of two documents. `sends` says in which direction its parameters and body go: `request` of the API's operations,
 * `response` of webhooks, whose requests the service sends.
 */
export function compareOperation(before: JsonObject, after: JsonObject, sends: Direction, place: string, sides: Sides): Change[] {
  return [
    ...(before['operationId'] === after['operationId']
      ? []
      : [
          breaking(
            place,
            `operation id changed from \`${String(before['operationId'])}\` to \`${String(after['operationId'])}\``,
          ),
        ]),
    ...(after['deprecated'] && !before['deprecated'] ? [harmless(place, 'deprecated')] : []),
    ...compareSecurity(before, after, place),
    ...parameters(before, after, sends, place, sides),
    ...requestBody(before, after, sends, place, sides),
    ...compareResponses(before, after, sends === 'request' ? 'response' : 'request', place, sides),
  ];
}

const KINDS: Record<string, string> = { query: 'query parameter', header: 'header', path: 'path parameter', cookie: 'cookie' };

function byName({ parameters: all = [] }: JsonObject): Record<string, Parameter> {
  return Object.fromEntries(
    (all as Parameter[]).map(one => [`${KINDS[one.in]} \`${one.in === 'header' ? one.name.toLowerCase() : one.name}\``, one]),
  );
}

function parameters(before: JsonObject, after: JsonObject, sends: Direction, place: string, { schemas }: Sides): Change[] {
  const { removed, added, kept } = matched(byName(before), byName(after));
  const required = (name: string): boolean => byName(after)[name]?.required === true;
  return [
    ...removed.map(name => breaking(place, `${name} removed`)),
    ...added.map(name =>
      sends === 'request' && required(name) ? breaking(place, `${name} added, and required`) : harmless(place, `${name} added`),
    ),
    ...kept.flatMap(([name, one, other]) => [
      ...(one.required === other.required
        ? []
        : [
            (other.required === (sends === 'request') ? breaking : harmless)(
              place,
              `${name} ${other.required ? 'required' : 'optional'} now`,
            ),
          ]),
      ...(isDeepStrictEqual([one['style'], one['explode']], [other['style'], other['explode']])
        ? []
        : [breaking(place, `${name} is written in another style`)]),
      ...schemas(one.schema, other.schema, sends, `${place}, ${name}`),
    ]),
  ];
}

function requestBody(before: JsonObject, after: JsonObject, sends: Direction, place: string, { schemas }: Sides): Change[] {
  const [old, current] = [before['requestBody'], after['requestBody']] as (JsonObject | undefined)[];
  if (old === undefined && current === undefined) return [];
  if (old === undefined)
    return [current?.['required'] ? breaking(place, 'request body added, and required') : harmless(place, 'request body added')];
  if (current === undefined) return [breaking(place, 'request body removed')];
  const wasRequired = old['required'] === true;
  const isRequired = current['required'] === true;
  return [
    ...(wasRequired === isRequired
      ? []
      : [
          (isRequired === (sends === 'request') ? breaking : harmless)(
            place,
            `request body ${isRequired ? 'required' : 'optional'} now`,
          ),
        ]),
    ...compareContent(old, current, sends, `${place}, request body`, schemas),
  ];
}
