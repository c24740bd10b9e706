import lang from '@usebruno/lang';
import type { JsonObject } from '../../openapi/json.ts';
import { bruRequest, type Operation } from './request.ts';

/**
 * The operations of an OpenAPI document as requests of Bruno: the texts of the files by path, a folder for each area. They belong to the
 * collection of `clients/bruno`, whose environment, token and folder "First invoice" are written by hand.
 */
export function brunoOperations(document: JsonObject): Record<string, string> {
  const { schemas } = document['components'] as { schemas: Record<string, JsonObject> };
  const operations = operationsOf(document);
  const areas = (document['tags'] as { name: string }[]).map(({ name }) => name);
  return Object.fromEntries(
    areas.flatMap((area, place) => {
      const own = operations.filter(({ operation }) => (operation['tags'] as string[])[0] === area);
      const settings = lang.jsonToCollectionBru({ meta: { name: area, seq: place + 1 }, auth: { mode: 'inherit' } });
      return [
        [`${area}/folder.bru`, settings],
        ...own.map((one, at) => [
          `${area}/${String(one.operation['operationId'])}.bru`,
          lang.jsonToBruV2(bruRequest(one, schemas, at + 1)),
        ]),
      ];
    }),
  );
}

const operationsOf = ({ paths }: JsonObject): Operation[] =>
  Object.entries(paths as Record<string, Record<string, JsonObject>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
