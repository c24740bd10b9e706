import { isObject, type JsonObject } from '../json.ts';

/** What explains the API without being a promise to clients; extensions (`x-…`) too, except for the permission. */
const WORDS = new Set(['description', 'summary', 'example', 'examples', 'title', 'tags', 'externalDocs']);
const isWords = (key: string): boolean => WORDS.has(key) || (key.startsWith('x-') && key !== 'x-permission');

/** Keys whose value is a map by names that the API chose: a field may be called `description`. */
const MAPS = new Set([
  'properties',
  'schemas',
  'responses',
  'headers',
  'paths',
  'webhooks',
  'pathItems',
  'content',
  'securitySchemes',
  'encoding',
]);

/** Keys whose value is data, in which nothing may be left out. */
const DATA = new Set(['enum', 'const', 'default', 'required', 'security']);

/**
 * The parts of an OpenAPI document that clients rely on: operations, parameters, bodies, responses, schemas and security, with the version.
 * Descriptions and examples are left out, so that the kept document stays small and a better text is not a change.
 */
export function contractOf(document: JsonObject): JsonObject {
  const { openapi, info, paths, webhooks = {}, components } = document;
  return {
    openapi,
    info: { version: versionOf({ info }) },
    ...(withoutWords({ paths, webhooks, components }) as JsonObject),
  };
}

/** `info.version` of a document. */
export const versionOf = ({ info }: JsonObject): string => String((info as JsonObject)['version']);

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isWords(key))
      .map(([key, inner]) => {
        if (DATA.has(key)) return [key, inner];
        if (MAPS.has(key) && isObject(inner))
          return [key, Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, withoutWords(one)]))];
        return [key, withoutWords(inner)];
      }),
  );
}

/**
 * The contract as the text of a file, with each operation and each component on a line of its own: half the size of indented JSON, and
 * `git diff` names what changed.
 */
export function contractText(contract: JsonObject): string {
  const lines = (value: unknown, depth: number, indent = ''): string => {
    if (depth === 0 || !isObject(value) || Object.keys(value).length === 0) return JSON.stringify(value);
    const inner = Object.entries(value).map(
      ([key, one]) => `${indent} ${JSON.stringify(key)}: ${lines(one, depth - 1, `${indent} `)}`,
    );
    return `{\n${inner.join(',\n')}\n${indent}}`;
  };
  return `${lines({ 'x-about': ABOUT, ...contract }, 3)}\n`;
}

const ABOUT =
  'The API of the last release, without descriptions and examples. Written by npm run api:release; npm run api:diff compares the current API with it.';
