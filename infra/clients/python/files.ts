import type { JsonObject } from '../../openapi/json.ts';
import { eventsOf, operationsOf, schemasOf } from '../operations.ts';
import { pythonResources } from './resources.ts';
import { pythonTypes } from './types.ts';

const MADE = '# Made by `npm run client` from the OpenAPI document: change the definitions of the endpoints instead.\n';

/** The generated modules of the Python client: the types of all schemas, and a method for each operation. */
export function pythonFiles(document: JsonObject): Record<string, string> {
  const types = pythonTypes(schemasOf(document));
  const resources = pythonResources(operationsOf(document), types);
  const definitions = types.definitions();
  const events = eventsOf(document).map(name => `    "${name}",`);
  return {
    'types.py': `"""The bodies of requests and responses."""
${MADE}
from __future__ import annotations

${importsOf(definitions, 'TypedDict', 'Union')}

if TYPE_CHECKING:
    from typing_extensions import NotRequired


${definitions}


WebhookEvent = Union[
${events.join('\n')}
]
"""What a webhook receives; \`type\` says which it is."""
`,
    '_resources.py': `"""A method for each operation of the API."""
${MADE}
from __future__ import annotations

${importsOf(resources)}

from ._pages import records
from ._request import Form, Request, Send

if TYPE_CHECKING:
    from . import types as t


${resources}
`,
  };
}

/** The import of the names of `typing` that a module has. */
function importsOf(text: string, ...always: string[]): string {
  const used = ['Any', 'Dict', 'Iterator', 'List', 'Literal'].filter(name => new RegExp(`\\b${name}\\b`).test(text));
  return `from typing import ${['TYPE_CHECKING', ...used, ...always].join(', ')}`;
}
