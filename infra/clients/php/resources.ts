import { byResource, type Operation } from '../operations.ts';
import { camel, oneLine, pascal } from '../words.ts';
import { aliasesIn, phpType, union } from './types.ts';

/** The arguments of headers. */
const HEADERS: Record<string, string> = {
  'X-Company': 'company',
  'X-Organization': 'organization',
  'Idempotency-Key': 'idempotencyKey',
  'If-Match': 'ifMatch',
};

const MADE = '// Made by `npm run client` from the OpenAPI document: change the definitions of the endpoints instead.';

/** A class for each resource, and one that has all of them, by file. */
export function phpResources(operations: Operation[]): Record<string, string> {
  const resources = byResource(operations);
  return {
    ...Object.fromEntries(resources.map(([resource, of]) => [`${pascal(resource)}.php`, classOf(resource, of)])),
    'Resources.php': allOf(resources.map(([resource]) => resource)),
  };
}

const head = (uses: string[]): string =>
  `<?php\n\n${MADE}\n\ndeclare(strict_types=1);\n\nnamespace InvoicingClient\\Resources;\n\n${uses.map(one => `use ${one};\n`).join('')}\n`;

function classOf(resource: string, operations: Operation[]): string {
  const aliases = new Set(
    operations.flatMap(({ query, body, answer, record }) => aliasesIn([...query, body, ...answer.schemas, record])),
  );
  const imports = [...aliases].toSorted().map(name => ` * @phpstan-import-type ${name} from Types`);
  const methods = operations.map(methodsOf).join('');
  const also = ['Pages', 'UploadedFile'].filter(name => methods.includes(name));
  const uses = [...also, 'Request', 'Schema\\Types'].toSorted();
  return `${head(uses.map(name => `InvoicingClient\\${name}`))}/**
${[` * The operations of ${resource}.`, ...(imports.length > 0 ? [' *', ...imports] : [])].join('\n')}
 */
final class ${pascal(resource)}
{
    /** @param \\Closure(Request): mixed $send */
    public function __construct(private readonly \\Closure $send)
    {
    }
${methods}}
`;
}

function allOf(resources: string[]): string {
  const fields = resources.map(one => `    public readonly ${pascal(one)} $${camel(one)};`);
  const values = resources.map(one => `        $this->${camel(one)} = new ${pascal(one)}($send);`);
  return `${head(['InvoicingClient\\Request'])}/** The operations of the API, by resource. */
abstract class Resources
{
${fields.join('\n')}

    /** @param \\Closure(Request): mixed $send */
    public function __construct(\\Closure $send)
    {
${values.join('\n')}
    }
}
`;
}

interface Argument {
  name: string;
  /** For PHPDoc. */
  type: string;
  /** For PHP itself. */
  native: string;
  isRequired: boolean;
}

function methodsOf(operation: Operation): string {
  const { name, record, summary } = operation;
  const method = camel(name);
  const parameters = argumentsOf(operation);
  const { type, native } = answerOf(operation);
  const call = `($this->send)(${callOf(operation)})`;
  const returned = type === 'void' ? [`${call};`] : [`/** @var ${type} */`, `return ${call};`];
  const plain = methodText({ method, summary, parameters, type, native, lines: returned });
  if (!record) return plain;
  const pages = { ...operation, query: operation.query.filter(one => one.name !== 'page') };
  const recordType = `\\Generator<int, ${phpType(record)}, mixed, void>`;
  return (
    plain +
    methodText({
      ...{ method: `${method}Items`, summary: `${summary}: the records of all pages, each page fetched when it is needed.` },
      ...{ parameters: argumentsOf(pages), type: recordType, native: '\\Generator' },
      lines: [`/** @var ${recordType} */`, `return Pages::records($this->send, ${callOf(pages)});`],
    })
  );
}

interface Method {
  method: string;
  summary: string;
  parameters: Argument[];
  type: string;
  native: string;
  lines: string[];
}

function methodText({ method, summary, parameters, type, native, lines }: Method): string {
  const documented = parameters.filter(one => !saysTheSame(one)).map(({ name, type: of }) => `     * @param ${of} $${name}`);
  const answers = type === native ? [] : [`     * @return ${type}`];
  const more = [...documented, ...answers];
  const text = oneLine(summary).replaceAll('*/', '* /');
  const documentation = [`    /**`, `     * ${text}`, ...(more.length > 0 ? ['     *', ...more] : []), '     */'];
  const given = parameters.map(({ name, native: of, isRequired }) => `${of} $${name}${isRequired ? '' : ' = null'}`);
  const list = given.length === 0 ? '()' : `(\n${given.map(one => `        ${one},\n`).join('')}    )`;
  const opening = given.length === 0 ? `${list}: ${native}\n    {` : `${list}: ${native} {`;
  return `
${documentation.join('\n')}
    public function ${method}${opening}
${lines.map(line => `        ${line}`).join('\n')}
    }
`;
}

function argumentsOf({ pathNames, body, query, headers }: Operation): Argument[] {
  const given = ({ name, type, isRequired }: Omit<Argument, 'native'>): Argument => {
    const whole = isRequired ? type : union([type, 'null']);
    return { name, type: whole, native: nativeOf(whole), isRequired };
  };
  const form = 'array<string, string|UploadedFile>';
  const all = [
    ...pathNames.map(name => given({ name, type: 'string', isRequired: true })),
    ...(body ? [given({ name: 'body', type: body.isForm ? form : phpType(body.schema), isRequired: body.isRequired })] : []),
    ...query.map(({ name, schema, isRequired }) => given({ name, type: phpType(schema), isRequired })),
    ...headers.map(header => given({ name: HEADERS[header] ?? header, type: 'string', isRequired: false })),
  ];
  // Those with a default come last.
  return [...all.filter(one => one.isRequired), ...all.filter(one => !one.isRequired)];
}

const saysTheSame = ({ type, native }: Argument): boolean => type === native || type === `${native.slice(1)}|null`;

/** What PHP itself can say of a type. */
function nativeOf(type: string): string {
  if (type === 'mixed' || type === 'void') return type;
  const simple = ['string', 'int', 'float', 'bool', 'null'];
  const parts = type.split('|');
  if (parts.every(part => simple.includes(part))) {
    const others = parts.filter(part => part !== 'null');
    if (others.length === parts.length) return type;
    return others.length === 1 ? `?${others[0] ?? ''}` : type;
  }
  if (/^'[^'|]*'(\|'[^'|]*')*(\|null)?$/.test(type)) return type.endsWith('|null') ? '?string' : 'string';
  return type.endsWith('|null') ? '?array' : 'array';
}

function answerOf({ answer }: Operation): { type: string; native: string } {
  if (answer.schemas.length === 0) return answer.isFile ? { type: 'string', native: 'string' } : { type: 'void', native: 'void' };
  const types = answer.schemas.map(phpType);
  return { type: union([...types, ...(answer.isFile ? ['string'] : [])]), native: answer.isFile ? 'array|string' : 'array' };
}

/** The request, as `Request.php` takes it. */
function callOf({ method, path, pathNames, query, headers, body }: Operation): string {
  const map = (entries: [string, string][]): string => `[${entries.map(([key, value]) => `'${key}' => $${value}`).join(', ')}]`;
  const parts = [`'${method}'`, `'${path}'`];
  if (pathNames.length > 0) parts.push(`pathValues: ${map(pathNames.map(name => [name, name]))}`);
  if (query.length > 0) parts.push(`query: ${map(query.map(({ name }) => [name, name]))}`);
  if (headers.length > 0) parts.push(`headers: ${map(headers.map(name => [name, HEADERS[name] ?? name]))}`);
  if (body) parts.push(body.isForm ? 'form: $body' : 'body: $body');
  return `new Request(${parts.join(', ')})`;
}
