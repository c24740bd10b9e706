import type { JsonObject } from '../../openapi/json.ts';
import { byResource, type Operation } from '../operations.ts';
import { pascal, snake } from '../words.ts';
import { documentation, type PythonTypes, union } from './types.ts';

/** The arguments of headers, and what each is for. */
const HEADERS: Record<string, string> = {
  'X-Company': 'company',
  'X-Organization': 'organization',
  'Idempotency-Key': 'idempotency_key',
  'If-Match': 'if_match',
};

/** The module of the types. */
const MODULE = 't.';

const RESERVED = new Set(['from', 'import', 'global', 'in', 'is', 'as', 'class']);
const argument = (name: string): string => (RESERVED.has(name) ? `${name}_` : snake(name));

/** The classes of all resources, and the class that has one of each: the text of `_resources.py` after its imports. */
export function pythonResources(operations: Operation[], types: PythonTypes): string {
  const resources = byResource(operations);
  const classes = resources.map(([resource, of]) =>
    [
      `class ${pascal(resource)}:`,
      '    def __init__(self, send: Send) -> None:',
      '        self._send = send',
      ...of.map(operation => methodsOf(operation, types)),
    ].join('\n'),
  );
  const all = [
    'class Resources:',
    '    """The operations of the API, by resource."""',
    '',
    '    def __init__(self, send: Send) -> None:',
    ...resources.map(([resource]) => `        self.${snake(resource)} = ${pascal(resource)}(send)`),
  ];
  return [...classes, all.join('\n')].join('\n\n\n');
}

interface Argument {
  name: string;
  type: string;
  isRequired: boolean;
}

function methodsOf(operation: Operation, types: PythonTypes): string {
  const { resource, name, record } = operation;
  const method = argument(snake(name));
  const id = pascal(`${resource}-${name}`);
  const positional = [...operation.pathNames.map(given => ({ name: argument(given), type: 'str', isRequired: true }))];
  const { body } = operation;
  const bodyType = body && types.typeOf(body.schema, `${id}Body`, MODULE);
  if (body && bodyType !== undefined)
    positional.push({ name: 'body', type: body.isForm ? 'Form' : bodyType, isRequired: body.isRequired });
  const named = argumentsOf(operation, types, id);
  const answer = answerOf(operation, types, id);
  const call = callOf(operation);
  const lines = ['', definition(method, positional, named, answer), `        ${documentation(operation.summary)}`];
  if (answer === 'None') lines.push(`        self._send(${call})`);
  else lines.push(`        answer: ${answer} = self._send(${call})`, '        return answer');
  if (record) {
    const pages = named.filter(({ name: given }) => given !== 'page');
    const type = types.typeOf(record, `${id}Record`, MODULE);
    lines.push(
      '',
      definition(`${method}_items`, positional, pages, `Iterator[${type}]`),
      `        ${documentation(`${operation.summary}: the records of all pages, each page fetched when it is needed.`)}`,
      `        return records(self._send, ${callOf({ ...operation, query: operation.query.filter(one => one.name !== 'page') })})`,
    );
  }
  return lines.join('\n');
}

function argumentsOf({ query, headers }: Operation, types: PythonTypes, id: string): Argument[] {
  return [
    ...query.map(one => ({
      name: argument(one.name),
      type: types.typeOf(one.schema, id + pascal(one.name), MODULE),
      isRequired: one.isRequired,
    })),
    ...headers.map(header => ({ name: HEADERS[header] ?? header, type: 'str', isRequired: false })),
  ];
}

function definition(name: string, positional: Argument[], named: Argument[], answer: string): string {
  const text = ({ name: of, type, isRequired }: Argument): string =>
    isRequired ? `${of}: ${type}` : `${of}: ${union([type, 'None'])} = None`;
  const all = ['self', ...positional.map(text), ...(named.length > 0 ? ['*'] : []), ...named.map(text)];
  return [`    def ${name}(`, ...all.map(one => `        ${one},`), `    ) -> ${answer}:`].join('\n');
}

function answerOf({ answer, record }: Operation, types: PythonTypes, id: string): string {
  const schemas = answer.schemas.map((schema: JsonObject) => types.typeOf(schema, `${id}${record ? 'Page' : 'Answer'}`, MODULE));
  const all = [...schemas, ...(answer.isFile ? ['bytes'] : [])];
  return all.length === 0 ? 'None' : union(all);
}

/** The request, as `Request` of `_request.py` takes it. */
function callOf({ method, path, pathNames, query, headers, body }: Operation): string {
  const dict = (entries: [string, string][]): string => `{${entries.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`;
  const parts = [`"${method}"`, `"${path}"`];
  if (pathNames.length > 0) parts.push(`path_values=${dict(pathNames.map(name => [name, argument(name)]))}`);
  if (query.length > 0) parts.push(`query=${dict(query.map(({ name }) => [name, argument(name)]))}`);
  if (headers.length > 0) parts.push(`headers=${dict(headers.map(name => [name, HEADERS[name] ?? name]))}`);
  if (body) parts.push(body.isForm ? 'form=body' : 'body=body');
  return `Request(${parts.join(', ')})`;
}
