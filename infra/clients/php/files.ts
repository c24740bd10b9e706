import type { JsonObject } from '../../openapi/json.ts';
import { eventsOf, operationsOf, schemasOf } from '../operations.ts';
import { phpResources } from './resources.ts';
import { phpType } from './types.ts';

/** The generated files of the PHP client: the types of all schemas, and a method for each operation. */
export function phpFiles(document: JsonObject): Record<string, string> {
  const aliases = schemasOf(document).map(([name, schema]) => ` * @phpstan-type ${name} ${phpType(schema)}`);
  const types = `<?php

// Made by \`npm run client\` from the OpenAPI document: change the definitions of the endpoints instead.

declare(strict_types=1);

namespace InvoicingClient\\Schema;

/**
 * The bodies of requests and responses: \`@phpstan-import-type Invoice from Types\`.
 *
${aliases.join('\n')}
 * @phpstan-type WebhookEvent ${eventsOf(document).join('|')}
 */
final class Types
{
}
`;
  const resources = Object.entries(phpResources(operationsOf(document)));
  return { 'Schema/Types.php': types, ...Object.fromEntries(resources.map(([name, text]) => [`Resources/${name}`, text])) };
}
